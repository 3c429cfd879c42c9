package import CremaSQL

/// The database's shape, as numbered steps that are only ever appended to.
package enum Schema {
    /// All steps, in order.
    package static let migrations: [Migration] = [first]
}

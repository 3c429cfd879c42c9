import CremaSQL
package import CremaStore

extension Services {
    /// The roles of those who hold some access tokens, by the tokens' hashes; tokens that are
    /// unknown or over are left out.
    package func memberships(
        ofTokenHashes hashes: [[UInt8]]
    ) async throws(ReadFailure) -> [[UInt8]: [Membership]] {
        let now = environment.now()
        do {
            return try await database.read { tx in
                var found: [[UInt8]: [Membership]] = [:]
                for hash in hashes {
                    guard let session = try SessionStore.find(accessHash: hash, tx: tx),
                        session.accessExpiresAt > now
                    else { continue }
                    found[hash] = try PersonStore.memberships(of: session.personID, tx: tx)
                }
                return found
            }
        } catch {
            throw ReadFailure(of: error)
        }
    }
}

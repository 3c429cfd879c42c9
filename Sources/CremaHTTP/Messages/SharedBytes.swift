internal import CHTTPEngine

/// Immutable bytes with a reference count that the engine shares: menus and assets that are sent
/// many times.
package final class SharedBytes: @unchecked Sendable {
    // Unchecked, since OpaquePointer isn't Sendable: what it points to never changes, and its
    // count is atomic.
    let raw: OpaquePointer

    package init(_ bytes: [UInt8]) {
        raw = bytes.withUnsafeBytes { ch_bytes_shared($0.baseAddress, $0.count) }
    }

    deinit { ch_bytes_release(raw) }

    package var count: Int { ch_bytes_length(raw) }

    package var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(start: ch_bytes_data(raw), count: count))
    }
}

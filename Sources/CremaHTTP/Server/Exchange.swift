internal import CHTTPEngine
internal import Synchronization

/// The duty to answer one request. Only the first answer counts; dropped unanswered, it answers
/// 500, so that no client waits for ever.
final class Exchange: @unchecked Sendable {
    // Unchecked, since OpaquePointer isn't Sendable: it is used once, by whoever sets `isAnswered`.
    private let raw: OpaquePointer
    private let isAnswered = Atomic(false)

    init(_ raw: OpaquePointer) { self.raw = raw }

    deinit {
        if takeDuty() { ch_reply_problem(raw, 500) }
    }

    func answer(_ response: HTTPResponse) {
        switch response.body {
        case .events(let open):
            open(StreamOpener(exchange: self, headers: response.headers))
        case .bytes(let body):
            guard takeDuty() else { return }
            response.headers.text.withUnsafeBytes { head in
                body.withUnsafeBytes { body in
                    ch_reply(
                        raw, Int32(response.status), head.characters, head.count,
                        body.baseAddress, body.count)
                }
            }
        case .shared(let body):
            guard takeDuty() else { return }
            response.headers.text.withUnsafeBytes { head in
                ch_reply_bytes(
                    raw, Int32(response.status), head.characters, head.count, body.raw)
            }
        }
    }

    func open(
        channels: [EventChannel], first: [UInt8], after sequence: UInt64, headers: HeaderLines
    ) -> StreamID? {
        guard takeDuty() else { return nil }
        let ids = channels.map(\.id)
        let id = headers.text.withUnsafeBytes { head in
            first.withUnsafeBytes { first in
                ch_stream_open(
                    raw, head.characters, head.count, ids, ids.count,
                    first.baseAddress, first.count, sequence)
            }
        }
        return id == 0 ? nil : StreamID(rawValue: id)
    }

    private func takeDuty() -> Bool {
        !isAnswered.exchange(true, ordering: .acquiringAndReleasing)
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var characters: UnsafePointer<CChar>? {
        baseAddress?.assumingMemoryBound(to: CChar.self)
    }
}

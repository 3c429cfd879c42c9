import Foundation
import Synchronization

/// A wire between a driver and its PostgreSQL server that can be cut, and that can lose the answer
/// to a COMMIT: the server has done it, and the driver never hears of it.
package final class FaultyWire: Sendable {
    private struct State {
        var losesNextCommit = false
        var lostCommits = 0
        var sockets: Set<Int32> = []
    }

    private let state = Mutex(State())
    private let listener: Int32
    private let target: sockaddr_in
    /// Where the driver connects to.
    package let url: String

    /// A wire to the server of a database's URL.
    package init(to url: String) throws {
        guard var parts = URLComponents(string: url), let port = parts.port else {
            throw TestEngineError("no port in \(url)")
        }
        target = FaultyWire.loopback(UInt16(port))
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        var address = FaultyWire.loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard isListening else { throw TestEngineError("no wire: \(errno)") }
        parts.port = Int(UInt16(bigEndian: address.sin_port))
        self.url = parts.string ?? ""
        Thread.detachNewThread { self.accept() }
    }

    deinit { stop() }

    /// COMMITs whose answer was lost.
    package var lostCommits: Int { state.withLock { $0.lostCommits } }

    package func loseNextCommit() {
        state.withLock { $0.losesNextCommit = true }
    }

    /// Cuts every connection.
    package func cut() {
        state.withLock { for socket in $0.sockets { shutdown(socket, Int32(SHUT_RDWR)) } }
    }

    package func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        cut()
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private func accept() {
        while true {
            let client = Foundation.accept(listener, nil, nil)
            guard client >= 0 else {
                close(listener)
                return
            }
            let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = target
            let isConnected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            guard isConnected else {
                close(client)
                close(server)
                continue
            }
            state.withLock { $0.sockets.formUnion([client, server]) }
            let pair = Pair(client: client, server: server)
            Thread.detachNewThread { self.carry(pair, fromClient: true) }
            Thread.detachNewThread { self.carry(pair, fromClient: false) }
        }
    }

    private final class Pair: Sendable {
        let client: Int32
        let server: Int32
        /// The next answer is lost.
        let isDoomed = Mutex(false)
        /// Directions that still carry.
        let open = Mutex(2)

        init(client: Int32, server: Int32) {
            self.client = client
            self.server = server
        }
    }

    private func carry(_ pair: Pair, fromClient: Bool) {
        let (source, sink) =
            fromClient ? (pair.client, pair.server) : (pair.server, pair.client)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            if count <= 0 { break }
            if fromClient, FaultyWire.holdsCommit(buffer[..<count]) { doom(pair) }
            // The server has answered, so it's done.
            if !fromClient, pair.isDoomed.withLock({ $0 }) { break }
            if send(sink, buffer, count, Int32(MSG_NOSIGNAL)) != count { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(sink, Int32(SHUT_RDWR))
        let left = pair.open.withLock { open in
            open -= 1
            return open
        }
        guard left == 0 else { return }
        state.withLock { state in
            state.sockets.subtract([pair.client, pair.server])
            close(pair.client)
            close(pair.server)
        }
    }

    private func doom(_ pair: Pair) {
        state.withLock { state in
            guard state.losesNextCommit else { return }
            state.losesNextCommit = false
            state.lostCommits += 1
            pair.isDoomed.withLock { $0 = true }
        }
    }

    /// A Bind message of the driver's statement named `commit`.
    private static func holdsCommit(_ bytes: ArraySlice<UInt8>) -> Bool {
        let wanted = [UInt8]("\0commit\0".utf8)
        guard bytes.count >= wanted.count else { return false }
        return (bytes.startIndex...(bytes.endIndex - wanted.count)).contains {
            bytes[$0] == 0 && bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
        }
    }
}

import Foundation

/// A connection to a server on this machine that says exactly the bytes it is told to. Blocking,
/// with a timeout on each wait: it is used on threads of its own, never on those that serve.
final class Socket {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private var descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            let reason = String(cString: strerror(errno))
            close()
            throw Failure(description: "connect: \(reason)")
        }
    }

    deinit { close() }

    func close() {
        guard descriptor >= 0 else { return }
        Foundation.close(descriptor)
        descriptor = -1
    }

    /// Gives the descriptor away: whoever takes it closes it.
    func detach() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }

    /// Sends all, or as much as the other side takes before it hangs up.
    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.send(
                    descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// More bytes; empty at the end.
    func receive(within milliseconds: Int32 = 60_000) throws -> [UInt8] {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, milliseconds) > 0 else {
            throw Failure(description: "nothing came in \(milliseconds) ms")
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : []
    }
}

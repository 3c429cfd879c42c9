import Glibc

/// A client that says exactly the bytes it is told to. Blocking, with a timeout on each wait.
final class Client {
    enum End: Equatable {
        case closed, reset, stillOpen
    }

    struct Response: Equatable {
        var status: Int
        var head: String
        var body: String

        func header(_ name: String) -> String? {
            for line in head.split(separator: "\r\n").dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1)
                if parts.count == 2, parts[0].lowercased() == name.lowercased() {
                    return parts[1].drop { $0 == " " }.description
                }
            }
            return nil
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var descriptor: Int32
    private(set) var received: [UInt8] = []
    private(set) var end = End.stillOpen

    /// A socket that isn't connected yet.
    struct Unconnected {
        let descriptor = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)

        func connect(to port: Int) throws -> Client {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(port).bigEndian
            address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
            let failed = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) != 0
                }
            }
            if failed {
                let reason = String(cString: strerror(errno))
                Glibc.close(descriptor)
                throw Failure(description: "connect: \(reason)")
            }
            return Client(connected: descriptor)
        }
    }

    private init(connected descriptor: Int32) {
        self.descriptor = descriptor
    }

    convenience init(port: Int, receiveBufferBytes: Int32? = nil) throws {
        let unconnected = Unconnected()
        let descriptor = unconnected.descriptor
        if let receiveBufferBytes { descriptor.set(SOL_SOCKET, SO_RCVBUF, receiveBufferBytes) }
        descriptor.set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        self.init(connected: try unconnected.connect(to: port).takeDescriptor())
    }

    /// Hands over the socket, which stays open.
    func takeDescriptor() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }

    deinit { close() }

    func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// Closes so that the other side sees a reset.
    func abort() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else {
                throw Failure(description: "send: \(String(cString: strerror(errno)))")
            }
            sent += count
        }
    }

    /// Sends what the socket takes without waiting; the count, or nil when the connection is gone.
    func sendAtOnce(_ bytes: [UInt8]) -> Int? {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        let count = Glibc.send(descriptor, bytes, bytes.count, flags)
        if count >= 0 { return count }
        return errno == EAGAIN ? 0 : nil
    }

    /// Waits for more bytes or the end; false when neither came in time.
    @discardableResult
    func receiveSome(within milliseconds: Int32 = 20_000) -> Bool {
        guard end == .stillOpen else { return false }
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, milliseconds) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 {
            received += buffer[..<count]
        } else {
            end = count == 0 ? .closed : .reset
        }
        return true
    }

    /// Reads on until the connection's end.
    func receiveAll(within milliseconds: Int32 = 20_000) -> End {
        while receiveSome(within: milliseconds) {}
        return end
    }

    /// Waits until what was received contains the text, and takes it away up to there.
    @discardableResult
    func receive(upTo text: String, within milliseconds: Int32 = 20_000) throws -> String {
        let wanted = Array(text.utf8)
        while true {
            if let end = received.end(of: wanted) {
                defer { received.removeSubrange(..<end) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            guard receiveSome(within: milliseconds) else {
                let so = String(decoding: received.prefix(500), as: UTF8.self)
                throw Failure(description: "\(end) before \(text.debugDescription); got \(so)")
            }
        }
    }

    /// The next whole response.
    func response(
        toHead isHead: Bool = false, within milliseconds: Int32 = 20_000
    ) throws -> Response {
        let head = try receive(upTo: "\r\n\r\n", within: milliseconds)
        let words = head.split(separator: " ", maxSplits: 2)
        guard words.count > 1, words[0] == "HTTP/1.1", let status = Int(words[1].prefix(3)) else {
            throw Failure(description: "no status line: \(head)")
        }
        var response = Response(status: status, head: head, body: "")
        let length = response.header("content-length").flatMap(Int.init) ?? 0
        guard !isHead, length > 0 else { return response }
        while received.count < length, receiveSome(within: milliseconds) {}
        guard received.count >= length else { throw Failure(description: "body cut short") }
        response.body = String(decoding: received.prefix(length), as: UTF8.self)
        received.removeFirst(length)
        return response
    }
}

extension Int32 {
    /// Sets an option of the socket that this number describes.
    fileprivate func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(self, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}

extension [UInt8] {
    /// Where the first occurrence of the bytes ends.
    fileprivate func end(of wanted: [UInt8]) -> Int? {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return nil }
            var from = 0
            while from + wanted.count <= bytes.count,
                let found = memchr(start + from, Int32(wanted[0]), bytes.count - from)
            {
                let at = UnsafeRawPointer(found) - start
                guard at + wanted.count <= bytes.count else { return nil }
                if memcmp(found, wanted, wanted.count) == 0 { return at + wanted.count }
                from = at + 1
            }
            return nil
        }
    }
}

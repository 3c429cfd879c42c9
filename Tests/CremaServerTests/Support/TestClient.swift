import Foundation

/// An answer as it came.
struct Answer: Sendable {
    let status: Int
    let head: [(name: String, value: String)]
    let body: [UInt8]

    /// The first line of that name.
    func header(_ name: String) -> String? {
        head.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as JSON; null where it isn't.
    var json: JSON { (try? JSON(body)) ?? .null }

    /// The kind of problem: `sold-out`; nil where it is none.
    var problem: String? {
        guard header("content-type") == "application/problem+json" else { return nil }
        return json["type"].string?.split(separator: "/").last.map(String.init)
    }
}

/// A request as tests write it.
struct Request: Sendable {
    var method = "GET"
    var path: String
    var headers: [String: String] = [:]
    var body: [UInt8]?

    static func get(_ path: String, _ headers: [String: String] = [:]) -> Request {
        Request(path: path, headers: headers)
    }

    static func delete(_ path: String) -> Request { Request(method: "DELETE", path: path) }

    static func post(
        _ path: String, _ body: JSON, key: String? = nil, ifMatch: String? = nil
    ) throws -> Request {
        .post(path, raw: try body.bytes, key: key, ifMatch: ifMatch)
    }

    static func post(
        _ path: String, raw: [UInt8], key: String? = nil, ifMatch: String? = nil
    ) -> Request {
        var request = Request(method: "POST", path: path, body: raw)
        request.headers["Content-Type"] = "application/json"
        request.headers["Idempotency-Key"] = key
        request.headers["If-Match"] = ifMatch
        return request
    }

    static func put(_ path: String, _ body: JSON) throws -> Request {
        .put(path, raw: try body.bytes)
    }

    static func put(_ path: String, raw: [UInt8]) -> Request {
        Request(
            method: "PUT", path: path, headers: ["Content-Type": "application/json"], body: raw)
    }

    func with(_ name: String, _ value: String?) -> Request {
        var copy = self
        copy.headers[name] = value
        return copy
    }

    /// On the wire.
    var bytes: [UInt8] {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + (body ?? [])
    }
}

/// Sends requests, each on a connection and a thread of its own: a thread that waits must not be
/// one of those that the server's handlers run on.
struct TestClient: Sendable {
    let port: Int

    func send(_ request: Request) async throws -> Answer {
        let port = port
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result { try TestClient.exchange(request, port: port) })
            }
        }
    }

    private static func exchange(_ request: Request, port: Int) throws -> Answer {
        let socket = try Socket(port: port)
        defer { socket.close() }
        socket.send(request.bytes)
        var received: [UInt8] = []
        while true {
            let more = try socket.receive()
            if more.isEmpty { break }
            received += more
        }
        return try answer(received)
    }

    static func answer(_ received: [UInt8]) throws -> Answer {
        guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else {
            let so = String(decoding: received.prefix(200), as: UTF8.self)
            throw Socket.Failure(description: "no answer, but \(so.debugDescription)")
        }
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        var lines = head.components(separatedBy: "\r\n")[...]
        let words = (lines.popFirst() ?? "").split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else {
            throw Socket.Failure(description: "no status: \(head)")
        }
        return Answer(
            status: status,
            head: lines.map { line in
                let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
                return (
                    parts.first ?? "",
                    (parts.last ?? "").trimmingCharacters(in: .whitespaces)
                )
            }, body: Array(received[end.upperBound...]))
    }
}

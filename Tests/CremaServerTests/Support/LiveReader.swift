import Foundation
import Synchronization

/// One event of a stream, as a browser sees it.
struct LiveEvent: Sendable, Hashable {
    var id: Int?
    var kind = ""
    var data = ""

    var json: JSON { (try? JSON(Array(data.utf8))) ?? .null }
}

/// Reads an event stream on a thread of its own.
final class LiveReader: Sendable {
    private typealias Piece = StreamParser.Piece

    private struct State {
        var pieces: [Piece] = []
        var isOver = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let ending: @Sendable () -> Void

    /// Opens a stream; the request is sent before this returns.
    static func open(_ request: Request, port: Int) throws -> LiveReader {
        let socket = try Socket(port: port)
        socket.send(request.bytes)
        return LiveReader(SocketBox(socket))
    }

    private init(_ box: SocketBox) {
        ending = { box.endReading() }
        Thread.detachNewThread { [weak self] in
            var parser = StreamParser()
            while let bytes = box.receive() {
                for piece in parser.take(bytes) { self?.add(piece) }
            }
            self?.finish()
        }
    }

    deinit { ending() }

    func close() { ending() }

    private func add(_ piece: Piece) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.pieces.append(piece)
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    private func finish() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.isOver = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    private func next() async throws -> Piece? {
        while true {
            let (piece, isOver) = state.withLock { state in
                (state.pieces.isEmpty ? nil : state.pieces.removeFirst(), state.isOver)
            }
            if let piece { return piece }
            if isOver { return nil }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if !state.pieces.isEmpty || state.isOver { return true }
                    state.waiter = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        }
    }

    /// The answer's head.
    func head() async throws -> Answer {
        guard case .head(let answer) = try await next() else {
            throw Socket.Failure(description: "the stream has no head")
        }
        return answer
    }

    /// The next event; nil at the end of the stream.
    func event() async throws -> LiveEvent? {
        while let piece = try await next() {
            if case .event(let event) = piece { return event }
        }
        return nil
    }

    /// Waits for a comment.
    func comment() async throws -> Bool {
        while let piece = try await next() {
            if case .comment = piece { return true }
        }
        return false
    }

    /// Events up to one that fits, it included.
    func events(
        upTo isLast: (LiveEvent) -> Bool
    ) async throws -> [LiveEvent] {
        var events: [LiveEvent] = []
        while let event = try await event() {
            events.append(event)
            if isLast(event) { return events }
        }
        throw Socket.Failure(description: "the stream ended after \(events)")
    }
}

/// A socket that one thread reads from and another may end.
private final class SocketBox: Sendable {
    private let descriptor: Int32

    init(_ socket: Socket) {
        descriptor = socket.detach()
    }

    deinit { close(descriptor) }

    func endReading() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Nil at the end, or where nothing came for a minute.
    func receive() -> [UInt8]? {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, 60_000) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : nil
    }
}

/// Takes the chunks of an answer apart (RFC 9112, 7.1), and the events in them.
struct StreamParser {
    enum Piece: Sendable {
        case head(Answer)
        case event(LiveEvent)
        case comment
    }

    private var raw: [UInt8] = []
    private var text: [UInt8] = []
    private var hasHead = false

    mutating func take(_ bytes: [UInt8]) -> [Piece] {
        raw += bytes
        var pieces: [Piece] = []
        if !hasHead {
            guard let end = raw.firstRange(of: Array("\r\n\r\n".utf8)),
                let answer = try? TestClient.answer(raw)
            else { return [] }
            hasHead = true
            pieces.append(.head(answer))
            // What isn't a stream has a body without chunks.
            if answer.status != 200 { return pieces }
            raw.removeSubrange(..<end.upperBound)
        }
        while let chunk = nextChunk() { text += chunk }
        while let end = text.firstRange(of: Array("\n\n".utf8)) {
            let lines = String(decoding: text[..<end.lowerBound], as: UTF8.self)
            text.removeSubrange(..<end.upperBound)
            pieces += StreamParser.piece(lines).map { [$0] } ?? []
        }
        return pieces
    }

    private mutating func nextChunk() -> [UInt8]? {
        guard let end = raw.firstRange(of: Array("\r\n".utf8)),
            let size = Int(String(decoding: raw[..<end.lowerBound], as: UTF8.self), radix: 16),
            raw.count >= end.upperBound + size + 2
        else { return nil }
        let chunk = Array(raw[end.upperBound..<(end.upperBound + size)])
        raw.removeSubrange(..<(end.upperBound + size + 2))
        return chunk
    }

    private static func piece(_ text: String) -> Piece? {
        var event = LiveEvent()
        for line in text.split(separator: "\n") {
            if line.hasPrefix(":") { return .comment }
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
            switch parts[0] {
            case "id": event.id = Int(value)
            case "event": event.kind = value
            case "data": event.data += value
            default: continue
            }
        }
        return event.kind.isEmpty && event.data.isEmpty ? nil : .event(event)
    }
}

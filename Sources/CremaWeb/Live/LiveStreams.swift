import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

/// Which streams hear of what, by name.
enum LiveChannel {
    /// Orders of one owner.
    static func owner(_ text: String) -> EventChannel { EventChannel("owner:" + text) }
    /// A location's queue, for its staff.
    static func queue(_ location: String) -> EventChannel { EventChannel("queue:" + location) }
    /// A location's menu, for everybody.
    static func menu(_ location: String) -> EventChannel { EventChannel("menu:" + location) }
    /// One order, for who holds its token.
    static func order(_ id: String) -> EventChannel { EventChannel("order:" + id) }

    /// One session's streams, to end them with it.
    static func session(_ tokenHash: [UInt8]) -> EventChannel {
        EventChannel("session:" + Base64URL.encode(tokenHash))
    }

    /// Everyone who hears of an event.
    static func all(of event: Event) -> [EventChannel] {
        switch event.kind {
        case .order:
            [owner(event.owner), queue(event.locationID), order(event.subject)]
        case .ticket:
            [owner(event.owner), queue(event.locationID), order(event.subject)]
        case .menu, .location:
            [menu(event.locationID), queue(event.locationID)]
        case .wallet:
            [owner(event.owner)]
        case .mail, .payment, .other: []
        }
    }
}

/// Sends events to the streams of one server.
final class LiveStreams: Sendable {
    private let server: HTTPServer

    init(server: HTTPServer) {
        self.server = server
    }

    func send(_ event: Event) {
        server.publish(
            LiveStreams.encoded(event), to: LiveChannel.all(of: event),
            sequence: UInt64(event.id))
    }

    /// An event on the wire: its kind, the subject and its version, and what the kind adds.
    static func encoded(_ event: Event) -> [UInt8] {
        let rest = event.payload.dropFirst().dropLast()
        let data =
            #"{"id":"\#(event.subject)","version":\#(event.version),"#
            + #""location":"\#(event.locationID)""# + (rest.isEmpty ? "" : "," + rest) + "}"
        return ServerSentEvent(id: UInt64(event.id), event: event.kind.rawValue, data: data).bytes
    }

    /// Tells a client to fetch everything anew: what it missed is no longer known.
    static func reset(at id: Int64) -> [UInt8] {
        ServerSentEvent(id: UInt64(id), event: "reset", data: "{}").bytes
    }
}

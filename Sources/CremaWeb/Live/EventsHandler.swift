import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// Streams at most this many locations' menus and queues at once.
    private static let locationsPerStream = 3

    /// `GET /events` and `GET /api/v1/events`: what the caller may see, from where it left off.
    func events(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let channels = try await channels(context)
        if context.request.method == .head {
            return HTTPResponse(headers: HeaderLines(contentType: "text/event-stream"))
        }
        let wanted = Set(channels)
        let after = try lastEventID(context)
        var missed: [Event]?
        var isReset = false
        if let after, after < services.hub.lastID {
            do throws(ReadFailure) {
                missed = try await services.read(MissedEvents(after: after), by: context.actor)
                isReset = missed == nil
            } catch {
                throw ErrorMapping.problem(error)
            }
        } else if let after, after > services.hub.lastID {
            // An id of the future: another database's, or one restored from a backup.
            isReset = true
        }
        let earlier = (missed ?? []).filter { !wanted.isDisjoint(with: LiveChannel.all(of: $0)) }
        let caughtUp = isReset ? nil : (missed?.last?.id ?? after)
        return HTTPResponse(
            headers: HeaderLines(),
            body: .events { [isReset] opener in
                self.open(
                    opener, channels, earlier: earlier, after: caughtUp, isReset: isReset, context)
            })
    }

    /// Subscribes the stream, with what came between the read and now.
    private func open(
        _ opener: StreamOpener, _ channels: [EventChannel], earlier: [Event], after: Int64?,
        isReset: Bool, _ context: RequestContext
    ) {
        let wanted = Set(channels)
        let retry = ServerSentEvent.retry(after: .seconds(2))
        let outcome = services.hub.attach(
            after: after, matching: { !wanted.isDisjoint(with: LiveChannel.all(of: $0)) },
            open: { missed, from in
                var first = retry
                for event in earlier { first += LiveStreams.encoded(event) }
                if isReset { first += LiveStreams.reset(at: from) }
                for event in missed { first += LiveStreams.encoded(event) }
                self.open(opener, channels, first: first, from: from, context)
            })
        guard case .tooOld = outcome else { return }
        // More happened between the read and now than the hub remembers.
        _ = services.hub.attach(after: nil, matching: { _ in false }) { _, from in
            self.open(
                opener, channels, first: retry + LiveStreams.reset(at: from), from: from, context)
        }
    }

    private func open(
        _ opener: StreamOpener, _ channels: [EventChannel], first: [UInt8], from: Int64,
        _ context: RequestContext
    ) {
        guard let token = context.accessToken else {
            opener.open(channels: channels, first: first, after: UInt64(from))
            return
        }
        liveSessions.open(token: token, memberships: context.actor.memberships) {
            opener.open(channels: channels, first: first, after: UInt64(from))
        }
    }

    private func lastEventID(_ context: RequestContext) throws(Problem) -> Int64? {
        guard let text = context.request.headers["last-event-id"] ?? context.query["after"],
            !text.isEmpty
        else { return nil }
        guard let id = Int64(text), id >= 0 else {
            throw Problem(.badRequest, "That isn't an event's id.", field: "after")
        }
        return id
    }

    /// The channels that are asked for and allowed: own orders always, menus of locations named,
    /// queues for their staff.
    private func channels(_ context: RequestContext) async throws(Problem) -> [EventChannel] {
        var channels = context.actor.owners.map { LiveChannel.owner($0.text) }
        if let order = context.actor.tokenOrder {
            channels.append(LiveChannel.order(order.rawValue))
        }
        if let token = context.accessToken {
            channels.append(LiveChannel.session(LiveSessions.hash(token)))
        }
        let menus = context.query.all("location")
        let queues = context.query.all("queue")
        guard menus.count + queues.count <= WebApp.locationsPerStream else {
            throw Problem(.invalidField, "Too many locations for one stream.", field: "location")
        }
        for text in menus {
            _ = try await place(text)
            channels.append(LiveChannel.menu(text))
        }
        for text in queues {
            let place = try await place(text)
            guard context.actor.role(at: place.location.id).isStaff else {
                let denial: Denial = context.actor.person == nil ? .signInNeeded : .forbidden
                throw ErrorMapping.problem(denial)
            }
            channels.append(LiveChannel.queue(text))
        }
        return channels
    }

    /// The location of an id that came from outside.
    func place(_ text: String) async throws(Problem) -> PlaceSnapshot {
        do throws(ReadFailure) {
            if let id = ID<Location>(checking: text), let place = try await services.places.find(id)
            {
                return place
            }
        } catch {
            throw ErrorMapping.problem(error)
        }
        throw Problem(.notFound, "The shop has no such location.", field: "location")
    }
}

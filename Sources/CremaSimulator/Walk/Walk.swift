import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import Synchronization

/// One shop's life, step by step.
struct Walk {
    let services: Services
    let gate: GatedDatabase
    let clock: SimulatedClock
    let plan: SimulatorPlan
    let surroundings: Surroundings
    var shop: ShopModel
    var chooser: Chooser
    var figures = Figures()
    var followers: [Follower]
    /// Steps taken.
    private(set) var count = 0
    private var entries: [(count: Int, at: Timestamp, step: Step)] = []
    /// The last event told.
    var lastEventID: Int64
    let told: ToldEvents
    /// Events that those who follow haven't been passed yet.
    var pending: [Event] = []

    private var desk = SessionDesk()
    private var calendar = CalendarCheck()

    private static let diaryLength = 12
    /// Steps before this instant and none after: zones are known that far.
    private static let latest = Timestamp(seconds: 2_051_222_400)

    init(
        seed: UInt64, database: any Database, plan: SimulatorPlan, surroundings: Surroundings
    ) async throws {
        self.plan = plan
        self.surroundings = surroundings
        var chooser = Chooser(seed: seed)
        let clock = SimulatedClock(
            Timestamp(seconds: 1_772_323_200 + Int64(chooser.random.int(0...30_000_000))))
        let source = SeededSource(seed: seed ^ 0x5EED)
        let gate = GatedDatabase(database)
        let environment = CremaServices.Environment(
            now: { clock.now }, random: { source.next() }, zone: surroundings.zone,
            secrets: Secrets(key: Array(repeating: 7, count: Secrets.keyLength)))
        services = Services(database: gate, environment: environment)
        self.gate = gate
        self.clock = clock
        shop = try await Opening(services: services, surroundings: surroundings, rules: plan.rules)
            .open(&chooser.random)
        lastEventID = try await services.read(LastEventID(), by: .nobody)
        services.hub.begin(at: lastEventID)
        told = ToldEvents()
        services.hub.connect { [told] event in told.add(event) }
        let id = lastEventID
        let scopes: [Follower.Scope] = [
            .queue(Cast.corner), .queue(Cast.harbour), .orders(.person(ID("ada"))),
            .orders(.device(ID("phone"))),
        ]
        followers = scopes.flatMap { scope in
            [true, false].map { Follower(scope, isSteady: $0, from: id) }
        }
        self.chooser = chooser
    }

    /// Takes a step, and checks what it touched.
    mutating func step() async throws {
        count += 1
        figures.steps += 1
        pass(chooser.pause(shop, at: clock.now))
        let step = chooser.step(shop, at: clock.now)
        entries.append((count, clock.now, step))
        if entries.count > Walk.diaryLength { entries.removeFirst() }
        var touched = Touched()
        switch step {
        case .wishes(let wishes):
            if wishes.count > 1 { figures.crowded += 1 }
            let isRace =
                wishes.count > 1 && plan.atOncePercent > 0
                && !wishes.contains { $0.operation.isPiecemeal }
                && chooser.random.percent(plan.atOncePercent)
            touched = try await isRace ? performAtOnce(wishes) : perform(wishes)
        case .tidy:
            figures.count("tidy")
            touched = try expired()
            try await surroundings.tidy(services)
            shop.forgetAnswers(at: clock.now)
            desk.forget(at: clock.now)
        case .session(let step):
            let (name, refusal) = try await desk.perform(step, services, at: clock.now)
            figures.count(name)
            if let refusal { figures.count(refusal: refusal) }
        }
        try await check(touched)
        try await follow()
        try checkCalendar()
        if count % plan.stepsPerFullCheck == 0 { try await checkEverything() }
    }

    /// What a look at everything finds at the end.
    mutating func end() async throws {
        try await checkEverything()
        try await audit()
        figures.walks = 1
        figures.resets = followers.reduce(0) { $0 + $1.resets }
    }

    /// The last steps in words, for a report.
    var diary: [String] { entries.map { "\($0.count) at \($0.at): \($0.step.words)" } }

    private mutating func pass(_ milliseconds: Int64) {
        let next = Timestamp(milliseconds: clock.now.milliseconds + milliseconds)
        if next < Walk.latest { clock.now = next }
    }

    /// Tidying lets orders expire, too.
    private mutating func expired() throws -> Touched {
        let wish = Wish(operation: .expire, actor: .system)
        let moment = Moment(
            now: clock.now, zone: surroundings.zone, before: wish, in: shop)
        guard case .done(_, let effect) = shop.forecast(wish, moment) else { return Touched() }
        var touched = Touched()
        touched.add(effect)
        touched.isUnordered = true
        shop.apply(effect)
        return touched
    }

    private mutating func checkCalendar() throws {
        let id = shop.placeIDs[count % shop.placeIDs.count]
        guard let place = shop.places[id] else { return }
        try calendar.check(place, at: clock.now)
        guard count % 50 < 2 else { return }
        try calendar.checkSlots(place, at: clock.now, ahead: chooser.random.int(0...3))
    }
}

/// Events as the hub told them.
final class ToldEvents: Sendable {
    private let events = Mutex<[Event]>([])

    func add(_ event: Event) { events.withLock { $0.append(event) } }

    /// Those told since this was asked last.
    func take() -> [Event] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}

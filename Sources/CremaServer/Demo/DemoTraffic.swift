import CremaDomain
import CremaServices
import CremaStore
import Foundation

/// Made-up customers and a made-up barista: orders come in and are served, so that the queue is
/// alive when someone looks.
final class DemoTraffic: Sendable {
    private let tasks: [Task<Void, Never>]

    /// Places and serves so many orders a minute at the first location.
    init(services: Services, ordersPerMinute: Int) {
        let pause = Duration.milliseconds(60_000 / max(1, ordersPerMinute))
        tasks = [
            Task { await DemoTraffic.placeOrders(services, pause: pause) },
            Task { await DemoTraffic.serveOrders(services, pause: pause) },
        ]
    }

    func stop() {
        for task in tasks { task.cancel() }
    }

    private static let names = ["Mia", "Jonas", "Ines", "Tom", "Lena", "علي", "Zoë", "さくら"]

    private static func placeOrders(_ services: Services, pause: Duration) async {
        while !Task.isCancelled {
            await placeOne(services)
            try? await Task.sleep(for: pause)  // cancelled: it ends
        }
    }

    /// One order of one to three things, or none where what was picked can't be had: the next
    /// customer picks something else.
    private static func placeOne(_ services: Services) async {
        do {
            guard let place = try await services.places.find(DemoShop.firstLocation) else { return }
            var cart = Cart(locationID: place.location.id)
            for _ in 0..<Int.random(in: 1...3) {
                if let line = pick(from: place.menu) { cart.lines.append(line) }
            }
            let quote = try await services.quote(cart, language: "en")
            let actor = Actor(device: services.environment.makeID())
            _ = try await services.placeOrder(
                OrderRequest(
                    cart: cart, fingerprint: quote.fingerprint,
                    customerName: names.randomElement() ?? "Mia", language: "en"),
                by: actor, key: nil, hasLimits: false)
        } catch {
            return
        }
    }

    private static func pick(from menu: Menu) -> CartLine? {
        guard
            let item = menu.catalog.items.filter({ !$0.isRetired && !menu.isSoldOut($0) })
                .randomElement()
        else { return nil }
        var line = CartLine(itemID: item.id, sizeID: item.sizes.randomElement()?.id)
        for group in menu.groups(of: item) {
            let choices = group.modifiers.filter { !$0.isRetired && !menu.isSoldOut($0) }
            let count = max(group.minimum, Int.random(in: 0...1))
            for modifier in choices.shuffled().prefix(count) {
                line.modifiers.append(ModifierChoice(id: modifier.id))
            }
        }
        return line
    }

    /// Moves the oldest order of each column on, at the pace the orders come in.
    private static func serveOrders(_ services: Services, pause: Duration) async {
        let barista = Actor(
            person: ID("demo-traffic"),
            memberships: [Membership(locationID: DemoShop.firstLocation, role: .barista)])
        while !Task.isCancelled {
            try? await Task.sleep(for: pause)  // cancelled: it ends
            do {
                let queue = try await services.read(
                    QueueQuery(locationID: DemoShop.firstLocation), by: barista)
                for (state, next) in [
                    (OrderState.ready, OrderState.completed), (.preparing, .ready),
                    (.pending, .preparing),
                ] {
                    // Some wait in each column, so that there is something to see.
                    let column = queue.open.filter { $0.order.state == state }
                    guard column.count > 2, let first = column.first else { continue }
                    try await move(first.order, to: next, services, barista)
                }
            } catch {
                continue
            }
        }
    }

    private static func move(
        _ order: Order, to state: OrderState, _ services: Services, _ barista: Actor
    ) async throws {
        var version = order.version
        if state == .completed, order.due > .zero {
            let paid = try await services.perform(
                RecordPayment(
                    id: order.id, kind: Bool.random() ? .cash : .externalCard,
                    seenVersion: version), by: barista)
            version = paid.output.order.version
        }
        _ = try await services.perform(
            MoveOrder(id: order.id, target: state, seenVersion: version), by: barista)
    }
}

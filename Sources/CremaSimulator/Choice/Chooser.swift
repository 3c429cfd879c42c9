import CremaDomain
import CremaServices
import CremaStore

/// Chooses what happens next, by the seed and by how the shop stands.
struct Chooser {
    var random: SeededGenerator
    let cast = Cast.standard
    /// What customers saw priced, for orders that come late.
    var seen: [(cart: Cart, quote: Quote)] = []
    /// Wishes whose answer got lost.
    var repeats: [Wish] = []
    private var keyCount = 0
    private let keyPrefix: String

    /// Open orders above which the bar gets on with its work.
    private static let crowd = 40

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        keyPrefix = String(seed, radix: 36)
    }

    mutating func step(_ shop: ShopModel, at now: Timestamp) -> Step {
        if random.int(1...1500) == 1 {
            return .session(random.percent(70) ? .signIn : .signInWrongly)
        }
        if random.int(1...60) == 1 {
            return .session(
                random.weighted([
                    (6, .refresh), (4, .refreshAgain), (1, .refreshWithNonsense), (1, .signOut),
                ]))
        }
        if random.int(1...400) == 1 { return .tidy }
        let first = wish(shop, at: now)
        guard random.percent(30) else { return .wishes([first]) }
        var wishes = [first]
        for _ in 0..<random.one(of: [1, 1, 2, 3]) {
            wishes.append(
                random.percent(60) ? rival(of: first, shop, at: now) : wish(shop, at: now))
        }
        return .wishes(wishes)
    }

    /// How much time passes before a step, in milliseconds; seldom it goes back.
    mutating func pause(_ shop: ShopModel, at now: Timestamp) -> Int64 {
        switch random.int(1...1000) {
        case 1...2: return toTransition(shop, at: now)
        case 3...6: return toMidnight(shop, at: now)
        case 7...9: return -Int64(random.int(1...3_600_000))
        case 10: return -Int64(random.int(1...100_000_000))
        case 11...30: return Int64(random.int(1...10_800_000))
        case 31...120: return Int64(random.int(1...600_000))
        case 121...400: return 0
        default: return Int64(random.int(0...30_000))
        }
    }

    /// To just before a zone's clocks are moved.
    private mutating func toTransition(_ shop: ShopModel, at now: Timestamp) -> Int64 {
        let zone = shop.places[random.one(of: shop.placeIDs)]?.clock.zone
        guard let next = zone?.transitions.first(where: { $0.at > now }),
            next.at.milliseconds - now.milliseconds < 400 * 86_400_000
        else { return 3_600_000 }
        return next.at.milliseconds - now.milliseconds - Int64(random.int(0...7_200_000))
    }

    private mutating func toMidnight(_ shop: ShopModel, at now: Timestamp) -> Int64 {
        guard let clock = shop.places[random.one(of: shop.placeIDs)]?.clock else { return 0 }
        let end = clock.businessDay(clock.businessDate(at: now)).upperBound
        return max(0, end.milliseconds - now.milliseconds - Int64(random.int(-60_000...600_000)))
    }

    private mutating func wish(_ shop: ShopModel, at now: Timestamp) -> Wish {
        let isCrowded = shop.openIDs.count > Chooser.crowd
        let work = isCrowded ? 80 : 34
        let kind = random.weighted([
            (isCrowded ? 8 : 30, 0), (work, 1), (10, 2), (4, 3), (1, 4), (1, 5), (8, 6), (2, 7),
            (4, 8), (2, 9), (3, 10),
        ])
        switch kind {
        case 0: return placing(shop, at: now)
        case 1: return orderWork(shop)
        case 2: return cartEdit(shop)
        case 3: return availability(shop)
        case 4: return publishing(shop)
        case 5: return settings(shop)
        case 6: return repeated() ?? placing(shop, at: now)
        case 7: return Wish(operation: .expire, actor: .system)
        case 8: return quoting(shop)
        case 9: return cancelling(shop)
        default: return reading(shop)
        }
    }

    /// One who wants something of the same at the same moment.
    private mutating func rival(of wish: Wish, _ shop: ShopModel, at now: Timestamp) -> Wish {
        if wish.key != nil, random.percent(35) { return wish }
        switch wish.operation {
        case .place, .quote:
            switch random.int(1...5) {
            case 1: return publishing(shop)
            case 2: return settings(shop)
            case 3: return availability(shop)
            default:
                var other = wish
                other.actor = random.one(of: cast.customers)
                if case .place = wish.operation { other.key = newKey() }
                return other
            }
        case .move(let id, _, _, _), .pay(let id, _, _), .tick(let id, _, _), .readOrder(let id):
            return shop.orders[id].map { work(on: $0, shop) } ?? orderWork(shop)
        case .expire: return orderWork(shop)
        default: return placing(shop, at: now)
        }
    }

    mutating func newKey() -> WishKey {
        keyCount += 1
        return WishKey(name: "\(keyPrefix)-\(keyCount)", body: random.next())
    }

    /// Most requests come under a key.
    mutating func maybeKey() -> WishKey? { random.percent(75) ? newKey() : nil }

    private mutating func repeated() -> Wish? {
        guard !repeats.isEmpty else { return nil }
        let index = random.int(0...repeats.count - 1)
        var wish = random.percent(40) ? repeats[index] : repeats.remove(at: index)
        // A client that sends something else under a key it has used.
        if random.percent(10), let key = wish.key {
            wish.key = WishKey(name: key.name, body: key.body ^ 1)
        }
        return wish
    }

    /// Takes note of how a wish ended. Some callers never learn it, and ask again.
    mutating func note(_ wish: Wish, _ outcome: Outcome) {
        if case .done(.quote(let quote), _) = outcome, case .quote(let cart, _) = wish.operation {
            seen.append((cart, quote))
            if seen.count > 12 { seen.removeFirst() }
        }
        guard wish.key != nil, random.percent(12) else { return }
        repeats.append(wish)
        if repeats.count > 60 { repeats.removeFirst() }
    }
}

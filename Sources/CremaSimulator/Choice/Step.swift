import CremaDomain
import CremaServices
import CremaStore

/// One step of a walk.
enum Step: Sendable {
    /// One operation, or a few at once.
    case wishes([Wish])
    /// What needn't be kept is forgotten.
    case tidy
    case session(SessionStep)

    var words: String {
        switch self {
        case .wishes(let wishes): wishes.map(\.words).joined(separator: " | ")
        case .tidy: "tidy"
        case .session(let step): "\(step)"
        }
    }
}

/// What a member of the staff does with a session.
enum SessionStep: Sendable {
    case signIn
    case signInWrongly
    /// With the token given out last.
    case refresh
    /// With the one before it, as somebody does whose answer got lost.
    case refreshAgain
    case refreshWithNonsense
    case signOut
}

extension Wish {
    /// As a report shows it.
    var words: String {
        let who = actor.person?.rawValue ?? actor.device?.rawValue ?? "a guest"
        let what =
            switch operation {
            case .quote(let cart, _): "quotes \(cart.lines.count) lines at \(cart.locationID)"
            case .place(let request):
                "places \(request.cart.lines.count) lines at \(request.cart.locationID)"
            case .editCart(let location, _, let edit): "edits the cart at \(location): \(edit)"
            case .move(let id, let target, let reason, let seen):
                "moves \(id) to \(target), sees \(seen.map(String.init) ?? "nothing"), "
                    + "says '\(reason.prefix(12))'"
            case .pay(let id, let kind, let seen):
                "pays \(id) by \(kind), sees \(seen.map(String.init) ?? "nothing")"
            case .tick(let id, let line, let isDone):
                "ticks line \(line) of \(id) \(isDone ? "off" : "on")"
            case .setAvailability(let location, let thing, let change):
                "sets \(thing.id) at \(location): \(change)"
            case .publish: "publishes a menu"
            case .changeLocation(let id, _): "changes \(id)"
            case .expire: "lets orders expire"
            case .readOrder(let id): "reads \(id)"
            }
        return "\(who) \(what)\(key.map { ", key \($0.name) body \($0.body)" } ?? "")"
    }
}

import CremaDomain
import CremaServices
import CremaStore

/// Who takes part in a walk.
struct Cast: Sendable {
    static let corner = ID<Location>("corner")
    static let harbour = ID<Location>("harbour")
    static let places = [corner, harbour]

    /// People with an account, and phones without one.
    let customers: [Actor]
    let baristas: [ID<Location>: Actor]
    let owner: Actor

    static let standard = Cast(
        customers: ["ada", "bo", "cleo", "dev"].map { Actor(person: ID($0)) }
            + ["phone", "tablet", "laptop"].map { Actor(device: ID($0)) },
        baristas: [
            corner: Actor(
                person: ID("ben"), memberships: [Membership(locationID: corner, role: .barista)]),
            harbour: Actor(
                person: ID("hugo"),
                memberships: [Membership(locationID: harbour, role: .manager)]),
        ],
        owner: Actor(
            person: ID("olga"), memberships: [Membership(locationID: nil, role: .owner)]))

    func barista(at location: ID<Location>) -> Actor { baristas[location] ?? owner }

    /// Staff of another place, who have no say at this one.
    func stranger(at location: ID<Location>) -> Actor {
        barista(at: location == Cast.corner ? Cast.harbour : Cast.corner)
    }
}

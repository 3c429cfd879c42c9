package import CremaDomain

/// Who works for the shop, as those see it who manage people.
package struct PeopleModel: Sendable {
    /// A role at a place, and whether the one who looks may change it.
    package struct HeldRole: Sendable {
        /// Nil for all places.
        package let locationID: ID<Location>?
        /// Empty for all places.
        package let locationName: String
        package let role: Role
        /// The roles that it may be changed to, its own among them; empty where it may not.
        package let offered: [Role]

        package init(
            locationID: ID<Location>?, locationName: String, role: Role, offered: [Role]
        ) {
            self.locationID = locationID
            self.locationName = locationName
            self.role = role
            self.offered = offered
        }
    }

    package struct Member: Sendable {
        package let id: ID<Person>
        package let name: String
        package let email: String
        package let roles: [HeldRole]

        package init(id: ID<Person>, name: String, email: String, roles: [HeldRole]) {
            self.id = id
            self.name = name
            self.email = email
            self.roles = roles
        }
    }

    package struct Invited: Sendable {
        /// Of the invitation.
        package let id: String
        package let email: String
        package let locationName: String
        package let role: Role
        package let canWithdraw: Bool

        package init(
            id: String, email: String, locationName: String, role: Role, canWithdraw: Bool
        ) {
            self.id = id
            self.email = email
            self.locationName = locationName
            self.role = role
            self.canWithdraw = canWithdraw
        }
    }

    /// Where somebody can be invited to, with the roles that can be given there.
    package struct Place: Sendable {
        /// Nil for all places.
        package let id: ID<Location>?
        package let name: String
        package let roles: [Role]

        package init(id: ID<Location>?, name: String, roles: [Role]) {
            self.id = id
            self.name = name
            self.roles = roles
        }
    }

    package let members: [Member]
    package let invited: [Invited]
    package let places: [Place]
    /// The shop can send the mail of an invitation.
    package let sendsMail: Bool
    /// Of the form to invite.
    package let requestKey: String
    package var email = ""
    package var notice: PeopleNotice?
    package var problem: FormProblem?

    package init(
        members: [Member], invited: [Invited], places: [Place], sendsMail: Bool,
        requestKey: String
    ) {
        self.members = members
        self.invited = invited
        self.places = places
        self.sendsMail = sendsMail
        self.requestKey = requestKey
    }
}

/// What was done, said once on the page that follows.
package enum PeopleNotice: String, Hashable, Sendable {
    case invited, withdrawn, changed
}

/// An invitation as the one invited sees it.
package struct InvitationModel: Sendable {
    package enum Step: Hashable, Sendable {
        /// The actor is the one invited.
        case accept
        /// The address has an account, that nobody is signed in to here.
        case signIn
        /// The address has no account yet.
        case signUp
    }

    package let token: String
    package let email: String
    /// Who invites; may be empty.
    package let inviter: String
    /// Empty for all places.
    package let locationName: String
    package let role: Role
    package let step: Step
    package var name = ""
    package var problem: FormProblem?

    package init(
        token: String, email: String, inviter: String, locationName: String, role: Role,
        step: Step
    ) {
        self.token = token
        self.email = email
        self.inviter = inviter
        self.locationName = locationName
        self.role = role
        self.step = step
    }
}

import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `GET /api/v1/staff`
    func listStaff(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let staff = try await read(StaffQuery(), context)
        return try json(
            StaffResponse(
                staff: staff.people.map { person in
                    StaffMemberValue(
                        id: person.id.rawValue, name: person.name, email: person.email,
                        roles: person.memberships.map {
                            RoleValue(
                                locationId: $0.locationID?.rawValue, role: $0.role.rawValue)
                        })
                }, invitations: staff.invitations.map(InvitationValue.init)))
    }

    /// `POST /api/v1/invitations`
    func createInvitation(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try await keyed(.createInvitation, context) { (key) async throws(Problem) in
            let body = try JSONText.decode(InvitationRequest.self, context.request)
            let membership = Membership(
                locationID: try body.locationId.map(location), role: try staffRole(body.role))
            let made = try await invite(
                email: try TypedText.checked(body.email, field: "email"), membership, key: key,
                context)
            let response = try self.json(InvitationValue(made.output), status: 201)
            return self.marked(response, isReplay: made.isReplay)
        }
    }

    func invite(
        email: String, _ membership: Membership, key: RequestKey?, _ context: RequestContext
    ) async throws(Problem) -> Performed<InvitationRecord> {
        // Who may is asked first: whether there is a mail server is the managers' business.
        guard context.actor.highestRole.rank >= Role.manager.rank else {
            throw ErrorMapping.problem(
                context.actor.person == nil ? Denial.signInNeeded : .forbidden)
        }
        try requireMail()
        do throws(Failure<StaffRefusal>) {
            return try await services.perform(
                InviteStaff(
                    newID: services.environment.makeID(), email: email, membership: membership,
                    language: context.language.tag), by: context.actor, key: key)
        } catch {
            throw staffProblem(error, context)
        }
    }

    private func staffProblem(
        _ failure: Failure<StaffRefusal>, _ context: RequestContext
    ) -> Problem {
        ErrorMapping.problem(failure) {
            ErrorMapping.problem($0, words: Words(context.language))
        }
    }

    private func location(_ text: String) throws(Problem) -> ID<Location> {
        guard let id = ID<Location>(checking: text) else {
            throw Problem(.notFound, "The shop has no such location.", field: "locationId")
        }
        return id
    }

    func staffRole(_ text: String) throws(Problem) -> Role {
        guard let role = Role(rawValue: text), role.isStaff else {
            throw Problem(.invalidField, "barista, manager or owner is needed.", field: "role")
        }
        return role
    }

    /// `DELETE /api/v1/invitations/{id}`
    func deleteInvitation(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard let id: ID<Invitation> = context.id("id") else {
            throw ErrorMapping.problem(Denial.notFound)
        }
        try await withdraw(id, context)
        return HTTPResponse(status: 204)
    }

    func withdraw(_ id: ID<Invitation>, _ context: RequestContext) async throws(Problem) {
        do throws(Failure<StaffRefusal>) {
            _ = try await services.perform(WithdrawInvitation(id: id), by: context.actor)
        } catch {
            throw staffProblem(error, context)
        }
    }

    /// `PUT /api/v1/staff/{id}/roles/{location}`
    func setRole(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let body = try JSONText.decode(RoleRequest.self, context.request)
        try await changeRole(to: try staffRole(body.role), context)
        return HTTPResponse(status: 204)
    }

    /// `DELETE /api/v1/staff/{id}/roles/{location}`
    func deleteRole(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try await changeRole(to: nil, context)
        return HTTPResponse(status: 204)
    }

    /// Of the person and the place that the address names; `all` for all places.
    func changeRole(to role: Role?, _ context: RequestContext) async throws(Problem) {
        guard let person: ID<Person> = context.id("id"),
            let place: ID<Location> = context.id("location")
        else { throw ErrorMapping.problem(Denial.notFound) }
        do throws(Failure<StaffRefusal>) {
            _ = try await services.perform(
                ChangeRole(
                    person: person, locationID: place.rawValue == "all" ? nil : place,
                    role: role), by: context.actor)
        } catch {
            throw staffProblem(error, context)
        }
        sessions.forget(person)
    }

    /// Takes the role of the link that was shown.
    func acceptInvitation(_ id: ID<Invitation>, _ context: RequestContext) async throws(Problem) {
        do throws(Failure<StaffRefusal>) {
            _ = try await services.perform(AcceptInvitation(id: id), by: context.actor)
        } catch {
            throw staffProblem(error, context)
        }
        if let person = context.actor.person { sessions.forget(person) }
    }
}

extension InvitationValue {
    init(_ invitation: InvitationRecord) {
        self.init(
            id: invitation.id.rawValue, email: invitation.email,
            locationId: invitation.membership.locationID?.rawValue,
            role: invitation.membership.role.rawValue, expiresAt: invitation.expiresAt.rfc3339)
    }
}

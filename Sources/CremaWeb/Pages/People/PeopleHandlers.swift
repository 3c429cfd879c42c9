import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `GET /manage/people`
    func peoplePage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard context.actor.person != nil else { return signInFirst(context) }
        var model = try await peopleModel(context)
        model.notice = context.query["done"].flatMap { PeopleNotice(rawValue: $0) }
        return .page(PeopleView.page(model, pageContext(context)))
    }

    private func peopleModel(_ context: RequestContext) async throws(Problem) -> PeopleModel {
        let staff = try await read(StaffQuery(), context)
        let places = try await allPlaces().map(\.location)
        let names = Dictionary(uniqueKeysWithValues: places.map { ($0.id, $0.name) })
        func name(_ membership: Membership) -> String {
            membership.locationID.map { names[$0] ?? $0.rawValue } ?? ""
        }
        func offered(_ location: ID<Location>?) -> [Role] {
            [Role.barista, .manager, .owner].filter {
                Staffing.mayGive(Membership(locationID: location, role: $0), context.actor)
            }
        }
        let members = staff.people.map { person in
            PeopleModel.Member(
                id: person.id, name: person.name, email: person.email,
                roles: person.memberships.map { held in
                    PeopleModel.HeldRole(
                        locationID: held.locationID, locationName: name(held), role: held.role,
                        offered: Staffing.mayGive(held, context.actor)
                            ? offered(held.locationID) : [])
                })
        }
        let everywhere = PeopleModel.Place(id: nil, name: "", roles: offered(nil))
        let each = places.map {
            PeopleModel.Place(
                id: $0.id, name: $0.name, roles: offered($0.id).filter { $0 != .owner })
        }
        return PeopleModel(
            members: members,
            invited: staff.invitations.map { invitation in
                PeopleModel.Invited(
                    id: invitation.id.rawValue, email: invitation.email,
                    locationName: name(invitation.membership), role: invitation.membership.role,
                    canWithdraw: Staffing.mayGive(invitation.membership, context.actor))
            }, places: (each + [everywhere]).filter { !$0.roles.isEmpty },
            sendsMail: settings.sendsMail, requestKey: newKey())
    }

    /// `POST /manage/people`
    func inviteFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let form = try form(context)
        let email = form["email"] ?? ""
        do throws(Problem) {
            _ = try await invite(
                email: try TypedText.checked(email, field: "email"),
                try membership(form["role"] ?? ""), key: try formKey(form, context), context)
        } catch {
            return try await peoplePage(error, email: email, context)
        }
        return .seeOther(.people(notice: .invited))
    }

    /// The page once more, with what stands against a change.
    private func peoplePage(
        _ problem: Problem, email: String = "", _ context: RequestContext
    ) async throws(Problem) -> HTTPResponse {
        let said = try formProblem(problem, context)
        var model = try await peopleModel(context)
        model.email = email
        model.problem = said
        return .page(PeopleView.page(model, pageContext(context)), status: problem.kind.status)
    }

    /// "barista old-mill", "owner all".
    private func membership(_ text: String) throws(Problem) -> Membership {
        let parts = text.unicodeScalars.split(separator: " ").map { String($0) }
        guard parts.count == 2, let location = ID<Location>(checking: parts[1]) else {
            throw Problem(.invalidField, "A role and a place are needed.", field: "role")
        }
        return Membership(
            locationID: parts[1] == "all" ? nil : location, role: try staffRole(parts[0]))
    }

    /// `POST /manage/people/{id}/roles/{location}`
    func changeRoleFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let wish = try form(context)["role"] ?? ""
        do throws(Problem) {
            try await changeRole(to: wish == "none" ? nil : try staffRole(wish), context)
        } catch {
            return try await peoplePage(error, context)
        }
        return .seeOther(.people(notice: .changed))
    }

    /// `POST /manage/invitations/{id}/withdraw`
    func withdrawFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard let id: ID<Invitation> = context.id("id") else {
            throw ErrorMapping.problem(Denial.notFound)
        }
        try await withdraw(id, context)
        return .seeOther(.people(notice: .withdrawn))
    }

    /// `GET /invitation?token=`
    func invitationPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard let model = try await invitationModel(context.query["token"] ?? "", context) else {
            return .page(MailLinkView.notValid(pageContext(context)), status: 422)
        }
        return .page(InvitationView.page(model, pageContext(context)))
    }

    /// Nil where the link is over.
    private func invitationModel(
        _ token: String, _ context: RequestContext
    ) async throws(Problem) -> InvitationModel? {
        let id = InvitationToken.invitation(of: token, services.environment.secrets)
        let invited: InvitationQuery.Invited
        do throws(Problem) {
            invited = try await read(InvitationQuery(id: id), context)
        } catch  where error.kind == .notFound {
            return nil
        }
        let location = invited.invitation.membership.locationID
        let place = try await allPlaces().first { $0.location.id == location }
        return InvitationModel(
            token: token, email: invited.invitation.email, inviter: invited.inviter,
            locationName: place?.location.name ?? "", role: invited.invitation.membership.role,
            step: invited.isActor ? .accept : invited.hasAccount ? .signIn : .signUp)
    }

    /// `POST /invitation`
    func answerInvitation(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try limit(.order, sender: "mail-link:\(context.client)")
        let form = try form(context)
        guard var model = try await invitationModel(form["token"] ?? "", context),
            let id = InvitationToken.invitation(
                of: model.token, services.environment.secrets)
        else { return .page(MailLinkView.notValid(pageContext(context)), status: 422) }
        do throws(Problem) {
            switch model.step {
            case .accept:
                try await acceptInvitation(id, context)
                return .seeOther(.bars)
            case .signIn:
                return .seeOther(.signIn(returning: .invitation(token: model.token)))
            case .signUp:
                model.name = form["name"] ?? ""
                let wish = SignUp(
                    email: model.email, password: form["password"] ?? "",
                    name: try TypedText.checked(model.name, field: "name"), wantsNews: false,
                    language: context.language.tag, invitation: id)
                let tokens = try await signUp(wish, kind: .browser, context)
                return try await signedIn(tokens, lands: .bars, context)
            }
        } catch {
            model.problem = try formProblem(error, context)
            return .page(
                InvitationView.page(model, pageContext(context)), status: error.kind.status)
        }
    }
}

import CremaDomain

/// Who works for the shop: roles, and invitations.
package enum PeopleView {
    package static func page(_ model: PeopleModel, _ context: PageContext) -> HTML {
        let words = context.words
        return Layout(title: words(.peopleTitle), tab: .manage).page(context) {
            div(.class("column stack")) {
                h1 { words(.peopleTitle) }
                a(.dayReports, .class("button chip start")) { words(.reportsTitle) }
                if let notice = model.notice { Piece.notice(words.notice(notice)) }
                if let sentence = model.problem.besides("email") { Piece.alert(sentence) }
                ul(.class("card changes")) {
                    for member in model.members { row(member, words) }
                }
                if !model.invited.isEmpty {
                    h2 { words(.invitedTitle) }
                    ul(.class("card changes")) {
                        for invited in model.invited { row(invited, words) }
                    }
                }
                invitation(model, words)
            }
        }
    }

    private static func row(_ member: PeopleModel.Member, _ words: Words) -> HTML {
        li(.class("pad stack tight")) {
            element("strong") { typed(member.name) }
            span(.class("soft small"), Attribute("dir", "ltr")) { typed(member.email) }
            for role in member.roles {
                if role.offered.isEmpty {
                    span { words.held(role.role, at: role.locationName) }
                } else {
                    form(to: .changeRole(member.id, role.locationID), .class("row wrap")) {
                        label(.class("field grow")) {
                            span(.class("small")) {
                                if role.locationName.isEmpty {
                                    words(.allPlaces)
                                } else {
                                    typed(role.locationName)
                                }
                            }
                            element("select", .name("role")) {
                                for offered in role.offered {
                                    option(offered, isChosen: offered == role.role, words)
                                }
                                element("option", .value("none")) { words(.noRole) }
                            }
                        }
                        button { words(.save) }
                    }
                }
            }
        }
    }

    private static func option(_ role: Role, isChosen: Bool, _ words: Words) -> HTML {
        element(
            "option", .value(role.rawValue), Attribute("selected", when: isChosen)
        ) { words.role(role) }
    }

    private static func row(_ invited: PeopleModel.Invited, _ words: Words) -> HTML {
        li(.class("pad row spread")) {
            span(.class("stack tight")) {
                span(Attribute("dir", "ltr")) { typed(invited.email) }
                span(.class("soft small")) { words.held(invited.role, at: invited.locationName) }
            }
            if invited.canWithdraw {
                form(to: .withdrawInvitation(invited.id)) {
                    button(.class("small")) { words(.withdraw) }
                }
            }
        }
    }

    private static func invitation(_ model: PeopleModel, _ words: Words) -> HTML {
        section(.class("stack"), .id("invite")) {
            h2 { words(.inviteTitle) }
            if model.sendsMail {
                form(to: .people, .class("card pad stack")) {
                    hidden("key", model.requestKey)
                    TextField(
                        name: "email", words: words(.email), kind: .email, autocomplete: "off",
                        value: model.email, problem: model.problem.of("email")
                    ).html
                    label(.class("field")) {
                        span { words(.roleAndPlace) }
                        element("select", .name("role"), .id("role")) {
                            for place in model.places {
                                for role in place.roles {
                                    element(
                                        "option",
                                        .value(
                                            role.rawValue + " " + (place.id?.rawValue ?? "all"))
                                    ) { words.held(role, at: place.name) }
                                }
                            }
                        }
                    }
                    button(.class("primary")) { span { words(.inviteDo) } }
                }
            } else {
                p(.class("soft")) { words(.inviteNoMail) }
            }
        }
    }
}

/// What the one invited answers.
package enum InvitationView {
    package static func page(_ model: InvitationModel, _ context: PageContext) -> HTML {
        let words = context.words
        return Layout(title: words(.invitationTitle)).page(context) {
            div(.class("column narrow stack")) {
                h1 { words(.invitationTitle) }
                p {
                    model.inviter.isEmpty
                        ? words(
                            .invitationIntro, words.held(model.role, at: model.locationName),
                            context.shopName)
                        : words(
                            .invitationBy, model.inviter,
                            words.held(model.role, at: model.locationName), context.shopName)
                }
                if let sentence = model.problem.besides("name", "password") {
                    Piece.alert(sentence)
                }
                answer(model, words)
            }
        }
    }

    private static func answer(_ model: InvitationModel, _ words: Words) -> HTML {
        switch model.step {
        case .accept:
            form(to: .invitation, .class("card pad stack")) {
                hidden("token", model.token)
                button(.class("primary")) { span { words(.invitationDo) } }
            }
        case .signIn:
            group {
                p { words(.invitationSignIn, model.email) }
                a(.signIn(returning: .invitation(token: model.token)), .class("button")) {
                    words(.signInTitle)
                }
            }
        case .signUp:
            form(to: .invitation, .class("card pad stack")) {
                hidden("token", model.token)
                div(.class("field")) {
                    span(.class("fieldname")) { words(.email) }
                    span(Attribute("dir", "ltr")) { typed(model.email) }
                }
                TextField(
                    name: "name", words: words(.yourName), kind: .text, autocomplete: "name",
                    value: model.name, limit: Limits.nameCharacters,
                    problem: model.problem.of("name")
                ).html
                TextField(
                    name: "password", words: words(.password), kind: .password,
                    autocomplete: "new-password", hint: words(.passwordHint),
                    problem: model.problem.of("password")
                ).html
                button(.class("primary")) { span { words(.invitationDo) } }
            }
        }
    }
}

extension Words {
    func role(_ role: Role) -> String {
        switch role {
        case .guest: self(.roleGuest)
        case .customer: self(.roleCustomer)
        case .barista: self(.roleBarista)
        case .manager: self(.roleManager)
        case .owner: self(.roleOwner)
        }
    }

    /// "Barista, Old Mill". - Parameter place: empty for all places.
    func held(_ role: Role, at place: String) -> String {
        self(.roleAt, self.role(role), place.isEmpty ? self(.allPlaces) : place)
    }

    func notice(_ notice: PeopleNotice) -> String {
        switch notice {
        case .invited: self(.noticeInvited)
        case .withdrawn: self(.noticeWithdrawn)
        case .changed: self(.noticeSaved)
        }
    }
}

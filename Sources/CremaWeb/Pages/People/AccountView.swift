import CremaDomain

/// Someone's own account: name, password, where it is signed in, what is kept, and its end.
package enum AccountView {
    package static func page(_ model: AccountModel, _ context: PageContext) -> HTML {
        let words = context.words
        return Layout(title: words(.accountTitle)).page(context) {
            div(.class("column stack")) {
                h1 { words(.accountTitle) }
                if let notice = model.notice { Piece.notice(words.notice(notice)) }
                if model.canVerify { verification(words) }
                if model.claimableOrders > 0 { claim(model, words) }
                profile(model, words)
                password(model, words)
                sessions(model, words)
                export(words)
                closing(model, words)
            }
        }
    }

    /// The account closed: nobody is signed in any more.
    package static func closed(_ context: PageContext) -> HTML {
        let words = context.words
        return Layout(title: words(.accountClosed)).page(context) {
            div(.class("column narrow stack")) {
                h1 { words(.accountClosed) }
                p { words(.accountClosedHint) }
                a(.home, .class("button")) { words(.toHome) }
            }
        }
    }

    private static func verification(_ words: Words) -> HTML {
        form(to: .accountVerification, .class("card pad stack")) {
            p { words(.notVerified) }
            button { words(.verifyAgain) }
        }
    }

    private static func claim(_ model: AccountModel, _ words: Words) -> HTML {
        form(to: .accountClaim, .class("card pad stack")) {
            p { words(.claimableOrders, model.claimableOrders) }
            button { words(.claimDo) }
        }
    }

    private static func profile(_ model: AccountModel, _ words: Words) -> HTML {
        let problem = model.problem(of: .profile)
        return form(to: .accountProfile, .class("card pad stack")) {
            div(.class("field")) {
                span(.class("fieldname")) { words(.email) }
                span(.id("address"), Attribute("dir", "ltr")) { typed(model.email) }
            }
            TextField(
                name: "name", words: words(.nameForOrder), kind: .text,
                autocomplete: "given-name", value: model.name, limit: Limits.nameCharacters,
                hint: words(.nameForOrderHint), problem: problem.of("name")
            ).html
            CheckBox.html(words(.wantsNews), name: "news", isOn: model.wantsNews)
            if let sentence = problem.besides("name") { Piece.alert(sentence) }
            button { words(.save) }
        }
    }

    private static func password(_ model: AccountModel, _ words: Words) -> HTML {
        let problem = model.problem(of: .password)
        return form(to: .accountPassword, .class("card pad stack")) {
            h2 { words(.changePassword) }
            // Tells a password manager whose it is.
            input(
                .type("text"), .name("username"), .value(model.email),
                Attribute("autocomplete", "username"), Attribute("hidden", when: true))
            if let sentence = problem.besides("current", "new") { Piece.alert(sentence) }
            TextField(
                name: "current", words: words(.currentPassword), kind: .password,
                autocomplete: "current-password", problem: problem.of("current")
            ).html
            TextField(
                name: "new", words: words(.newPassword), kind: .password,
                autocomplete: "new-password", hint: words(.passwordHint),
                problem: problem.of("new")
            ).html
            p(.class("soft small")) { words(.passwordEndsOthers) }
            button { words(.changePassword) }
        }
    }

    private static func sessions(_ model: AccountModel, _ words: Words) -> HTML {
        section(.class("stack"), .id("sessions")) {
            h2 { words(.sessionsTitle) }
            ul(.class("card changes")) {
                for session in model.sessions { row(session, words) }
            }
            if model.sessions.contains(where: { !$0.isCurrent }) {
                form(to: .accountEndOthers) { button { words(.endOthers) } }
            }
        }
    }

    private static func row(_ session: AccountModel.OpenSession, _ words: Words) -> HTML {
        li {
            div(.class("pad row spread")) {
                span(.class("stack tight")) {
                    span {
                        session.client.isEmpty
                            ? .text(words(.unknownClient)) : typed(session.client)
                    }
                    element(
                        "time", .class("soft small"), Attribute("datetime", session.since.iso)
                    ) { words(.signedInSince, words.dateAndTime(session.since)) }
                }
                if session.isCurrent {
                    Piece.pill(words(.thisSession), dot: "on")
                } else {
                    form(to: .accountEndSession(session.id)) {
                        button(.class("small")) { words(.endSession) }
                    }
                }
            }
        }
    }

    private static func export(_ words: Words) -> HTML {
        section(.class("stack")) {
            h2 { words(.exportTitle) }
            p(.class("soft")) { words(.exportHint) }
            a(.accountExport, .class("button start"), Attribute("download", "crema.json")) {
                words(.exportDo)
            }
        }
    }

    private static func closing(_ model: AccountModel, _ words: Words) -> HTML {
        let problem = model.problem(of: .closing)
        return element(
            "details", .id("closing"), .class("card pad"), Attribute("open", when: problem != nil)
        ) {
            element("summary") { words(.closeTitle) }
            form(to: .accountClose, .class("stack")) {
                p { words(.closeHint) }
                if let sentence = problem.besides("password") { Piece.alert(sentence) }
                TextField(
                    name: "password", words: words(.password), kind: .password,
                    autocomplete: "current-password", problem: problem.of("password"),
                    id: "closing-password"
                ).html
                button(.class("danger")) { words(.closeDo) }
            }
        }
    }
}

extension Words {
    func notice(_ notice: AccountNotice) -> String {
        switch notice {
        case .welcome: self(.noticeWelcome)
        case .saved: self(.noticeSaved)
        case .password: self(.noticePassword)
        case .sessions: self(.noticeSessions)
        case .claimed: self(.noticeClaimed)
        case .mailed: self(.noticeMailed)
        }
    }
}

import CremaDomain

/// Pages around the links that mails carry.
package enum MailLinkView {
    /// Asks for a link to set a new password.
    package static func forgot(
        email: String, problem: FormProblem?, _ context: PageContext
    ) -> HTML {
        let words = context.words
        return narrow(words(.forgotTitle), context) {
            p(.class("soft")) { words(.forgotIntro) }
            if let sentence = problem.besides("email") { Piece.alert(sentence) }
            form(to: .forgotPassword, .class("card pad stack")) {
                TextField(
                    name: "email", words: words(.email), kind: .email, autocomplete: "username",
                    value: email, problem: problem.of("email")
                ).html
                button(.class("primary")) { span { words(.forgotDo) } }
            }
        }
    }

    /// What is said to everybody who asked.
    package static func sent(_ context: PageContext) -> HTML {
        let words = context.words
        return narrow(words(.forgotSentTitle), context) {
            p { words(.forgotSent) }
            a(.signIn, .class("button")) { words(.signInTitle) }
        }
    }

    /// Takes a new password for the link of a mail.
    package static func reset(
        token: String, problem: FormProblem?, _ context: PageContext
    ) -> HTML {
        let words = context.words
        return narrow(words(.resetTitle), context) {
            if let sentence = problem.besides("password") { Piece.alert(sentence) }
            form(to: .resetPassword, .class("card pad stack")) {
                hidden("token", token)
                TextField(
                    name: "password", words: words(.newPassword), kind: .password,
                    autocomplete: "new-password", hint: words(.passwordHint),
                    problem: problem.of("password")
                ).html
                button(.class("primary")) { span { words(.resetDo) } }
            }
        }
    }

    /// Takes the tap that says whose an address is: programs that look through mails open links,
    /// but tap on nothing.
    package static func verify(
        token: String, problem: FormProblem?, _ context: PageContext
    ) -> HTML {
        let words = context.words
        return narrow(words(.verifyTitle), context) {
            if let sentence = problem.besides() { Piece.alert(sentence) }
            form(to: .verifyEmail, .class("card pad stack")) {
                hidden("token", token)
                p { words(.verifyIntro) }
                button(.class("primary")) { span { words(.verifyDo) } }
            }
        }
    }

    /// A link that opens nothing.
    package static func notValid(_ context: PageContext) -> HTML {
        let words = context.words
        return narrow(words(.linkOverTitle), context) {
            p { words(.linkOver) }
            a(.forgotPassword, .class("button")) { words(.forgotTitle) }
        }
    }

    /// It was done.
    package static func done(_ sentence: String, _ context: PageContext) -> HTML {
        narrow(sentence, context) {
            a(context.personName.isEmpty ? .signIn : .account(), .class("button")) {
                context.words(context.personName.isEmpty ? .signInTitle : .accountTitle)
            }
        }
    }

    private static func narrow(
        _ title: String, _ context: PageContext, @HTMLBuilder content: () -> [HTML]
    ) -> HTML {
        Layout(title: title).page(context) {
            div(.class("column narrow stack")) {
                h1 { title }
                content()
            }
        }
    }
}

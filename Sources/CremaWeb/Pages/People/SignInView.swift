import CremaDomain

/// The page to sign in.
package enum SignInView {
    package static func page(_ model: SignInModel, _ context: PageContext) -> HTML {
        let words = context.words
        return Layout(title: words(.signInTitle)).page(context) {
            div(.class("column narrow stack")) {
                h1 { words(.signInTitle) }
                p(.class("soft")) { words(.signInNotNeeded) }
                if let problem = model.problem { Piece.alert(sentence(problem, words)) }
                form(to: .signIn, .class("card pad stack")) {
                    hidden("return", model.returnPath.text)
                    TextField(
                        name: "email", words: words(.email), kind: .email,
                        autocomplete: "username", value: model.email
                    ).html
                    TextField(
                        name: "password", words: words(.password), kind: .password,
                        autocomplete: "current-password"
                    ).html
                    button(.class("primary")) { span { words(.signIn) } }
                }
                if model.sendsMail {
                    a(.forgotPassword, .class("button start")) { words(.forgotTitle) }
                }
                p(.class("row spread wrap")) {
                    span(.class("soft")) { words(.noAccountYet) }
                    a(.signUp(returning: model.returnPath), .class("button")) {
                        words(.signUpTitle)
                    }
                }
            }
        }
    }

    private static func sentence(_ problem: SignInProblem, _ words: Words) -> String {
        switch problem {
        case .wrong: words(.signInWrong)
        case .tooManyTries(let seconds): words(.tryAgainSeconds, seconds)
        }
    }
}

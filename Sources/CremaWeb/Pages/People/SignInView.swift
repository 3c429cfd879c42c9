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
                    field(
                        words(.email), type: "email", name: "email", value: model.email,
                        autocomplete: "username")
                    field(
                        words(.password), type: "password", name: "password", value: "",
                        autocomplete: "current-password")
                    button(.class("primary")) { span { words(.signIn) } }
                }
            }
        }
    }

    private static func field(
        _ words: String, type: String, name: String, value: String, autocomplete: String
    ) -> HTML {
        label(.class("field")) {
            span { words }
            input(
                .type(type), .name(name), .id(name), .value(value),
                Attribute("autocomplete", autocomplete), Attribute("required", when: true),
                Attribute("maxlength", "254"), Attribute("dir", "ltr"))
        }
    }

    private static func sentence(_ problem: SignInProblem, _ words: Words) -> String {
        switch problem {
        case .wrong: words(.signInWrong)
        case .tooManyTries(let seconds): words(.tryAgainSeconds, seconds)
        }
    }
}

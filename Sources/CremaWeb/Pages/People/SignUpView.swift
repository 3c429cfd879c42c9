import CremaDomain

/// The page to sign up.
package struct SignUpModel: Hashable, Sendable {
    package var email = ""
    package var name = ""
    package var wantsNews = false
    package var returnPath: Path = .home
    package var problem: FormProblem?

    package init() {}
}

/// What is wrong with a form: the field, and a sentence for it.
package struct FormProblem: Hashable, Sendable {
    /// Empty where it is the form as a whole.
    package let field: String
    package let sentence: String

    package init(field: String, sentence: String) {
        self.field = field
        self.sentence = sentence
    }
}

extension FormProblem? {
    /// What is wrong with one field; empty where nothing is.
    func of(_ field: String) -> String {
        self.flatMap { $0.field == field ? $0.sentence : nil } ?? ""
    }

    /// What is wrong, where it is none of these fields.
    func besides(_ fields: String...) -> String? {
        self.flatMap { fields.contains($0.field) ? nil : $0.sentence }
    }
}

/// The page to sign up.
package enum SignUpView {
    package static func page(_ model: SignUpModel, _ context: PageContext) -> HTML {
        let words = context.words
        return Layout(title: words(.signUpTitle)).page(context) {
            div(.class("column narrow stack")) {
                h1 { words(.signUpTitle) }
                p(.class("soft")) { words(.signUpIntro) }
                if let sentence = model.problem.besides("name", "email", "password") {
                    Piece.alert(sentence)
                }
                form(to: .signUp, .class("card pad stack")) {
                    hidden("return", model.returnPath.text)
                    TextField(
                        name: "name", words: words(.nameForOrder), kind: .text,
                        autocomplete: "given-name", value: model.name,
                        limit: Limits.nameCharacters, hint: words(.nameForOrderHint),
                        problem: model.problem.of("name")
                    ).html
                    TextField(
                        name: "email", words: words(.email), kind: .email,
                        autocomplete: "username", value: model.email,
                        problem: model.problem.of("email")
                    ).html
                    TextField(
                        name: "password", words: words(.password), kind: .password,
                        autocomplete: "new-password", hint: words(.passwordHint),
                        problem: model.problem.of("password")
                    ).html
                    CheckBox.html(words(.wantsNews), name: "news", isOn: model.wantsNews)
                    button(.class("primary")) { span { words(.signUpDo) } }
                }
                p(.class("row spread wrap")) {
                    span(.class("soft")) { words(.haveAccount) }
                    a(.signIn(returning: model.returnPath), .class("button")) {
                        words(.signInTitle)
                    }
                }
            }
        }
    }
}

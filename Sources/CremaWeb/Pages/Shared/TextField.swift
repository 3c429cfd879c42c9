/// A line to type in, with its name above it.
package struct TextField {
    package enum Kind: String {
        case text, email, password
    }

    let name: String
    let words: String
    let kind: Kind
    /// What a browser or a password manager may fill in (HTML, "autofill detail tokens").
    let autocomplete: String
    var value = ""
    var limit = 254
    var hint = ""
    /// What is wrong with what stands in it; empty where nothing is.
    var problem = ""
    /// Where the same page has several fields of one name.
    var id: String?

    var html: HTML {
        let id = id ?? name
        let notes = [hint.isEmpty ? nil : id + "-hint", problem.isEmpty ? nil : id + "-problem"]
        let described = notes.compactMap { $0 }.joined(separator: " ")
        return div(.class("field")) {
            label(.class("fieldname"), Attribute("for", id)) { words }
            input(
                .type(kind.rawValue), .name(name), .id(id), .value(value),
                Attribute("autocomplete", autocomplete), Attribute("required", when: true),
                Attribute("maxlength", String(limit)),
                Attribute("dir", kind == .text ? "auto" : "ltr"),
                Attribute("aria-invalid", optional: problem.isEmpty ? nil : "true"),
                Attribute("aria-describedby", optional: described.isEmpty ? nil : described))
            if !hint.isEmpty { p(.id(id + "-hint"), .class("soft small")) { hint } }
            if !problem.isEmpty { Piece.alert(problem, id: id + "-problem") }
        }
    }
}

/// A box to tick, with its words beside it.
enum CheckBox {
    static func html(_ words: String, name: String, isOn: Bool) -> HTML {
        label(.class("row check")) {
            input(.type("checkbox"), .name(name), .value("1"), .checked(isOn))
            span { words }
        }
    }
}

/// An attribute of an element. Names stand in our source, values are escaped when written.
package struct Attribute: Sendable {
    enum Value: Sendable {
        case absent
        case present
        case text(String)
    }

    let name: StaticString
    let value: Value

    /// An attribute with a value.
    package init(_ name: StaticString, _ value: String) {
        self.name = name
        self.value = .text(value)
    }

    /// An attribute that is there or not.
    package init(_ name: StaticString, when isPresent: Bool) {
        self.name = name
        value = isPresent ? .present : .absent
    }

    /// An attribute with a value, left out where there is none.
    package init(_ name: StaticString, optional value: String?) {
        self.name = name
        self.value = value.map(Value.text) ?? .absent
    }
}

extension Attribute {
    package static func `class`(_ names: String) -> Attribute { Attribute("class", names) }

    /// Class names of which some stand only when they are meant.
    package static func `class`(_ names: String, _ more: (String, when: Bool)...) -> Attribute {
        Attribute("class", more.filter(\.when).reduce(names) { $0 + " " + $1.0 })
    }

    package static func id(_ id: String) -> Attribute { Attribute("id", id) }
    package static func href(_ path: Path) -> Attribute { Attribute("href", path.text) }
    package static func action(_ path: Path) -> Attribute { Attribute("action", path.text) }
    package static func src(_ path: Path) -> Attribute { Attribute("src", path.text) }
    package static func type(_ type: String) -> Attribute { Attribute("type", type) }
    package static func name(_ name: String) -> Attribute { Attribute("name", name) }
    package static func value(_ value: String) -> Attribute { Attribute("value", value) }
    package static func label(_ words: String) -> Attribute { Attribute("aria-label", words) }
    package static func title(_ words: String) -> Attribute { Attribute("title", words) }
    package static func role(_ role: String) -> Attribute { Attribute("role", role) }
    package static func checked(_ isOn: Bool) -> Attribute { Attribute("checked", when: isOn) }
    package static func disabled(_ isOn: Bool) -> Attribute { Attribute("disabled", when: isOn) }

    /// Read to nobody: decoration.
    package static let unspoken = Attribute("aria-hidden", "true")
}

/// htmx: what happens without leaving the page. Each stands beside a plain link or form.
extension Attribute {
    package static func hxGet(_ path: Path) -> Attribute { Attribute("hx-get", path.text) }
    package static func hxPost(_ path: Path) -> Attribute { Attribute("hx-post", path.text) }
    package static func hxTarget(_ selector: String) -> Attribute {
        Attribute("hx-target", selector)
    }
    package static func hxSwap(_ way: String) -> Attribute { Attribute("hx-swap", way) }
    package static func hxTrigger(_ trigger: String) -> Attribute {
        Attribute("hx-trigger", trigger)
    }

    /// Replaced with a fresh one when the stream tells of a version above `version`.
    package static func live(_ topic: String, version: Int64, from path: Path) -> [Attribute] {
        [
            Attribute("data-live", topic), Attribute("data-version", String(version)),
            .hxGet(path), .hxTrigger("refresh"), .hxSwap("outerHTML"),
        ]
    }
}

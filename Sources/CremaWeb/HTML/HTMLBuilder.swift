/// Lets a page be written as it nests.
@resultBuilder package enum HTMLBuilder {
    package static func buildExpression(_ piece: HTML) -> [HTML] { [piece] }
    package static func buildExpression(_ words: String) -> [HTML] { [.text(words)] }
    package static func buildExpression(_ pieces: [HTML]) -> [HTML] { pieces }
    package static func buildBlock(_ parts: [HTML]...) -> [HTML] { parts.flatMap { $0 } }
    package static func buildOptional(_ part: [HTML]?) -> [HTML] { part ?? [] }
    package static func buildEither(first part: [HTML]) -> [HTML] { part }
    package static func buildEither(second part: [HTML]) -> [HTML] { part }
    package static func buildArray(_ parts: [[HTML]]) -> [HTML] { parts.flatMap { $0 } }
}

/// Any element.
package func element(
    _ name: StaticString, _ attributes: [Attribute], @HTMLBuilder _ content: () -> [HTML]
) -> HTML {
    .element(name, attributes, content())
}

/// Any element.
package func element(
    _ name: StaticString, _ attributes: Attribute...,
    @HTMLBuilder content: () -> [HTML] = { [] }
) -> HTML {
    .element(name, attributes, content())
}

/// Pieces side by side.
package func group(@HTMLBuilder _ content: () -> [HTML]) -> HTML { .group(content()) }

/// Words that somebody typed: set apart, so that their direction doesn't turn what stands around
/// them.
package func typed(_ words: String) -> HTML { .element("bdi", [], [.text(words)]) }

package func div(
    _ attributes: Attribute..., @HTMLBuilder content: () -> [HTML]
) -> HTML { .element("div", attributes, content()) }

package func span(
    _ attributes: Attribute..., @HTMLBuilder content: () -> [HTML]
) -> HTML { .element("span", attributes, content()) }

package func p(
    _ attributes: Attribute..., @HTMLBuilder content: () -> [HTML]
) -> HTML { .element("p", attributes, content()) }

package func section(
    _ attributes: Attribute..., @HTMLBuilder content: () -> [HTML]
) -> HTML { .element("section", attributes, content()) }

package func h1(
    _ attributes: Attribute..., @HTMLBuilder content: () -> [HTML]
) -> HTML { .element("h1", attributes, content()) }

package func h2(
    _ attributes: Attribute..., @HTMLBuilder content: () -> [HTML]
) -> HTML { .element("h2", attributes, content()) }

package func h3(
    _ attributes: Attribute..., @HTMLBuilder content: () -> [HTML]
) -> HTML { .element("h3", attributes, content()) }

package func ul(
    _ attributes: Attribute..., @HTMLBuilder content: () -> [HTML]
) -> HTML { .element("ul", attributes, content()) }

package func li(
    _ attributes: Attribute..., @HTMLBuilder content: () -> [HTML]
) -> HTML { .element("li", attributes, content()) }

package func a(
    _ path: Path, _ attributes: Attribute..., @HTMLBuilder content: () -> [HTML]
) -> HTML { .element("a", [.href(path)] + attributes, content()) }

package func button(
    _ attributes: Attribute..., @HTMLBuilder content: () -> [HTML]
) -> HTML { .element("button", attributes, content()) }

package func label(
    _ attributes: Attribute..., @HTMLBuilder content: () -> [HTML]
) -> HTML { .element("label", attributes, content()) }

/// A form that posts; works without any script.
package func form(
    to path: Path, _ attributes: Attribute..., @HTMLBuilder content: () -> [HTML]
) -> HTML {
    .element("form", [Attribute("method", "post"), .action(path)] + attributes, content())
}

package func input(_ attributes: Attribute...) -> HTML { .void("input", attributes) }

/// A field that travels with a form unseen.
package func hidden(_ name: String, _ value: String) -> HTML {
    .void("input", [.type("hidden"), .name(name), .value(value)])
}

/// A type on the wire that says of itself what it looks like there.
package protocol Described: SendableMetatype {
    /// Its name in the API's document.
    static var schemaName: String { get }
    static var schema: Schema { get }
}

/// A JSON Schema (2020-12, as OpenAPI 3.1 uses it), with the types it refers to.
package struct Schema: Sendable {
    package var node: JSONNode
    package private(set) var references: [any Described.Type] = []

    package init(_ node: JSONNode) {
        self.node = node
    }

    /// A named type, described once for the whole document.
    package static func of(_ type: any Described.Type, _ summary: String? = nil) -> Schema {
        var schema = Schema(["$ref": .text("#/components/schemas/" + type.schemaName)])
        if let summary { schema.node = schema.node.adding("description", .text(summary)) }
        schema.references = [type]
        return schema
    }

    /// An object. What isn't named may stand in it too: clients skip what they don't know.
    package static func object(_ summary: String, _ fields: [Field]) -> Schema {
        let required = fields.filter(\.isRequired).map { JSONNode.text($0.name) }
        var node: JSONNode = [
            "type": "object", "description": .text(summary),
            "properties": .object(
                fields.map { JSONNode.Member($0.name, $0.schema.node) }),
        ]
        if !required.isEmpty { node = node.adding("required", .list(required)) }
        var schema = Schema(node)
        schema.references = fields.flatMap(\.schema.references)
        return schema
    }

    /// An object whose members' names are ids or words of the shop.
    package static func map(of values: Schema, _ summary: String) -> Schema {
        var schema = Schema([
            "type": "object", "description": .text(summary),
            "additionalProperties": values.node,
        ])
        schema.references = values.references
        return schema
    }

    package static func list(
        of elements: Schema, _ summary: String, count: ClosedRange<Int>? = nil
    ) -> Schema {
        var node: JSONNode = [
            "type": "array", "description": .text(summary), "items": elements.node,
        ]
        if let count {
            node = node.adding("minItems", .integer(Int64(count.lowerBound)))
                .adding("maxItems", .integer(Int64(count.upperBound)))
        }
        var schema = Schema(node)
        schema.references = elements.references
        return schema
    }

    /// Either of two forms.
    package static func either(_ schemas: [Schema], _ summary: String) -> Schema {
        var schema = Schema([
            "description": .text(summary), "anyOf": .list(schemas.map(\.node)),
        ])
        schema.references = schemas.flatMap(\.references)
        return schema
    }

    /// The same, or `null` for not given.
    package var orNull: Schema {
        if case .object(let members) = node, case .text(let type)? = members.first?.value,
            members.first?.name == "type"
        {
            var schema = self
            schema.node = .object(
                [JSONNode.Member("type", [.text(type), "null"])] + members.dropFirst())
            return schema
        }
        var schema = Schema(["anyOf": [node, ["type": "null"]]])
        schema.references = references
        return schema
    }
}

extension Schema {
    package static func integer(
        _ summary: String, _ range: ClosedRange<Int64>? = nil, example: Int64? = nil
    ) -> Schema {
        var node: JSONNode = ["type": "integer", "description": .text(summary), "format": "int64"]
        if let range {
            node = node.adding("minimum", .integer(range.lowerBound))
                .adding("maximum", .integer(range.upperBound))
        }
        return Schema(node).with(example.map { .integer($0) })
    }

    package static func bool(_ summary: String) -> Schema {
        Schema(["type": "boolean", "description": .text(summary)])
    }

    package static func text(
        _ summary: String, length: ClosedRange<Int>? = nil, pattern: String? = nil,
        format: String? = nil, example: String? = nil
    ) -> Schema {
        var node: JSONNode = ["type": "string", "description": .text(summary)]
        if let length {
            node = node.adding("minLength", .integer(Int64(length.lowerBound)))
                .adding("maxLength", .integer(Int64(length.upperBound)))
        }
        if let pattern { node = node.adding("pattern", .text(pattern)) }
        if let format { node = node.adding("format", .text(format)) }
        return Schema(node).with(example.map { .text($0) })
    }

    /// One of a few words.
    package static func word(_ summary: String, _ words: [String]) -> Schema {
        Schema([
            "type": "string", "description": .text(summary),
            "enum": .list(words.map { .text($0) }),
        ])
    }

    /// RFC 3339 in UTC, with milliseconds.
    package static func instant(_ summary: String) -> Schema {
        .text(summary, format: "date-time", example: "2026-03-14T08:05:09.123Z")
    }

    /// An opaque id.
    package static func id(_ summary: String, example: String? = nil) -> Schema {
        .text(summary, length: 1...64, pattern: idPattern, example: example)
    }

    package static let idPattern = "^[A-Za-z0-9_-]+$"

    private func with(_ example: JSONNode?) -> Schema {
        guard let example else { return self }
        var schema = self
        schema.node = node.adding("examples", [example])
        return schema
    }
}

/// A member of an object.
package struct Field: Sendable {
    package let name: String
    package let schema: Schema
    package let isRequired: Bool

    /// A member that is always there.
    package init(_ name: String, _ schema: Schema) {
        self.init(name: name, schema: schema, isRequired: true)
    }

    private init(name: String, schema: Schema, isRequired: Bool) {
        self.name = name
        self.schema = schema
        self.isRequired = isRequired
    }

    /// A member of an answer that is left out where there is nothing to say.
    package static func optional(_ name: String, _ schema: Schema) -> Field {
        Field(name: name, schema: schema, isRequired: false)
    }

    /// A member of a request that may be left out or null.
    package static func omittable(_ name: String, _ schema: Schema) -> Field {
        Field(name: name, schema: schema.orNull, isRequired: false)
    }
}

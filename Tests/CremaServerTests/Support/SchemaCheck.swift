/// Holds answers against the API's own document, in both directions: nothing that is promised is
/// missing, and nothing is sent that isn't described.
struct SchemaCheck: Sendable {
    let document: JSON

    /// What an answer lacks or has too much.
    func faults(of answer: Answer, method: String, template: String) -> [String] {
        let operation = document["paths"][template][method.lowercased()]
        let response = resolved(operation["responses"][String(answer.status)])
        guard response != .null else { return ["\(answer.status) isn't documented"] }
        var faults: [String] = []
        for name in response["headers"].members.keys
        where answer.header(name) == nil && !isOptional(name) {
            faults.append("header \(name) is missing")
        }
        let content = response["content"].members
        guard !content.isEmpty else {
            return answer.body.isEmpty ? faults : faults + ["a body that isn't documented"]
        }
        let type = answer.header("content-type") ?? ""
        let media = type.split(separator: ";").first.map(String.init) ?? ""
        guard let described = content[media] else {
            return faults + ["\(media) isn't documented"]
        }
        guard media.hasSuffix("json") else { return faults }
        return faults + self.faults(of: answer.json, against: described["schema"], at: "body")
    }

    /// Sent only where it has something to say.
    private func isOptional(_ header: String) -> Bool { header == "Idempotent-Replayed" }

    private func resolved(_ schema: JSON) -> JSON {
        guard let reference = schema["$ref"].string else { return schema }
        return reference.split(separator: "/").dropFirst().reduce(document) { $0[String($1)] }
    }

    private func faults(of value: JSON, against schema: JSON, at path: String) -> [String] {
        let schema = resolved(schema)
        let choices = schema["anyOf"].elements
        if !choices.isEmpty {
            let all = choices.map { faults(of: value, against: $0, at: path) }
            return all.contains([]) ? [] : all.first ?? []
        }
        if !schema["enum"].elements.isEmpty, !schema["enum"].elements.contains(value) {
            return ["\(path): \(value) isn't one of the words"]
        }
        switch (schema["type"].string, value) {
        case ("string", .text), ("boolean", .bool): return []
        case ("integer", .integer(let number)):
            let isWithin =
                number >= schema["minimum"].int ?? .min && number <= schema["maximum"].int ?? .max
            return isWithin ? [] : ["\(path): \(number) is out of range"]
        case ("array", .list(let elements)):
            return elements.enumerated().flatMap {
                faults(of: $1, against: schema["items"], at: "\(path)[\($0)]")
            }
        case ("object", .object(let members)):
            return faults(of: members, against: schema, at: path)
        default: return ["\(path): \(value) isn't \(schema["type"].string ?? "described")"]
        }
    }

    private func faults(
        of members: [String: JSON], against schema: JSON, at path: String
    ) -> [String] {
        let properties = schema["properties"].members
        let rest = schema["additionalProperties"]
        // An object that is described elsewhere.
        if properties.isEmpty, rest == .null { return [] }
        let missing = schema["required"].elements.compactMap(\.string)
            .filter { members[$0] == nil }
            .map { "\(path).\($0) is missing" }
        return missing
            + members.flatMap { name, value -> [String] in
                let described = properties[name] ?? rest
                guard described != .null else { return ["\(path).\(name) isn't documented"] }
                return faults(of: value, against: described, at: "\(path).\(name)")
            }
    }
}

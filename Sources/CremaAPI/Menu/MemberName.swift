import CremaDomain

/// A member of a JSON object, or a place in a list.
struct MemberName: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    let intValue: Int?

    init(stringLiteral value: String) {
        stringValue = value
        intValue = nil
    }

    init(stringValue: String) {
        self.init(stringLiteral: stringValue)
    }

    init?(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}

extension KeyedDecodingContainer<MemberName> {
    /// What is thrown for a member whose value can't be.
    func problem(_ member: MemberName, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: member, in: self, debugDescription: reason)
    }

    /// Each object of a list; empty where the member is absent.
    func objects<Value>(
        _ member: MemberName, _ read: (KeyedDecodingContainer<MemberName>) throws -> Value
    ) throws -> [Value] {
        guard try isThere(member) else { return [] }
        var list = try nestedUnkeyedContainer(forKey: member)
        var values: [Value] = []
        while !list.isAtEnd {
            values.append(try read(list.nestedContainer(keyedBy: MemberName.self)))
        }
        return values
    }

    /// One nested object; nil where the member is absent.
    func object<Value>(
        _ member: MemberName, _ read: (KeyedDecodingContainer<MemberName>) throws -> Value
    ) throws -> Value? {
        guard try isThere(member) else { return nil }
        return try read(nestedContainer(keyedBy: MemberName.self, forKey: member))
    }

    /// An id, or one made of the name where none is given.
    func id<Subject>(
        of type: Subject.Type = Subject.self, name: LocalizedText, within owner: String = ""
    ) throws -> ID<Subject> {
        if let given: ID<Subject> = try optionalID("id") { return given }
        let own = slug(name.text)
        guard !own.isEmpty else {
            throw problem("id", "An id is needed: none can be made of this name.")
        }
        let whole = owner.isEmpty ? own : owner + "-" + own
        return ID(String(decoding: whole.utf8.prefix(64), as: UTF8.self))
    }

    /// An id that may be left out.
    func optionalID<Subject>(_ member: MemberName) throws -> ID<Subject>? {
        guard let text = try decodeIfPresent(String.self, forKey: member) else { return nil }
        guard let id = ID<Subject>(checking: text) else {
            throw problem(member, "An id has 1 to 64 letters A-Z, digits, - and _.")
        }
        return id
    }

    /// A list of ids; empty where the member is absent.
    func ids<Subject>(_ member: MemberName) throws -> [ID<Subject>] {
        guard try isThere(member) else { return [] }
        var list = try nestedUnkeyedContainer(forKey: member)
        var ids: [ID<Subject>] = []
        while !list.isAtEnd { ids.append(ID(try list.decode(String.self))) }
        return ids
    }

    /// An amount in minor units; nil where the member is absent.
    func money(_ member: MemberName) throws -> Money? {
        try wholeNumber(member).map(Money.init)
    }

    /// An amount in minor units that can't be left out.
    func neededMoney(_ member: MemberName) throws -> Money {
        guard let money = try money(member) else {
            throw DecodingError.keyNotFound(
                member, .init(codingPath: codingPath, debugDescription: "absent"))
        }
        return money
    }

    /// A whole number; nil where the member is absent.
    func integer(_ member: MemberName) throws -> Int? {
        try wholeNumber(member)
    }

    /// A whole number that can't be left out.
    func neededInteger(_ member: MemberName) throws -> Int {
        guard let number = try integer(member) else {
            throw DecodingError.keyNotFound(
                member, .init(codingPath: codingPath, debugDescription: "absent"))
        }
        return number
    }

    /// Foundation's decoder throws an error of its own, without a place, for a number that isn't
    /// whole.
    private func wholeNumber<Number: FixedWidthInteger & Decodable>(
        _ member: MemberName
    ) throws -> Number? {
        do {
            return try decodeIfPresent(Number.self, forKey: member)
        } catch DecodingError.typeMismatch(let type, let context) {
            throw DecodingError.typeMismatch(type, context)
        } catch {
            throw problem(member, "A whole number is expected here.")
        }
    }

    /// One of a closed list of words; nil where the member is absent.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ member: MemberName, _ type: Word.Type = Word.self
    ) throws -> Word? {
        guard let text = try decodeIfPresent(String.self, forKey: member) else { return nil }
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw problem(member, "\u{201C}\(text)\u{201D} isn't one of \(known).")
        }
        return word
    }

    /// Whether a member is given: null is as good as absent.
    private func isThere(_ member: MemberName) throws -> Bool {
        try contains(member) && !decodeNil(forKey: member)
    }
}

extension KeyedEncodingContainer<MemberName> {
    /// A list of objects, left out where it is empty.
    mutating func encodeObjects<Value>(
        _ values: [Value], forKey member: MemberName,
        _ write: (Value, inout KeyedEncodingContainer<MemberName>) throws -> Void
    ) throws {
        guard !values.isEmpty else { return }
        var list = nestedUnkeyedContainer(forKey: member)
        for value in values {
            var members = list.nestedContainer(keyedBy: MemberName.self)
            try write(value, &members)
        }
    }

    /// One nested object.
    mutating func encodeObject(
        forKey member: MemberName,
        _ write: (inout KeyedEncodingContainer<MemberName>) throws -> Void
    ) throws {
        var members = nestedContainer(keyedBy: MemberName.self, forKey: member)
        try write(&members)
    }

    /// Ids as texts, left out where there are none.
    mutating func encodeIDs<Subject>(_ ids: [ID<Subject>], forKey member: MemberName) throws {
        guard !ids.isEmpty else { return }
        try encode(ids.map(\.rawValue), forKey: member)
    }

    /// A value that is written only where it isn't the usual one.
    mutating func encode<Value: Encodable & Equatable>(
        _ value: Value, unless usual: Value, forKey member: MemberName
    ) throws {
        if value != usual { try encode(value, forKey: member) }
    }
}

/// The letters and digits of a name, lower-cased, with hyphens between.
func slug(_ name: String) -> String {
    var text = ""
    var isApart = false
    for scalar in foldedForSearch(name).unicodeScalars {
        guard scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        else {
            isApart = true
            continue
        }
        if isApart, !text.isEmpty { text += "-" }
        isApart = false
        text.unicodeScalars.append(scalar)
    }
    return text
}

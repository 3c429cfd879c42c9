import CremaDomain
import CremaSQL
import CremaServices
import CremaStore
import Foundation

/// `crema staff`: gives somebody a role, with a password of their own.
enum StaffCommand {
    static func run(_ options: Options) throws -> Int32 {
        guard options.words.isEmpty else { throw UsageError("what is \(options.words[0])?") }
        let email = try options.required("email")
        guard let role = Role(rawValue: try options.required("role")), role.isStaff else {
            throw UsageError("--role takes barista, manager or owner")
        }
        let location = try options["location"].map { text in
            guard let id = ID<Location>(checking: text) else {
                throw UsageError("--location takes the id of a location")
            }
            return id
        }
        let name = options["name"] ?? role.rawValue.capitalized
        let password = try Passwords.ask("Password of \(email): ")
        try ShopPlace.open(options) { services in
            guard let hash = await services.passwords.hash(password) else {
                throw StartError("there is no memory to hash a password")
            }
            do throws(Failure<AddStaffRefusal>) {
                _ = try await services.perform(
                    AddStaff(
                        email: email, personName: name,
                        membership: Membership(locationID: location, role: role),
                        passwordHash: hash, newID: services.environment.makeID()), by: .system)
            } catch {
                throw StartError("\(email) isn't added: \(ShopPlace.sentence(error))")
            }
        }
        Terminal.out("\(email) is \(role.rawValue) at \(location?.rawValue ?? "every location").")
        return 0
    }
}

/// `crema location ID [FILE]`: shows a location's settings, or replaces them.
enum LocationCommand {
    static func run(_ options: Options) throws -> Int32 {
        guard (1...2).contains(options.words.count),
            let id = ID<Location>(checking: options.words[0])
        else { throw UsageError("crema location ID [FILE] is needed") }
        guard options.words.count == 2 else { return try show(id, options) }
        let document = try LocationFile.read(options.words[1])
        try ShopPlace.open(options) { services in
            do throws(Failure<ChangeLocationRefusal>) {
                _ = try await services.perform(
                    ChangeLocation(
                        id: id, document: document, environment: services.environment),
                    by: .system)
            } catch {
                throw StartError("\(id) isn't changed: \(ShopPlace.sentence(error))")
            }
        }
        Terminal.out("\(id) is changed.")
        return 0
    }

    private static func show(_ id: ID<Location>, _ options: Options) throws -> Int32 {
        let document = try ShopPlace.open(options) { services in
            try await services.database.read { tx in
                try LocationStore.document(of: id, tx: tx)
            }
        }
        guard let document else { throw StartError("there is no location \(id)") }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        Terminal.out(String(decoding: try encoder.encode(document), as: UTF8.self))
        return 0
    }
}

/// Settings of a location in a file.
enum LocationFile {
    private static let members: Set<String> = [
        "name", "currency", "timeZone", "hours", "exceptions", "dayStartsAt", "lastOrder", "taxes",
        "fees", "tipSuggestionsPartsPerMillion", "cashStep", "legal", "languages",
        "makesUnpaidOrders", "unpaidOrdersPerDevice", "pauseReason", "leadMinutes",
    ]

    /// Reads a file; a member that nobody knows is a slip and is refused.
    static func read(_ path: String) throws -> LocationDocument {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw StartError("\(path) can't be read")
        }
        let object: [String: Any]?
        do {
            object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        } catch {
            throw StartError("\(path) isn't JSON")
        }
        guard let object else { throw StartError("\(path) isn't a JSON object") }
        if let unknown = object.keys.sorted().first(where: { !members.contains($0) }) {
            throw StartError("\(path): there is no setting \(unknown)")
        }
        do {
            return try JSONDecoder().decode(LocationDocument.self, from: data)
        } catch let error as DecodingError {
            throw StartError("\(path): \(sentence(error))")
        }
    }

    private static func sentence(_ error: DecodingError) -> String {
        func place(_ keys: [any CodingKey]) -> String {
            keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let key, let context):
            return "\(place(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context): return "\(place(context.codingPath)) is null"
        case .typeMismatch(_, let context), .dataCorrupted(let context):
            return "\(place(context.codingPath)) can't be used as it is"
        @unknown default: return "it can't be read"
        }
    }
}

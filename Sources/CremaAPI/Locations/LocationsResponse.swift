/// Minutes until an order placed now is ready.
public struct ReadyInValue: Codable, Hashable, Sendable {
    /// At best.
    public let min: Int
    /// At worst.
    public let max: Int

    /// A range.
    public init(min: Int, max: Int) {
        self.min = min
        self.max = max
    }
}

/// One of the shop's places.
public struct LocationValue: Codable, Hashable, Sendable {
    /// Identity.
    public let id: String
    /// Its name.
    public let name: String
    /// ISO 4217.
    public let currency: String
    /// IANA.
    public let timeZone: String
    /// `open`, `closed` or `paused`.
    public let state: String
    /// RFC 3339: when `state` changes next; nil where nothing is planned.
    public let changesAt: String?
    /// Minutes from placing an order until it is ready, as things are.
    public let readyIn: ReadyInValue
    /// Prices contain the tax already.
    public let taxIncluded: Bool
    /// The shop's languages, its own first.
    public let languages: [String]

    /// A place.
    public init(
        id: String, name: String, currency: String, timeZone: String, state: String,
        changesAt: String?, readyIn: ReadyInValue, taxIncluded: Bool, languages: [String]
    ) {
        self.id = id
        self.name = name
        self.currency = currency
        self.timeZone = timeZone
        self.state = state
        self.changesAt = changesAt
        self.readyIn = readyIn
        self.taxIncluded = taxIncluded
        self.languages = languages
    }
}

/// `GET /api/v1/locations`.
public struct LocationsResponse: Codable, Hashable, Sendable {
    /// All of them, in the shop's order.
    public let locations: [LocationValue]

    /// All places.
    public init(locations: [LocationValue]) {
        self.locations = locations
    }
}

extension LocationsResponse: Described {
    package static let schemaName = "Locations"
    package static let schema = Schema.object(
        "The shop's places.",
        [Field("locations", .list(of: .of(LocationValue.self), "In the shop's order."))])
}

extension LocationValue: Described {
    package static let schemaName = "Location"
    package static let schema = Schema.object(
        "One of the shop's places.",
        [
            Field("id", .id("Identity.", example: "old-mill")),
            Field("name", .text("Its name.", example: "Old Mill")),
            Field("currency", .text("ISO 4217.", pattern: "^[A-Z]{3}$")),
            Field("timeZone", .text("IANA.", example: "America/New_York")),
            Field("state", .word("Whether it takes orders.", ["open", "closed", "paused"])),
            .optional("changesAt", .instant("When `state` changes next, where that is planned.")),
            Field("readyIn", .of(ReadyInValue.self, "How long an order takes as things are.")),
            Field("taxIncluded", .bool("Prices contain the tax already.")),
            Field("languages", .list(of: .text("BCP 47."), "The shop's own first.")),
        ])
}

extension ReadyInValue: Described {
    package static let schemaName = "ReadyIn"
    package static let schema = Schema.object(
        "Minutes from placing an order until it is ready.",
        [
            Field("min", .integer("At best.", 0...100_000)),
            Field("max", .integer("At worst.", 0...100_000)),
        ])
}

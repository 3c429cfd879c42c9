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
    /// Minutes until an order placed now is ready; nil where none is taken.
    public let readyIn: ReadyInValue?
    /// Prices contain the tax already.
    public let taxIncluded: Bool
    /// The shop's languages, its own first.
    public let languages: [String]

    /// A place.
    public init(
        id: String, name: String, currency: String, timeZone: String, state: String,
        changesAt: String?, readyIn: ReadyInValue?, taxIncluded: Bool, languages: [String]
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

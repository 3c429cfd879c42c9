/// The name of a time zone in the IANA database: an area and a location, "Europe/Berlin".
///
/// A shop lives in a place whose clocks follow its law, so only names of places are taken. Fixed
/// offsets ("UTC+2", "+02:00", "Etc/GMT+5", "EST", "UTC") are refused: they'd be wrong for half of
/// the year, or from the next change of law on. So are old nicknames ("US/Eastern", "Japan").
///
/// The form is checked, not the existence: who loads the rules knows which zones there are.
public struct ZoneID: Sendable, Hashable {
    /// The name as the database spells it.
    public let name: String

    /// The zone with this name; `nil` where it isn't an area and a location.
    public init?(_ name: String) {
        let bytes = Array(name.utf8)
        guard bytes.count <= Self.longest else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3,
            Self.areas.contains(where: { $0.utf8.elementsEqual(parts[0]) }),
            parts.dropFirst().allSatisfy(Self.isLocation)
        else { return nil }
        self.name = name
    }

    /// Bytes of the longest name taken; the database's longest has 32.
    private static let longest = 48

    private static let areas = [
        "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe",
        "Indian", "Pacific",
    ]

    /// Whether `part` begins with a capital and has only letters, "-" and "_" after it.
    ///
    /// No dot, so no name leads out of the database's folder; no digit and no "+", so no offset.
    private static func isLocation(_ part: ArraySlice<UInt8>) -> Bool {
        guard let first = part.first, first >= 0x41, first <= 0x5A else { return false }
        return part.allSatisfy { byte in
            (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
    }
}

extension ZoneID: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}

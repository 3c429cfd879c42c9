package import CremaDomain

/// The date of a mail (RFC 5322, section 3.3), in UTC.
package enum MailDate {
    /// Monday first, as ``Weekday`` counts.
    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// "Mon, 30 Nov 2026 08:05:09 +0000".
    package static func text(_ instant: Timestamp) -> String {
        let seconds = instant.seconds
        let second = Int((seconds % 86_400 + 86_400) % 86_400)
        let day = Int((seconds - Int64(second)) / 86_400)
        let date = LocalDate(dayNumber: day)
        let (year, month, dayOfMonth) = date.components
        let name = days[date.weekday.rawValue - 1]
        return "\(name), \(dayOfMonth) \(months[month - 1]) \(year) "
            + [second / 3600, second / 60 % 60, second % 60].map(padded).joined(separator: ":")
            + " +0000"
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

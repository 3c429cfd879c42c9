package import CremaDomain

/// The date of a mail (RFC 5322, section 3.3), in UTC.
package enum MailDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// "Mon, 30 Nov 2026 08:05:09 +0000".
    package static func text(_ instant: Timestamp) -> String {
        let seconds = instant.seconds
        let second = Int((seconds % 86_400 + 86_400) % 86_400)
        let day = Int((seconds - Int64(second)) / 86_400)
        let (year, month, dayOfMonth) = LocalDate(dayNumber: day).components
        // 1 January 1970 was a Thursday.
        let name = days[(day % 7 + 7) % 7]
        return "\(name), \(dayOfMonth) \(months[month - 1]) \(year) "
            + [second / 3600, second / 60 % 60, second % 60].map(padded).joined(separator: ":")
            + " +0000"
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

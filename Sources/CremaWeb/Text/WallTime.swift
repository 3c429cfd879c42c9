package import CremaDomain

/// What the clock on a location's wall shows. Queries make it from an instant and the location's
/// zone, so that views need no zone.
package struct WallTime: Hashable, Sendable {
    package let year: Int
    package let month: Int
    package let day: Int
    package let hour: Int
    package let minute: Int

    package init(year: Int, month: Int, day: Int, hour: Int, minute: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
    }

    /// The local time of an instant, as the zone's rules say.
    package init(_ local: LocalDateTime) {
        let (year, month, day) = local.date.components
        self.init(
            year: year, month: month, day: day, hour: local.secondOfDay / 3600,
            minute: local.secondOfDay / 60 % 60)
    }

    /// "08:05", the same in every language we have.
    package var clock: String { WallTime.padded(hour) + ":" + WallTime.padded(minute) }

    /// "2026-11-30T08:05", for machines.
    package var iso: String {
        "\(year)-\(WallTime.padded(month))-\(WallTime.padded(day))T\(clock)"
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// 0 for Sunday … 6 for Saturday (Sakamoto's rule for the Gregorian calendar).
    var weekday: Int {
        let offsets = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
        let year = month < 3 ? year - 1 : year
        return (year + year / 4 - year / 100 + year / 400 + offsets[month - 1] + day) % 7
    }

    /// Both on the same day.
    func isSameDay(as other: WallTime) -> Bool {
        (year, month, day) == (other.year, other.month, other.day)
    }
}

extension Words {
    /// "Mon 30 Nov 2026".
    package func date(_ time: WallTime) -> String {
        switch language {
        case .english:
            "\(Names.englishDays[time.weekday]) \(time.day) "
                + "\(Names.englishMonths[time.month - 1]) \(time.year)"
        case .arabic:
            "\(Names.arabicDays[time.weekday]) \(time.day) "
                + "\(Names.arabicMonths[time.month - 1]) \(time.year)"
        }
    }

    /// "Mon 30 Nov", where the year goes without saying.
    package func dayAndMonth(_ time: WallTime) -> String {
        let year = " \(time.year)"
        return String(date(time).dropLast(year.count))
    }

    /// "Mon 30 Nov 2026, 08:05".
    package func dateAndTime(_ time: WallTime) -> String {
        switch language {
        case .english: date(time) + ", " + time.clock
        case .arabic: date(time) + "، " + time.clock
        }
    }
}

private enum Names {
    static let englishDays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    static let englishMonths = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    static let arabicDays = [
        "الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت",
    ]
    static let arabicMonths = [
        "يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر",
        "نوفمبر", "ديسمبر",
    ]
}

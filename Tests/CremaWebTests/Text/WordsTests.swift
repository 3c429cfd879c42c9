import CremaDomain
@testable import CremaWeb
import Testing

@Suite struct WordsTests {
    @Test(arguments: Language.allCases)
    func `every message has words in every language`(_ language: Language) {
        let messages = Catalog.messages(of: language)
        for message in Message.allCases {
            #expect(messages[message]?.isEmpty == false, "\(message) in \(language)")
        }
    }

    @Test(arguments: Language.allCases)
    func `a message takes the same arguments in every language`(_ language: Language) {
        for message in Message.allCases {
            func arguments(_ language: Language) -> [Bool] {
                let text = Words(language)(message, "§0", "§1", "§2")
                return ["§0", "§1", "§2", "{"].map { text.contains($0) }
            }
            #expect(arguments(language) == arguments(.english), "\(message)")
        }
    }

    @Test(arguments: Language.allCases)
    func `every plural has words for every number`(_ language: Language) {
        for message in PluralMessage.allCases {
            #expect(Catalog.plurals(of: language)[message] != nil)
            for count in [0, 1, 2, 3, 10, 11, 26, 99, 100, 101, 102, 103] {
                let text = Words(language)(message, count, "x")
                #expect(text != message.rawValue, "\(message) \(count)")
                #expect(!text.contains("{"), "\(message) \(count): \(text)")
            }
        }
    }

    /// CLDR 44, "ar": zero, one, two, 3…10 and 103…110 few, 11…99 and 111… many, else other.
    @Test(arguments: [
        (0, "لا أصناف"), (1, "صنف واحد"), (2, "صنفان"), (3, "3 أصناف"), (10, "10 أصناف"),
        (11, "11 صنفًا"), (99, "99 صنفًا"), (100, "100 صنف"), (102, "102 صنف"), (103, "103 أصناف"),
        (111, "111 صنفًا"),
    ])
    func `Arabic tells six numbers apart`(_ count: Int, _ expected: String) {
        #expect(Words(.arabic)(.items, count) == expected)
    }

    @Test func `English tells one from many`() {
        #expect([0, 1, 2].map { Words(.english)(.items, $0) } == ["0 items", "1 item", "2 items"])
    }

    @Test func `an argument can't turn or end the sentence around it`() {
        let text = Words(.english)(.problemSoldOut, "\u{202E}x\u{2069}y")

        #expect(text == "\u{2068}xy\u{2069} is sold out.")
    }

    @Test func `braces in an argument stay as they are`() {
        #expect(Words(.english)(.priceChanged, "{1}", "b").contains("\u{2068}{1}\u{2069}"))
    }

    @Test(arguments: [
        ("ar-EG,ar;q=0.9,en;q=0.5", Language.arabic), ("de,en;q=0.8", .english),
        ("en;q=0.1,ar;q=0.9", .arabic), ("", .english), ("ar;q=0", .english), ("AR", .arabic),
        ("en;q=x, ar;q=0.4", .arabic), (";;,,;q", .english),
    ])
    func `a browser's wish is followed`(_ header: String, _ expected: Language) {
        #expect(Language(acceptLanguage: header) == expected)
    }
}

@Suite struct MoneyTextTests {
    private func text(_ amount: Int64, _ code: String, _ language: Language) throws -> String {
        MoneyText(try #require(Currency(code: code)), in: language)(Money(amount))
    }

    @Test(arguments: [
        (450, "USD", "$4.50"), (128_450, "USD", "$1,284.50"), (-40, "USD", "\u{2212}$0.40"),
        (5, "USD", "$0.05"), (705, "JPY", "¥705"), (1_234_567, "JPY", "¥1,234,567"),
        (1250, "KWD", "KWD\u{A0}1.250"), (0, "EUR", "€0.00"),
        (100_000_000_00, "USD", "$100,000,000.00"),
    ])
    func `English writes the sign before the amount`(
        _ amount: Int64, code: String, expected: String
    )
        throws
    {
        #expect(try text(amount, code, .english) == expected)
    }

    @Test(arguments: [
        (450, "USD", "\u{200E}4.50\u{A0}$\u{200E}"),
        (-1250, "KWD", "\u{200E}\u{2212}1.250\u{A0}\u{200F}د.ك"),
    ])
    func `Arabic writes it behind`(_ amount: Int64, code: String, expected: String) throws {
        #expect(try text(amount, code, .arabic) == expected)
    }

    @Test func `what is added has a sign`() throws {
        let money = MoneyText(Sample.usd, in: .english)

        #expect(money.signed(Money(60)) == "+$0.60")
        #expect(money.signed(Money(-60)) == "\u{2212}$0.60")
        #expect(MoneyText(Sample.usd, in: .arabic).signed(Money(60)).hasPrefix("\u{200E}+0.60"))
    }

    @Test(arguments: [
        (88_750, "8.875%"), (40_000, "4%"), (0, "0%"), (1_000_000, "100%"),
        (100, "0.01%"), (1, "0.0001%"),
    ])
    func `a rate shows the digits it has`(_ millionths: Int64, _ expected: String) {
        #expect(Words(.english).percent(Rate(partsPerMillion: millionths)) == expected)
    }
}

@Suite struct WallTimeTests {
    @Test(arguments: [
        (2026, 11, 30, "Mon 30 Nov 2026"), (2024, 2, 29, "Thu 29 Feb 2024"),
        (2000, 1, 1, "Sat 1 Jan 2000"), (2100, 3, 1, "Mon 1 Mar 2100"),
    ])
    func `a date is told with its weekday`(
        _ year: Int, _ month: Int, _ day: Int, _ expected: String
    ) {
        let time = WallTime(year: year, month: month, day: day, hour: 8, minute: 5)

        #expect(Words(.english).date(time) == expected)
        #expect(Words(.english).dateAndTime(time) == expected + ", 08:05")
    }

    @Test func `Arabic names days and months`() {
        let time = Sample.clock(8, 5)

        #expect(Words(.arabic).dateAndTime(time) == "الاثنين 30 نوفمبر 2026، 08:05")
    }

    @Test func `a local time of the domain keeps its numbers`() throws {
        let time = LocalDateTime(
            date: Sample.monday, time: try #require(LocalTime(hour: 23, minute: 59)))

        #expect(WallTime(time).iso == "2026-11-30T23:59")
    }
}

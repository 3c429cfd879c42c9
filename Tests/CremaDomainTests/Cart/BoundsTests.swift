import CremaDomain
import Testing

struct BoundsTests {
    private let shop = CornerShop()

    @Test(arguments: [0, -1, -2, 100, 1_000_000_000, Int.min, Int.max])
    func `a quantity outside 1 to 99 is refused`(quantity: Int) {
        let problems = shop.problems([shop.muffinLine(quantity: quantity)])

        #expect(problems == [CartProblem(line: 0, kind: .quantityOutOfRange)])
        #expect(problems.first?.field == "lines[0].quantity")
    }

    @Test(arguments: [1, 99])
    func `a quantity within 1 to 99 is taken`(quantity: Int) throws {
        #expect(
            try shop.quote([shop.muffinLine(quantity: quantity)]).total == Money(3_25) * quantity)
    }

    @Test func `an empty cart is refused`() {
        let problems = shop.problems([])

        #expect(problems == [CartProblem(line: nil, kind: .empty)])
        #expect(problems.first?.field == "lines")
    }

    @Test func `fifty lines are taken, fifty-one refused`() {
        let lines = Array(repeating: shop.muffinLine(), count: 51)

        #expect(shop.problems(Array(lines.dropLast())) == [])
        #expect(shop.problems(lines) == [CartProblem(line: nil, kind: .tooManyLines)])
    }

    @Test func `sixty modifiers are looked at, sixty-one refused unread`() {
        var line = shop.flatWhiteLine()
        line.modifiers = Array(repeating: ModifierChoice(id: ID("oat")), count: 61)

        #expect(shop.kinds(line) == [.tooManyModifiers])
    }

    @Test(arguments: [-1, 10_000_001, Int64.min, Int64.max])
    func `a tip out of range is refused`(tip: Int64) {
        let problems = shop.problems([shop.muffinLine()], tip: tip)

        #expect(problems == [CartProblem(line: nil, kind: .tipOutOfRange)])
        #expect(problems.first?.field == "tip")
    }

    @Test func `five codes are taken, six refused`() {
        let codes = (1...6).map { "CODE\($0)" }

        #expect(shop.problems([shop.muffinLine()], codes: Array(codes.dropLast())) == [])
        #expect(
            shop.problems([shop.muffinLine()], codes: codes) == [
                CartProblem(line: nil, kind: .tooManyCodes)
            ])
    }

    @Test(arguments: ["x", "é", "ع", "☕️", "👩\u{200D}👩\u{200D}👧\u{200D}👦"])
    func `a text's characters are counted as people count them`(character: String) {
        let bytes = character.utf8.count
        let most = min(200, 1600 / bytes)

        #expect(!Limits.exceeds(String(repeating: character, count: most), characters: 200))
        #expect(Limits.exceeds(String(repeating: character, count: 201), characters: 200))
    }

    @Test func `one character can't hide ten thousand accents`() {
        let text = "a" + String(repeating: "\u{301}", count: 10_000)

        #expect(text.count == 1)
        #expect(Limits.exceeds(text, characters: 200))
    }

    @Test func `a wish and a name are held to their length`() {
        var line = shop.muffinLine()
        line.request = String(repeating: "x", count: 200)
        line.cupName = String(repeating: "x", count: 80)
        #expect(shop.kinds(line) == [])

        line.request += "x"
        line.cupName += "x"

        #expect(shop.kinds(line) == [.requestTooLong, .cupNameTooLong])
    }

    @Test func `a piece dearer than any can be is refused`() throws {
        var shop = shop
        shop.muffin.price = Money(Limits.unitPrice.upperBound)
        #expect(
            try shop.quote([shop.muffinLine(quantity: 99)]).total
                == Money(Limits.unitPrice.upperBound) * 99)

        shop.muffin.price = Money(Limits.unitPrice.upperBound + 1)

        #expect(shop.kinds(shop.muffinLine()) == [.unitPriceTooHigh(name: "Muffin")])
    }

    @Test func `the largest order there can be is priced`() throws {
        var shop = shop
        shop.syrup.maximum = nil
        shop.small = ItemSize(
            id: shop.small.id, name: shop.small.name, price: Money(Limits.price.upperBound))
        shop.syrup.modifiers[0].price = Money(1_000_000)
        shop.syrup.modifiers[0].maxQuantity = 99
        shop.taxes = TaxTable(
            rules: [
                TaxRule(
                    category: ID("drinks"), validFrom: day("2020-01-01"),
                    components: [TaxComponent(name: "VAT", rate: .whole)])
            ], pricesIncludeTax: false)
        let line = shop.flatWhiteLine(syrups: ["vanilla": 91], quantity: 99)

        let quote = try shop.quote(
            Array(repeating: line, count: 50), tip: Limits.tip.upperBound)

        #expect(quote.lines[0].unitPrice == Money(Limits.unitPrice.upperBound))
        #expect(quote.total == Money(100_000_000 * 99 * 50 * 2 + 10_000_000))
        expectSound(quote)
    }

    @Test(arguments: seeds(600))
    func `no cart is a trap`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var shop = shop
        shop.items[shop.muffin.id] = Availability(stock: random.int(0...5))
        shop.modifiers[ID("vanilla")] = Availability(stock: random.int(0...5))
        let extremes = [0, 1, 1, 2, 3, 99, 100, -1, Int.max, Int.min, Int(Int32.max) + 1]
        let ids = ["flat-white", "muffin", "roll", "tea", "", "flat-white"]
        let choices = ["whole", "oat", "vanilla", "caramel", "butter", "", "small"]
        let lines = (0..<random.int(0...random.one(of: [2, 3, 52]))).map { _ in
            CartLine(
                itemID: ID(random.one(of: ids)),
                sizeID: random.one(of: [nil, ID("small"), ID("large"), ID("huge")]),
                modifiers: (0..<random.int(0...random.one(of: [2, 4, 62]))).map { _ in
                    ModifierChoice(
                        id: ID(random.one(of: choices)), quantity: random.one(of: extremes))
                },
                quantity: random.one(of: extremes),
                request: String(repeating: "\u{0}é", count: random.one(of: [0, 1, 100, 5_000])),
                cupName: String(
                    repeating: "👩\u{200D}👩\u{200D}👧\u{200D}👦", count: random.one(of: [0, 1, 81])))
        }
        let tip = random.one(of: [0, 5, -1, Int64.max, Int64.min])

        do throws(CartProblems) {
            expectSound(
                try shop.quote(lines, tip: tip, minuteOfDay: random.one(of: extremes)))
        } catch {
            #expect(!error.all.isEmpty)
            #expect(error.all.allSatisfy { !$0.field.isEmpty })
        }
    }
}

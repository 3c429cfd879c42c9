import CremaDomain
import Testing

struct StockTests {
    private func shop(muffins: Int?, vanilla: Int? = nil) -> CornerShop {
        var shop = CornerShop()
        shop.items[shop.muffin.id] = Availability(stock: muffins)
        shop.modifiers[ID("vanilla")] = Availability(stock: vanilla)
        return shop
    }

    @Test func `what is left is enough for all lines together, or none is sold`() {
        let shop = shop(muffins: 3)
        let lines = [shop.muffinLine(quantity: 2), shop.flatWhiteLine(), shop.muffinLine()]
        #expect(shop.problems(lines) == [])

        let problems = shop.problems(lines + [shop.muffinLine()])

        #expect(
            problems == [
                CartProblem(line: 0, kind: .notEnoughLeft(name: "Muffin", left: 3))
            ])
        #expect(problems.first?.field == "lines[0].quantity")
    }

    @Test func `a modifier's stock counts its repeats, its pieces and all lines`() {
        let shop = shop(muffins: nil, vanilla: 6)
        let twice = shop.flatWhiteLine(syrups: ["vanilla": 2], quantity: 2)
        let once = shop.flatWhiteLine(syrups: ["vanilla": 1])
        #expect(shop.problems([twice, once, once]) == [])

        let problems = shop.problems([shop.muffinLine(), once, twice, twice])

        #expect(
            problems == [
                CartProblem(line: 1, kind: .notEnoughLeft(name: "vanilla", left: 6))
            ])
    }

    @Test func `what isn't counted never runs short`() {
        let shop = shop(muffins: nil)

        #expect(shop.problems([shop.muffinLine(quantity: 99)]) == [])
    }

    @Test(arguments: [0, -1, Int.min])
    func `where nothing is left it is sold out`(stock: Int) {
        let shop = shop(muffins: stock)

        #expect(
            shop.problems([shop.muffinLine()]) == [
                CartProblem(line: 0, kind: .itemSoldOut(name: "Muffin"))
            ])
    }

    @Test func `each thing that runs short is told once, at its first line`() {
        let shop = shop(muffins: 1, vanilla: 1)
        let coffee = shop.flatWhiteLine(syrups: ["vanilla": 1])

        let problems = shop.problems([coffee, shop.muffinLine(), coffee, shop.muffinLine()])

        #expect(
            problems == [
                CartProblem(line: 0, kind: .notEnoughLeft(name: "vanilla", left: 1)),
                CartProblem(line: 1, kind: .notEnoughLeft(name: "Muffin", left: 1)),
            ])
    }
}

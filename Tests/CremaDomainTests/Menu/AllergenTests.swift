import CremaDomain
import Testing

struct AllergenTests {
    @Test func `there are the fourteen of the regulation`() {
        #expect(Allergen.allCases.count == 14)
    }

    @Test func `not stated is worse than free and better than a stated trace`() {
        #expect(AllergenState.allCases.sorted() == [.free, .notStated, .mayContain, .contains])
    }

    @Test(arguments: AllergenState.allCases, AllergenState.allCases)
    func `the worst of two parts counts`(left: AllergenState, right: AllergenState) {
        let combined = AllergenStatement([.nuts: left])
            .combined(with: AllergenStatement([.nuts: right]))

        #expect(combined[.nuts] == max(left, right))
        #expect(combined[.milk] == .notStated)
    }

    @Test func `what isn't named is not stated, or free where all others are`() {
        #expect(AllergenStatement.silent[.milk] == .notStated)
        #expect(AllergenStatement([.milk: .notStated]) == .silent)
        let statement = AllergenStatement.free(except: [.milk: .contains, .nuts: .notStated])
        #expect(statement[.milk] == .contains)
        #expect(statement[.nuts] == .notStated)
        #expect(statement[.eggs] == .free)
    }

    private func allergens(
        of item: AllergenStatement, milk: String, change: (inout CornerShop) -> Void = { _ in }
    ) throws -> AllergenStatement {
        var shop = CornerShop()
        shop.flatWhite.allergens = item
        change(&shop)
        return try shop.menu.check(shop.flatWhiteLine(milk: milk), index: 0, minuteOfDay: 600)
            .get().allergens
    }

    @Test func `a choice is as bad as its worst part`() throws {
        let allergens = try allergens(of: .free(except: [.milk: .contains]), milk: "whole") {
            $0.milk.modifiers[0].allergens = .free(except: [.nuts: .mayContain])
        }

        #expect(allergens[.milk] == .contains)
        #expect(allergens[.nuts] == .mayContain)
        #expect(allergens[.eggs] == .free)
    }

    @Test func `a modifier of which nothing is said leaves nothing free`() throws {
        let allergens = try allergens(of: .free(), milk: "whole")

        #expect(Allergen.allCases.allSatisfy { allergens[$0] == .notStated })
    }

    @Test(arguments: [
        (AllergenState.contains, AllergenState.free), (.mayContain, .mayContain),
        (.notStated, .notStated), (.free, .free),
    ])
    func `oat takes the milk out, but no traces and no doubt`(
        stated: AllergenState, left: AllergenState
    ) throws {
        let allergens = try allergens(of: .free(except: [.milk: stated]), milk: "oat")

        #expect(allergens[.milk] == left)
        #expect(allergens[.gluten] == .mayContain)
    }

    @Test func `what one modifier takes out another brings back`() throws {
        let allergens = try allergens(of: .free(except: [.milk: .contains]), milk: "oat") {
            $0.milk.modifiers[1].allergens = .free(except: [.milk: .mayContain])
        }

        #expect(allergens[.milk] == .mayContain)
    }
}

struct NutritionTests {
    private func nutrition(
        _ syrups: KeyValuePairs<String, Int> = [:], change: (inout CornerShop) -> Void
    ) throws -> Nutrition {
        var shop = CornerShop()
        shop.flatWhite.nutrition = Nutrition(kilocalories: 120, caffeineMilligrams: 130)
        for index in shop.milk.modifiers.indices {
            shop.milk.modifiers[index].nutrition = Nutrition(
                kilocalories: 0, caffeineMilligrams: 0)
        }
        for index in shop.syrup.modifiers.indices {
            shop.syrup.modifiers[index].nutrition = Nutrition(
                kilocalories: 20, caffeineMilligrams: 0)
        }
        change(&shop)
        return try shop.menu
            .check(shop.flatWhiteLine(syrups: syrups), index: 0, minuteOfDay: 600)
            .get().nutrition
    }

    @Test func `each modifier adds what it adds, as often as it is taken`() throws {
        let nutrition = try nutrition(["vanilla": 2, "caramel": 1]) { _ in }

        #expect(nutrition == Nutrition(kilocalories: 180, caffeineMilligrams: 130))
    }

    @Test func `a size's own figures stand in place of the item's`() throws {
        let nutrition = try nutrition {
            $0.small = ItemSize(
                id: $0.small.id, name: $0.small.name, price: $0.small.price,
                nutrition: Nutrition(kilocalories: 90))
        }

        #expect(nutrition == Nutrition(kilocalories: 90, caffeineMilligrams: nil))
    }

    @Test func `a part that doesn't say leaves the sum unsaid`() throws {
        let nutrition = try nutrition(["vanilla": 1]) {
            $0.syrup.modifiers[0].nutrition = Nutrition(caffeineMilligrams: 0)
        }

        #expect(nutrition == Nutrition(kilocalories: nil, caffeineMilligrams: 130))
    }

    @Test func `less than nothing is nothing`() throws {
        let nutrition = try nutrition {
            $0.milk.modifiers[0].nutrition = Nutrition(
                kilocalories: -500, caffeineMilligrams: -130)
        }

        #expect(nutrition == Nutrition(kilocalories: 0, caffeineMilligrams: 0))
    }
}

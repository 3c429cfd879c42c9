import CremaDomain
@testable import CremaWeb
import Testing

@Suite struct PictureTests {
    private let latte = DrinkRecipe(
        vessel: .cup, layers: [.init(.espresso, 1), .init(.milk, 3)], hasFoam: true)

    @Test func `a plant drink takes the milk's place`() {
        let (oat, _) = latte.changed(by: [(change: .plantMilk, count: 1)])

        #expect(oat.layers == [.init(.espresso, 1), .init(.plantMilk, 3)])
    }

    @Test func `iced goes into a glass without foam`() {
        let (iced, _) = latte.changed(by: [(change: .iced, count: 1)])

        #expect(iced.vessel == .glass)
        #expect(iced.hasIce && !iced.hasFoam)
    }

    @Test func `shots add up, syrup sinks, the rest floats`() {
        let (more, _) = latte.changed(by: [
            (change: .add(.espresso), count: 2), (change: .add(.syrup), count: 1),
            (change: .add(.chocolate), count: 1),
        ])

        #expect(
            more.layers == [
                .init(.syrup, 1), .init(.espresso, 3), .init(.milk, 3), .init(.chocolate, 1),
            ])
    }

    @Test func `a size scales the drawing within bounds`() {
        #expect(latte.changed(by: [(change: .scale(115), count: 1)]).scale == 115)
        #expect(VesselShape(.glass, scale: 1000).top > 0)
        #expect(VesselShape(.glass, scale: 0).top < VesselShape(.glass, scale: 0).bottom)
        #expect(VesselShape(.glass, scale: 115).top < VesselShape(.glass, scale: 100).top)
    }

    @Test func `every item of the menu has a small picture`() {
        for item in Sample.menu.catalog.items {
            let html = ItemPicture.html(item).string
            #expect(html.hasPrefix("<svg viewBox=\"0 0 400 400\" aria-hidden=\"true\">"))
            #expect(html.utf8.count < 2200, "\(item.id): \(html.utf8.count)")
        }
    }

    @Test(arguments: DrinkRecipe.Vessel.allCases)
    func `every vessel holds any layers`(_ vessel: DrinkRecipe.Vessel) {
        var item = Sample.item("latte")
        for layers in [
            [], [DrinkRecipe.Layer(.water, 0)],
            DrinkRecipe.Ingredient.allCases.map { .init($0, 1) },
        ] {
            item.recipe = DrinkRecipe(vessel: vessel, layers: layers, hasFoam: true, hasIce: true)
            #expect(ItemPicture.html(item).string.hasSuffix("</svg>"))
        }
    }

    @Test func `a shop's photo takes the drawing's place`() {
        var item = Sample.item("latte")
        item.photo = "latte \"1\".jpg"

        #expect(
            ItemPicture.html(item, label: "Latte").string.hasPrefix(
                "<img src=\"/photos/latte%20%221%22.jpg\" alt=\"Latte\""))
    }

    @Test func `an item without a recipe shows its first letter`() {
        var item = Sample.item("latte")
        item.recipe = nil
        item.name = LocalizedText("<tea>")

        #expect(ItemPicture.html(item).string.contains(">&lt;</text>"))
    }
}

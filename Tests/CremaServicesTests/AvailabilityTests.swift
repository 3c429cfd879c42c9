import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import Testing

@Suite struct AvailabilityTests {
    private func menuVersion(_ shop: TestShop) async throws -> Int64? {
        try await shop.database.read { try MenuStore.version(at: TestShop.corner, tx: $0) }
    }

    @Test func `only what is named changes`() async throws {
        try await withShop { shop in
            let croissant = SetAvailability.Thing.item(Story.croissant)
            let changes: [(AvailabilityChange, Availability)] = [
                (AvailabilityChange(stock: .set(7)), Availability(stock: 7)),
                (
                    AvailabilityChange(isSoldOut: .set(true)),
                    Availability(isSoldOut: true, stock: 7)
                ),
                (
                    AvailabilityChange(price: .set(Money(280))),
                    Availability(isSoldOut: true, stock: 7, price: Money(280))
                ),
                (
                    AvailabilityChange(isSoldOut: .set(false), stock: .set(nil)),
                    Availability(price: Money(280))
                ),
                (AvailabilityChange(price: .set(nil)), Availability()),
            ]
            for (change, expected) in changes {
                #expect(try await shop.change(croissant, change) == expected)

                let place = try #require(try await shop.services.places.find(TestShop.corner))
                #expect(place.menu.itemAvailability[Story.croissant] == expected)
            }
        }
    }

    @Test func `a change makes one version and one event, the same again none`() async throws {
        try await withShop { shop in
            let modifier = SetAvailability.Thing.modifier(Story.syrup)
            let soldOut = AvailabilityChange(isSoldOut: .set(true))
            let before = (try await menuVersion(shop) ?? 0, try await shop.events().count)
            _ = try await shop.change(modifier, soldOut)
            let audits = try await shop.audits(of: Story.syrup.rawValue).count

            let again = try await shop.change(modifier, soldOut)
            let nothing = try await shop.change(modifier, AvailabilityChange())

            #expect(again == Availability(isSoldOut: true))
            #expect(nothing == again)
            #expect(try await menuVersion(shop) == before.0 + 1)
            let told = try await shop.events().dropFirst(before.1)
            #expect(told.map(\.kind) == [.menu])
            #expect(told.first?.version == before.0 + 1)
            #expect(try await shop.audits(of: Story.syrup.rawValue).count == audits)
        }
    }

    @Test func `staff of elsewhere and customers don't set what is sold out`() async throws {
        try await withShop { shop in
            for (actor, expected) in [
                (Story.ada, Denial.forbidden), (Story.hugo, .forbidden), (.nobody, .signInNeeded),
                (Story.phone, .signInNeeded),
            ] {
                let found = try await failure(SetAvailabilityRefusal.self) {
                    try await shop.change(
                        .item(Story.croissant), AvailabilityChange(isSoldOut: .set(true)),
                        by: actor)
                }
                guard case .denied(expected) = found else {
                    Issue.record("\(String(describing: found))")
                    return
                }
            }
        }
    }

    @Test func `a count or a price out of range is refused`() async throws {
        try await withShop { shop in
            let before = try shop.dump()
            let refusals: [(AvailabilityChange, SetAvailabilityRefusal)] = [
                (AvailabilityChange(stock: .set(-1)), .stockOutOfRange),
                (AvailabilityChange(stock: .set(1_000_001)), .stockOutOfRange),
                (AvailabilityChange(price: .set(Money(-1))), .priceOutOfRange),
            ]
            for (change, expected) in refusals {
                let refused = try await refusal(SetAvailabilityRefusal.self) {
                    try await shop.change(.item(Story.croissant), change)
                }
                #expect(refused == expected)
            }
            #expect(try shop.dump() == before)
        }
    }

    @Test func `what the menu hasn't can't be sold out, nor anything where no shop is`()
        async throws
    {
        try await withShop { shop in
            let soldOut = AvailabilityChange(isSoldOut: .set(true))
            for thing in [
                SetAvailability.Thing.item(ID("moon-cake")), .modifier(ID("milk-moon")),
                // One isn't the other.
                .item(ID(Story.syrup.rawValue)), .modifier(ID(Story.croissant.rawValue)),
            ] {
                let refused = try await refusal(SetAvailabilityRefusal.self) {
                    try await shop.change(thing, soldOut)
                }
                #expect(refused == .notOnMenu)
            }
            let found = try await failure(SetAvailabilityRefusal.self) {
                try await shop.change(.item(Story.croissant), soldOut, at: ID("moon"))
            }
            guard case .denied(.notFound) = found else {
                Issue.record("\(String(describing: found))")
                return
            }
        }
    }
}

import CremaDomain
import CremaSQL
import CremaStore
import Testing

/// What is written is read again as it was.
struct StoreTests {
    private func quote() throws -> Quote {
        let words = "\"Flat\" white \\ ☕️ فلات\n<b>"
        return Quote(
            locationID: corner, fulfilment: .forHere,
            currency: try #require(Currency(code: "EUR")),
            businessDate: try #require(LocalDate(iso: "2026-03-10")), pricesIncludeTax: false,
            lines: [
                QuotedLine(
                    itemID: ID("flat-white"), sizeID: ID("small"), name: words, sizeName: "Small",
                    basePrice: Money(350),
                    modifiers: [
                        QuotedModifier(id: ID("oat"), name: words, quantity: 2, price: Money(120))
                    ], unitPrice: Money(470), quantity: 3, subtotal: Money(1410),
                    discount: Money(10), net: Money(1400), tax: Money(98), total: Money(1498),
                    request: words, cupName: words, station: ID("bar"), makeTimeSeconds: 180),
                QuotedLine(
                    itemID: ID("croissant"), sizeID: nil, name: "Croissant", sizeName: nil,
                    basePrice: .zero, modifiers: [], unitPrice: .zero, quantity: 1,
                    subtotal: .zero, discount: .zero, net: .zero, tax: .zero, total: .zero,
                    request: "", cupName: "", station: ID("kitchen"), makeTimeSeconds: 0),
            ],
            fees: [
                QuotedFee(
                    name: words, subtotal: Money(25), net: Money(25), tax: Money(2),
                    total: Money(27))
            ], subtotal: Money(1410),
            discounts: [AppliedDiscount(name: words, amount: Money(10))],
            taxes: [
                TaxAmount(
                    name: words, rate: Rate(partsPerMillion: 70_000), taxable: Money(1425),
                    amount: Money(100))
            ], tip: Money(75), total: Money(1600))
    }

    private func encoded(_ quote: Quote, id: ID<Order> = ID("order")) throws -> EncodedOrder {
        EncodedOrder(
            id: id, owner: .device(ID("phone")), placedAt: Timestamp(milliseconds: 5),
            quote: quote, customerName: "Zoë", language: "ar", state: .pending,
            tenders: [
                Tender(number: 1, kind: .counter, amount: quote.total, state: .pending),
                Tender(
                    number: 2, kind: .cash, amount: .zero, state: .captured, rounding: Money(-2)),
            ], stock: [StockCount(StockedThing(ID<MenuItem>("croissant")), 1)])
    }

    @Test func `an order comes back with every number and word`() async throws {
        try await withStore { database in
            try await database.addCorner()
            let quote = try quote()
            let order = try encoded(quote)

            try await database.write { tx in
                try OrderStore.insert(order, callNumber: CallNumber(sequence: 1000), tx: tx)
            }

            let found = try await database.read { try OrderStore.find(ID("order"), tx: $0) }
            let record = try #require(found)
            #expect(record.order.quote == quote)
            #expect(record.order.quote.fingerprint == quote.fingerprint)
            #expect(record.order.tenders == order.tenders)
            #expect(record.order.callNumber.description == "B001")
            #expect(record.order.customerName == "Zoë" && record.order.language == "ar")
            #expect(record.owner == .device(ID("phone")))
            #expect(record.stock == [StockCount(StockedThing(ID<MenuItem>("croissant")), 1)])
            #expect(
                record.order.timeline
                    == [Order.Step(state: .pending, at: Timestamp(milliseconds: 5))])
        }
    }

    @Test func `two orders of a date can't have one number`() async throws {
        try await withStore { database in
            try await database.addCorner()
            let first = try encoded(try quote())
            let second = try encoded(try quote(), id: ID("second"))
            try await database.write { tx in
                try OrderStore.insert(first, callNumber: CallNumber(sequence: 1000), tx: tx)
            }

            await #expect {
                try await database.write { tx in
                    try OrderStore.insert(second, callNumber: CallNumber(sequence: 1000), tx: tx)
                }
            } throws: { error in
                (error as? SQLError)?.constraint?.rule == .unique
            }
        }
    }

    @Test func `an order moves only from the version that was seen`() async throws {
        try await withStore { database in
            try await database.addCorner()
            let order = try encoded(try quote())
            let moved = try await database.write { tx in
                try OrderStore.insert(order, callNumber: CallNumber(sequence: 1000), tx: tx)
                let now = Timestamp(milliseconds: 9)
                return [
                    try OrderStore.move(
                        order.id, from: 2, to: .ready, reason: "", at: now, tx: tx),
                    try OrderStore.move(
                        order.id, from: 1, to: .preparing, reason: "", at: now, tx: tx),
                    try OrderStore.move(
                        order.id, from: 1, to: .ready, reason: "", at: now, tx: tx),
                    try OrderStore.settle(order.id, from: 1, due: .zero, at: now, tx: tx),
                ]
            }
            #expect(moved == [false, true, false, false])
        }
    }

    @Test func `stock is taken where it suffices and never goes below zero`() async throws {
        try await withStore { database in
            try await database.addCorner()
            let thing = StockedThing(ID<MenuItem>("croissant"))
            let left = try await database.write { tx in
                var left = [try MenuStore.takeStock(of: thing, count: 1, at: corner, tx: tx)]
                _ = try MenuStore.change(
                    AvailabilityChange(stock: .set(3)), kind: "item", subject: "croissant",
                    at: corner, tx: tx)
                for count in [2, 2, 1, 1] {
                    left.append(
                        try MenuStore.takeStock(of: thing, count: count, at: corner, tx: tx))
                }
                left.append(try MenuStore.returnStock(of: thing, count: 2, at: corner, tx: tx))
                return left
            }
            #expect(left == [nil, 1, nil, 0, nil, 2])
        }
    }

    @Test func `an owner reads as it was written, whatever stands in its id`() {
        for owner in [
            Owner.person(ID("a:b")), .device(ID("")), .token(ID("order:1")), .person(ID("person")),
        ] {
            #expect(Owner(text: owner.text) == owner)
        }
        for text in ["", "person", "staff:1", "Person:1"] { #expect(Owner(text: text) == nil) }
    }

    @Test func `a request is found by its whole name`() async throws {
        try await withStore { database in
            let name = (0..<32).map { UInt8($0) }
            let alike = name.dropLast() + [0]
            let record = RequestRecord(
                nameHash: name, bodyHash: [1], status: 201, subject: "order", response: nil,
                at: Timestamp(milliseconds: 7))
            try await database.write { try RequestStore.insert(record, tx: $0) }
            let found = try await database.read { tx in
                [try RequestStore.find(name, tx: tx), try RequestStore.find(Array(alike), tx: tx)]
            }
            #expect(found[0]?.nameHash == name && found[0]?.status == 201)
            // Eight bytes decide the row; who asks compares the rest.
            #expect(found[1]?.nameHash == name)
        }
    }
}

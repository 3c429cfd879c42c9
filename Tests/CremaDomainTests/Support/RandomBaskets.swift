import CremaDomain

extension SplitMix64 {
    /// A random order of a shop with odd taxes: lines that share items, several taxes, compound
    /// ones, discounts of every kind, fees and a tip.
    mutating func basket(withDiscounts: Bool = true) -> Basket {
        let rates: [Int64] = [0, 20_000, 40_000, 48_750, 70_000, 88_750, 190_000, 1, 999_999]
        let names = ["State", "City", "VAT"]
        let sets = (0..<int(1...3)).map { _ in
            (0..<int(0...3)).map { index in
                TaxComponent(
                    name: names[index], rate: Rate(partsPerMillion: one(of: rates)),
                    isCompound: index > 0 && once(in: 3))
            }
        }
        let items = (0..<int(1...5)).map { _ in
            Basket.Line(unit: int64(0...one(of: [10, 999, 12_345])), taxes: one(of: sets))
        }
        let lines = (0..<int(1...8)).map { _ in
            var line = one(of: items)
            line.quantity = once(in: 3) ? int(1...99) : int(1...4)
            return line
        }
        return Basket(
            lines: lines, discounts: withDiscounts ? discounts(on: items) : [],
            fees: fees(on: items), feeTaxes: one(of: sets), tip: once(in: 2) ? int64(0...500) : 0,
            pricesIncludeTax: once(in: 2))
    }

    /// At most one discount of each kind, in any order.
    private mutating func discounts(on items: [Basket.Line]) -> [Discount] {
        let rates: [Int64] = [10_000, 100_000, 150_000, 333_333, 500_000, 1_000_000]
        let kinds: [Discount.Kind] = [
            .itemPercent(selector(of: items), Rate(partsPerMillion: one(of: rates))),
            .itemAmount(selector(of: items), Money(int64(0...300))),
            .orderPercent(Rate(partsPerMillion: one(of: rates))),
            .orderAmount(Money(int64(0...3_000))),
            .rewardItem(selector(of: items), upTo: Money(int64(0...10_000))),
            .rewardPercent(Rate(partsPerMillion: one(of: rates))),
            .rewardAmount(Money(int64(0...2_000))),
        ]
        return kinds.shuffled(using: &self).prefix(int(0...4)).enumerated().map {
            Discount(name: "Discount \($0)", kind: $1)
        }
    }

    private mutating func fees(on items: [Basket.Line]) -> [Fee] {
        let bases: [Fee.Basis] = [
            .perOrder(Money(int64(0...200))), .perPiece(selector(of: items), Money(int64(0...25))),
            .share(Rate(partsPerMillion: int64(0...200_000))),
        ]
        return bases.shuffled(using: &self).prefix(int(0...2)).enumerated().map {
            Fee(name: "Fee \($0)", basis: $1, taxCategory: ID("fee"))
        }
    }

    private mutating func selector(of items: [Basket.Line]) -> ItemSelector {
        once(in: 2) ? .all : .items([one(of: items).itemID])
    }

    /// The same pieces on other lines: some lines split, then all shuffled.
    mutating func rearranged(_ lines: [Basket.Line]) -> [Basket.Line] {
        var rearranged: [Basket.Line] = []
        for line in lines {
            var left = line
            while left.quantity > 1, rearranged.count < 40, once(in: 2) {
                var part = left
                part.quantity = int(1...left.quantity - 1)
                left.quantity -= part.quantity
                rearranged.append(part)
            }
            rearranged.append(left)
        }
        return rearranged.shuffled(using: &self)
    }
}

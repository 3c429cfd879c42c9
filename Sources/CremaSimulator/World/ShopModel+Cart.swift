import CremaDomain
import CremaServices
import CremaStore

extension ShopModel {
    func editCart(_ location: ID<Location>, _ owner: Owner?, _ edit: CartEdit) -> Forecast {
        guard let owner else { return .refused(Refusal("noOwner")) }
        guard places[location] != nil else { return .refused(Refusal("unknownLocation")) }
        var cart = cart(owner, at: location)
        if let refusal = cart.refusal(of: edit) { return .refused(refusal) }
        cart.take(edit)
        var effect = Effect()
        effect.cart = (ShopModel.CartKey(owner: owner, location: location), cart)
        return .done(.cart(cart), effect)
    }
}

extension StoredCart {
    private func place(of key: String) -> Int? { lines.firstIndex { $0.key == key } }

    /// The line that more of the same are added to, where they fit.
    private func placeToAdd(_ line: CartLine) -> Int? {
        let same = lines.firstIndex { known in
            var other = known.line
            other.quantity = line.quantity
            return other == line
        }
        guard let same, lines[same].line.quantity + line.quantity <= 99 else { return nil }
        return same
    }

    fileprivate func refusal(of edit: CartEdit) -> Refusal? {
        let isFull = lines.count >= 50
        switch edit {
        case .add(let line, _):
            return refusal(of: line)
                ?? (placeToAdd(line) == nil && isFull ? Refusal("isFull") : nil)
        case .replace(let key, let line, _):
            return refusal(of: line) ?? (place(of: key) == nil ? Refusal("unknownLine") : nil)
        case .setQuantity(let key, let quantity):
            guard (1...99).contains(quantity) else { return Refusal("quantityOutOfRange") }
            return place(of: key) == nil ? Refusal("unknownLine") : nil
        case .remove(let key): return place(of: key) == nil ? Refusal("unknownLine") : nil
        case .restore(let key):
            guard removed?.key == key else { return Refusal("unknownLine") }
            return isFull ? Refusal("isFull") : nil
        case .setFulfilment: return nil
        case .setTip(let tip):
            return (0...10_000_000).contains(tip.minorUnits) ? nil : Refusal("tipOutOfRange")
        }
    }

    private func refusal(of line: CartLine) -> Refusal? {
        if !(1...99).contains(line.quantity) { return Refusal("quantityOutOfRange") }
        if line.request.count > 200 { return Refusal("requestTooLong") }
        return line.cupName.count > 80 ? Refusal("cupNameTooLong") : nil
    }

    /// Takes an edit that nothing stands against.
    fileprivate mutating func take(_ edit: CartEdit) {
        switch edit {
        case .add(let line, let seenPrice):
            removed = nil
            if let same = placeToAdd(line) {
                lines[same].line.quantity += line.quantity
                lines[same].seenPrice = seenPrice
            } else {
                lastKey += 1
                lines.append(
                    StoredLine(key: String(lastKey), line: line, seenPrice: seenPrice))
            }
        case .replace(let key, let line, let seenPrice):
            guard let place = place(of: key) else { return }
            lines[place].line = line
            lines[place].seenPrice = seenPrice
        case .setQuantity(let key, let quantity):
            guard let place = place(of: key) else { return }
            lines[place].line.quantity = quantity
        case .remove(let key):
            guard let place = place(of: key) else { return }
            removed = lines.remove(at: place)
            removedIndex = place
        case .restore:
            guard let line = removed else { return }
            lines.insert(line, at: min(removedIndex, lines.count))
            removed = nil
        case .setFulfilment(let fulfilment): self.fulfilment = fulfilment
        case .setTip(let tip): self.tip = tip
        }
    }
}

import CremaDomain
import CremaServices
import CremaStore

extension ShopModel {
    func setAvailability(
        _ location: ID<Location>, _ thing: SetAvailability.Thing, _ change: AvailabilityChange,
        by actor: Actor, _ moment: Moment
    ) -> Forecast {
        guard isStaff(actor, at: location) else {
            return .refused(Refusal(actor.person == nil ? .signInNeeded : .forbidden))
        }
        guard var place = places[location] else { return .refused(Refusal(.notFound)) }
        let stocked =
            switch thing {
            case .item(let id): StockedThing(id)
            case .modifier(let id): StockedThing(id)
            }
        guard moment.isOffered else { return .refused(Refusal("notOnMenu")) }
        let before = place.availability[stocked] ?? Availability()
        var after = before
        if case .set(let value) = change.isSoldOut { after.isSoldOut = value }
        if case .set(let value) = change.stock { after.stock = value }
        if case .set(let value) = change.price { after.price = value }
        if after == before { return .done(.availability(before), Effect()) }
        if case .set(let stock?) = change.stock, !(0...1_000_000).contains(stock) {
            return .refused(Refusal("stockOutOfRange"))
        }
        if case .set(let price?) = change.price, !(0...10_000_000).contains(price.minorUnits) {
            return .refused(Refusal("priceOutOfRange"))
        }
        place.availability[stocked] = after
        var effect = Effect()
        effect.touch(&place)
        effect.places = [place]
        return .done(.availability(after), effect)
    }

    func publish(_ catalog: Catalog, by actor: Actor) -> Forecast {
        guard actor == .system else { return .refused(Refusal(.forbidden)) }
        if catalog == self.catalog { return .done(.number(edition), Effect()) }
        var effect = Effect()
        effect.catalog = catalog
        for id in placeIDs {
            guard var place = places[id] else { continue }
            effect.touch(&place)
            effect.places.append(place)
        }
        return .done(.number(edition + 1), effect)
    }

    func changeLocation(
        _ id: ID<Location>, _ document: LocationDocument, by actor: Actor, _ moment: Moment
    ) -> Forecast {
        guard actor == .system else { return .refused(Refusal(.forbidden)) }
        guard var place = places[id] else { return .refused(Refusal("unknownLocation")) }
        let currency = place.location.currency.code
        do {
            try place.change(to: document, zone: moment.zone)
        } catch let problem as LocationDocumentProblem {
            return .refused(Refusal("badLocation", problem.field))
        } catch {
            return .refused(Refusal("badLocation", "timeZone"))
        }
        guard document.currency == currency else {
            return .refused(Refusal("currencyDiffers", document.currency))
        }
        place.menuVersion += 1
        var effect = Effect()
        effect.places = [place]
        effect.events = [ToldEvent(.location, id.rawValue, place.menuVersion)]
        return .done(.number(place.menuVersion), effect)
    }
}

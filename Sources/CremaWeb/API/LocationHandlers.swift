import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices

extension WebApp {
    /// `GET /api/v1/locations`
    func listLocations(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let loads: [ID<Location>: Load]
        do throws(ReadFailure) {
            loads = try await self.loads.loads(services)
        } catch {
            throw ErrorMapping.problem(error)
        }
        let now = services.environment.now()
        let values = try await allPlaces().map { place in
            LocationValue(place, load: loads[place.location.id], at: now)
        }
        return try json(LocationsResponse(locations: values))
    }

    /// `GET /api/v1/locations/{id}/menu`
    func getMenu(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let place = try await place(context.parameters["id"] ?? "")
        let language = place.languageTag(context.language.tag)
        let entry = try rendered.json(place, language: language) { () throws(Problem) in
            try JSONText.encode(
                MenuResponse(
                    place.menu, currency: place.location.currency, language: language))
        }
        return entry.response(to: context.request)
    }

    /// All places.
    func allPlaces() async throws(Problem) -> [PlaceSnapshot] {
        do throws(ReadFailure) {
            return try await services.places.all()
        } catch {
            throw ErrorMapping.problem(error)
        }
    }
}

extension LocationValue {
    init(_ place: PlaceSnapshot, load: Load?, at now: Timestamp) {
        let location = place.location
        let state: String
        var changesAt: Timestamp?
        if location.pauseReason != nil {
            state = "paused"
        } else {
            switch place.clock.acceptsOrders(
                at: now, lead: .seconds(location.leadMinutes * 60))
            {
            case .accepted(_, let lastOrderAt):
                state = "open"
                changesAt = lastOrderAt
            case .closed(let opensAt), .lastOrderPassed(let opensAt):
                state = "closed"
                changesAt = opensAt
            }
        }
        let ready = place.readyIn(after: load)
        self.init(
            id: location.id.rawValue, name: location.name, currency: location.currency.code,
            timeZone: location.zone.name, state: state, changesAt: changesAt?.rfc3339,
            readyIn: ReadyInValue(min: ready.lowerBound, max: ready.upperBound),
            taxIncluded: location.taxes.pricesIncludeTax, languages: location.languages)
    }
}

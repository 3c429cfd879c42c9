import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `PUT /api/v1/locations/{id}/availability/items/{item}`
    func setItemAvailability(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let id = ID<MenuItem>(checking: context.parameters["item"] ?? "")
        return try await setAvailability(of: id.map { .item($0) }, named: "item", context)
    }

    /// `PUT /api/v1/locations/{id}/availability/modifiers/{modifier}`
    func setModifierAvailability(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let id = ID<Modifier>(checking: context.parameters["modifier"] ?? "")
        return try await setAvailability(of: id.map { .modifier($0) }, named: "modifier", context)
    }

    private func setAvailability(
        of thing: SetAvailability.Thing?, named name: String, _ context: RequestContext
    ) async throws(Problem) -> HTTPResponse {
        let body = try JSONText.decode(AvailabilityRequest.self, context.request)
        guard let location = ID<Location>(checking: context.parameters["id"] ?? "") else {
            throw ErrorMapping.problem(Denial.notFound)
        }
        guard let thing else { throw ErrorMapping.problem(.notOnMenu, named: name) }
        let state: Availability
        do throws(Failure<SetAvailabilityRefusal>) {
            state = try await services.setAvailability(
                body.change, of: thing, at: location, by: context.actor)
        } catch {
            throw ErrorMapping.problem(error) { ErrorMapping.problem($0, named: name) }
        }
        return try json(
            AvailabilityResponse(id: thing.id, soldOut: state.isSoldOut, stock: state.stock))
    }
}

extension AvailabilityRequest {
    fileprivate var change: AvailabilityChange {
        var change = AvailabilityChange()
        if let soldOut { change.isSoldOut = .set(soldOut) }
        switch stock {
        case nil: break
        case .uncounted: change.stock = .set(nil)
        case .counted(let count): change.stock = .set(count)
        }
        return change
    }
}

import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// Answers a request that comes with an idempotency key.
    ///
    /// The use case looks the key up in its own transaction, before anything else. A request that
    /// isn't even read that far is looked up here, on its way out: whoever sends another body
    /// under a used key hears of the key, not of the body.
    func keyed(
        _ endpoint: Endpoint, _ context: RequestContext,
        _ answer: (RequestKey) async throws(Problem) -> HTTPResponse
    ) async throws(Problem) -> HTTPResponse {
        let key = try context.requestKey(endpoint)
        do throws(Problem) {
            return try await answer(key)
        } catch {
            guard error.isFaultOfRequest, try await isReused(key, context) else { throw error }
            throw ErrorMapping.keyReused
        }
    }

    private func isReused(
        _ key: RequestKey, _ context: RequestContext
    ) async throws(Problem) -> Bool {
        do throws(ReadFailure) {
            let record = try await services.read(
                RequestQuery(nameHashes: [key.nameHash]), by: context.actor)
            return record.bodyHash != key.bodyHash
        } catch .denied {
            return false
        } catch {
            throw ErrorMapping.problem(error)
        }
    }

    /// `GET /api/v1/requests/{key}`: what became of a request sent to place, move or pay.
    func getRequest(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let key = context.parameters["key"] ?? ""
        var names = [Endpoint.createOrder, .createWalletTopUp].map {
            $0.keyScope(parameters: PathParameters())
        }
        // A key of a change of one order: the order is named along.
        if let text = context.query["order"] {
            guard let order = ID<Order>(checking: text) else {
                throw Problem(.invalidField, "That isn't the id of an order.", field: "order")
            }
            names += [Endpoint.createTransition, .createPayment, .createCardPayment, .createRefund]
                .map {
                    $0.keyScope(id: order)
                }
        }
        // And a place, for a key of a top-up there.
        if let text = context.query["location"] {
            guard let location = ID<Location>(checking: text) else {
                throw Problem(.invalidField, "That isn't the id of a place.", field: "location")
            }
            names += [Endpoint.createTopUp, .createDrawerSession].map { $0.keyScope(id: location) }
            // And a drawer of it, for one of a movement or a count.
            if let text = context.query["session"] {
                guard let session = ID<DrawerSession>(checking: text) else {
                    throw Problem(
                        .invalidField, "That isn't the id of a drawer session.", field: "session")
                }
                names += [Endpoint.createCashMovement, .createDrawerCount].map {
                    $0.keyScope(id: location).replacing("{session}", with: session.rawValue)
                }
            }
        }
        let record: RequestRecord
        do throws(ReadFailure) {
            record = try await services.read(
                RequestQuery(nameHashes: names.map { context.nameHash(key, of: $0) }),
                by: context.actor)
        } catch .denied {
            throw Problem(
                .notFound, "Not done yet, as far as this shop knows: send it again.", field: "key")
        } catch {
            throw ErrorMapping.problem(error)
        }
        return try json(
            RequestResponse(
                status: record.status, subjectId: record.subject, at: record.at.rfc3339))
    }
}

extension Endpoint {
    /// What a key belongs to, besides a person: method and path.
    func keyScope(parameters: PathParameters) -> String {
        guard let id = parameters["id"] else { return method.rawValue + " " + path }
        return method.rawValue + " "
            + path.replacing("{id}", with: id)
            .replacing("{session}", with: parameters["session"] ?? "{session}")
    }

    fileprivate func keyScope<Subject>(id: ID<Subject>) -> String {
        method.rawValue + " " + path.replacing("{id}", with: id.rawValue)
    }
}

extension RequestContext {
    /// The idempotency key with what it is used for; refused where it is missing or too short.
    func requestKey(_ endpoint: Endpoint) throws(Problem) -> RequestKey {
        guard let key = request.headers["idempotency-key"] else {
            throw Problem(
                .keyMissing, "Send a new Idempotency-Key with each new request.",
                field: "Idempotency-Key")
        }
        guard key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
            (1...255).contains(key.utf8.count)
        else {
            throw Problem(
                .badRequest, "A key has 1 to 255 printable characters.", field: "Idempotency-Key")
        }
        guard actor.person != nil || key.utf8.count >= 32 else {
            throw Problem(
                .invalidField, "Without an account a key has at least 32 characters.",
                field: "Idempotency-Key")
        }
        return RequestKey(
            nameHash: nameHash(key, of: endpoint.keyScope(parameters: parameters)),
            bodyHash: Hash.sha256(request.body))
    }

    /// What a key belongs to: person, method, path.
    func nameHash(_ key: String, method: String, path: String) -> [UInt8] {
        nameHash(key, of: method + " " + path)
    }

    func nameHash(_ key: String, of scope: String) -> [UInt8] {
        Hash.sha256(Array("\(actor.keyScope)\n\(scope)\n\(key)".utf8))
    }
}

import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `GET /api/v1/wallet`
    func getWallet(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let wallet = try await read(WalletQuery(), context)
        let currency = try await shopCurrency()
        return try json(
            WalletResponse(
                balance: MoneyValue(wallet.balance, currency), version: wallet.version))
    }

    /// `GET /api/v1/wallet/transactions`
    func listWalletTransactions(
        _ context: RequestContext
    ) async throws(Problem) -> HTTPResponse {
        let limit = try pageLimit(context)
        let before = try positionBefore(context, name: "cursor")
        let wallet = try await read(WalletQuery(before: before, limit: limit), context)
        let currency = try await shopCurrency()
        return try json(
            WalletTransactionsResponse(
                transactions: wallet.entries.map { WalletTransactionValue($0, currency) },
                nextCursor: wallet.next.map { String($0) }))
    }

    /// `POST /api/v1/locations/{id}/top-ups`
    func createTopUp(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try await keyed(.createTopUp, context) { (key) async throws(Problem) in
            let body = try JSONText.decode(TopUpRequest.self, context.request)
            let place = try await self.place(context.parameters["id"] ?? "")
            guard let kind = TenderKind(rawValue: body.kind), PaymentRequest.kinds.contains(kind)
            else {
                throw Problem(.invalidField, "cash or externalCard is needed.", field: "kind")
            }
            let currency = place.location.currency
            let topUp = TopUpWallet(
                newID: self.services.environment.makeID(), locationID: place.location.id,
                email: try TypedText.checked(body.email, field: "email"),
                amount: try body.amount.money(currency, field: "amount"), kind: kind)
            let made: Performed<ToppedUp>
            do throws(Failure<TopUpRefusal>) {
                made = try await self.services.perform(topUp, by: context.actor, key: key)
            } catch {
                throw ErrorMapping.problem(error) { ErrorMapping.problem($0) }
            }
            let response = try self.json(
                TopUpResponse(
                    id: made.output.id.rawValue, amount: MoneyValue(made.output.amount, currency),
                    balance: MoneyValue(made.output.balance, currency)), status: 201)
            return self.marked(response, isReplay: made.isReplay)
        }
    }

    /// Where a page of a wallet's history begins.
    func positionBefore(_ context: RequestContext, name: String) throws(Problem) -> Int64? {
        guard let text = context.query[name] else { return nil }
        guard let id = Int64(text), id > 0 else {
            throw Problem(.invalidField, "That isn't a cursor of ours.", field: name)
        }
        return id
    }

    /// A shop has one, which each of its places bears; they are kept in memory.
    func shopCurrency() async throws(Problem) -> Currency {
        guard let first = try await allPlaces().first else {
            throw Problem(.notFound, "There is no shop here yet.")
        }
        return first.location.currency
    }
}

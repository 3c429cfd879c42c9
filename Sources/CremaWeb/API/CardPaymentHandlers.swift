import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `GET /api/v1/card-form`
    func getCardForm(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard let provider = services.provider else {
            throw Problem(.notFound, "This shop takes no cards on the web.")
        }
        switch provider.form {
        case .choices(let cards):
            return try json(
                CardFormResponse(
                    provider: provider.name,
                    choices: cards.map {
                        CardFormResponse.Choice(method: $0.method, name: $0.name)
                    }))
        case .script(let script):
            return try json(
                CardFormResponse(
                    provider: provider.name, publishableKey: script.publishableKey,
                    script: script.address))
        }
    }

    /// `POST /api/v1/orders/{id}/card-payments`
    func createCardPayment(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try limitCards(context)
        return try await keyed(.createCardPayment, context) { (key) async throws(Problem) in
            let body = try JSONText.decode(CardPaymentRequest.self, context.request)
            let id = try self.orderID(context)
            return try await self.answer(context) { () async throws(Failure<BeginPaymentRefusal>) in
                try await self.services.pay(
                    id, method: body.method, by: context.actor, key: key,
                    returnAddress: { Path.returnFromBank($0).text })
            }
        }
    }

    /// `POST /api/v1/wallet/top-ups`
    func createWalletTopUp(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try limitCards(context)
        return try await keyed(.createWalletTopUp, context) { (key) async throws(Problem) in
            let body = try JSONText.decode(WalletTopUpRequest.self, context.request)
            let currency = try await self.shopCurrency()
            let amount = try body.amount.money(currency, field: "amount")
            return try await self.answer(context) { () async throws(Failure<BeginPaymentRefusal>) in
                try await self.services.topUp(
                    amount, method: body.method, by: context.actor, key: key,
                    returnAddress: { Path.returnFromBank($0).text })
            }
        }
    }

    /// By address: a guest is somebody else whenever a cookie is dropped.
    func limitCards(_ context: RequestContext) throws(Problem) {
        try limit(.card, sender: context.client.description)
    }

    private func answer(
        _ context: RequestContext,
        _ begin: () async throws(Failure<BeginPaymentRefusal>) -> Performed<PaymentProgress>
    ) async throws(Problem) -> HTTPResponse {
        let begun: Performed<PaymentProgress>
        do throws(Failure<BeginPaymentRefusal>) {
            begun = try await begin()
        } catch {
            throw ErrorMapping.problem(error) {
                ErrorMapping.problem($0, words: Words(context.language))
            }
        }
        let progress = begun.output
        return marked(
            try json(
                CardPaymentResponse(progress.payment, action: progress.action), status: 201),
            isReplay: begun.isReplay)
    }

    /// `GET /api/v1/card-payments/{id}`
    func getCardPayment(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let progress = try await paymentProgress(context)
        return try json(CardPaymentResponse(progress.payment, action: progress.action))
    }

    /// What the provider says by now of the payment that the address names.
    func paymentProgress(
        _ context: RequestContext
    ) async throws(Problem) -> PaymentProgress {
        guard let id: ID<Payment> = context.id("id") else {
            throw ErrorMapping.problem(Denial.notFound)
        }
        let payment = try await read(PaymentQuery(id: id), context)
        do throws(ReadFailure) {
            return try await services.progress(of: payment)
        } catch {
            throw ErrorMapping.problem(error)
        }
    }

    /// `POST /webhooks/{provider}`: the provider says that something became of a charge. What it
    /// says isn't used; it is asked.
    func paymentNotice(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard let provider = services.provider,
            provider.name == context.parameters["provider"]
        else { throw Problem(.notFound, "There is nothing at this address.") }
        let reference: String?
        do throws(NoticeFailure) {
            reference = try provider.reference(
                inNotice: context.request.body,
                signature: context.request.headers["stripe-signature"] ?? "",
                at: services.environment.now())
        } catch {
            switch error {
            case .notSigned: throw Problem(.badRequest, "That isn't signed as it should be.")
            case .unreadable: throw Problem(.badRequest, "That can't be read.")
            }
        }
        if let reference {
            do {
                try await services.refresh(reference: reference)
            } catch {
                // Called again, it may be told.
                throw ErrorMapping.unavailable("\(error)")
            }
        }
        return HTTPResponse(status: 204)
    }
}

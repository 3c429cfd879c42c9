import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    // MARK: an order

    /// `GET /orders/{id}/pay`
    func payPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let id = try orderID(context)
        let (record, last) = try await read(OrderPaymentQuery(id: id), context)
        guard let last, record.order.waitsForCard else { return try await payPage(record, context) }
        let progress: PaymentProgress
        do throws(ReadFailure) {
            progress = try await services.progress(of: last)
        } catch {
            throw ErrorMapping.problem(error)
        }
        switch progress.payment.state {
        case .failed:
            let why = progress.payment.decline ?? .declined
            return try await payPage(record, context, problem: .declined(why))
        case .open:
            return try await payPage(
                record, context, problem: .underWay, action: cardAction(progress))
        case .authorized, .captured: return .seeOther(.order(id))
        case .cancelling, .cancelled: return try await payPage(record, context)
        }
    }

    private func payPage(
        _ record: OrderRecord, _ context: RequestContext, problem: PayProblem? = nil,
        action: CardModel.CardAction? = nil, status: Int = 200
    ) async throws(Problem) -> HTTPResponse {
        let order = record.order
        let tender = order.tenders.first { $0.kind == .card && $0.state == .pending }
        guard order.state == .awaitingPayment, let tender, let provider = services.provider else {
            return .seeOther(.order(order.id))
        }
        let place = try await place(order.quote.locationID.rawValue)
        let model = PayModel(
            order: order, location: place.location, amount: tender.amount,
            card: CardModel(form: provider.form, requestKey: newKey(), action: action),
            problem: problem)
        return cardPage(
            PayView.page(model, pageContext(context)), provider.form, status: status)
    }

    /// `POST /orders/{id}/pay`
    func payFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try limitCards(context)
        let id = try orderID(context)
        let form = try form(context)
        let method = form["cardToken"] ?? ""
        let begun: Performed<PaymentProgress>
        do throws(Failure<BeginPaymentRefusal>) {
            begun = try await services.pay(
                id, method: method, by: context.actor, key: try key(form, method, context),
                returnAddress: { Path.returnFromBank($0).text })
        } catch {
            let record = try await read(OrderQuery(id: id), context)
            switch error {
            // Paid meanwhile, or over: the order's page says so.
            case .refused(.nothingToPay): return .seeOther(.order(id))
            case .refused(.badMethod):
                return try await payPage(record, context, problem: .noCard, status: 422)
            case .refused(.tooMany):
                return try await payPage(record, context, problem: .tooMany, status: 422)
            default:
                throw ErrorMapping.problem(error) {
                    ErrorMapping.problem($0, words: Words(context.language))
                }
            }
        }
        return try await goOn(begun.output, context)
    }

    // MARK: a wallet

    /// `GET /wallet/top-up`
    func cardTopUpPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard context.actor.person != nil else { return signInFirst(context) }
        return try await topUpForm(context)
    }

    private func topUpForm(
        _ context: RequestContext, amount: String = "", problem: PayProblem? = nil,
        action: CardModel.CardAction? = nil, status: Int = 200
    ) async throws(Problem) -> HTTPResponse {
        guard let provider = services.provider else { return .seeOther(.wallet()) }
        let currency = try await shopCurrency()
        let model = CardTopUpModel(
            currency: currency, balance: try await read(WalletQuery(), context).balance,
            amount: amount, presets: currency.topUpPresets,
            card: CardModel(form: provider.form, requestKey: newKey(), action: action),
            problem: problem)
        return cardPage(
            PayView.topUpPage(model, pageContext(context)), provider.form, status: status)
    }

    /// `POST /wallet/top-up`
    func cardTopUpFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try limitCards(context)
        let form = try form(context)
        let method = form["cardToken"] ?? ""
        let preset = form["preset"] ?? ""
        let typed = preset.isEmpty ? form["amount"] ?? "" : preset
        let currency = try await shopCurrency()
        let kept = preset.isEmpty ? typed : ""
        guard let amount = currency.money(typed: typed) else {
            return try await topUpForm(context, amount: kept, problem: .amount, status: 422)
        }
        let begun: Performed<PaymentProgress>
        do throws(Failure<BeginPaymentRefusal>) {
            begun = try await services.topUp(
                amount, method: method, by: context.actor,
                key: try key(form, "\(method)\n\(typed)", context),
                returnAddress: { Path.returnFromBank($0).text })
        } catch {
            let problem: PayProblem
            switch error {
            case .refused(.amountOutOfRange), .refused(.notOffered): problem = .amount
            case .refused(.walletFull): problem = .walletFull
            case .refused(.tooMany): problem = .tooMany
            case .refused(.badMethod): problem = .noCard
            default:
                throw ErrorMapping.problem(error) {
                    ErrorMapping.problem($0, words: Words(context.language))
                }
            }
            return try await topUpForm(context, amount: kept, problem: problem, status: 422)
        }
        return try await goOn(begun.output, context)
    }

    // MARK: going on

    /// `GET /payments/{id}/return`
    func returnFromBank(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try await goOn(try await paymentProgress(context), context)
    }

    /// Where the customer goes on, by how far the payment is.
    private func goOn(
        _ progress: PaymentProgress, _ context: RequestContext
    ) async throws(Problem) -> HTTPResponse {
        let payment = progress.payment
        let action = cardAction(progress)
        if case .bank(let path) = action { return .seeOther(path) }
        // What came of a form that was sent is an answer to it; of a way back, it is a page.
        let isForm = context.request.method == .post
        var problem: PayProblem?
        if payment.state == .failed { problem = .declined(payment.decline ?? .declined) }
        switch payment.purpose {
        case .order(let id, _):
            guard problem != nil || action != nil else { return .seeOther(.order(id)) }
            let record = try await read(OrderQuery(id: id), context)
            return try await payPage(
                record, context, problem: problem, action: action,
                status: problem == nil || !isForm ? 200 : 422)
        case .topUp:
            guard problem != nil || action != nil else { return .seeOther(.wallet()) }
            return try await topUpForm(
                context, problem: problem, action: action,
                status: problem == nil || !isForm ? 200 : 422)
        }
    }

    private func cardAction(_ progress: PaymentProgress) -> CardModel.CardAction? {
        switch progress.action {
        case .redirect(let address): Path(returning: address).map { .bank($0) }
        case .script(let secret):
            .script(secret: secret, returnPath: .returnFromBank(progress.payment.id))
        case nil: nil
        }
    }

    /// Another card under the same form is another wish.
    private func key(
        _ form: FormFields, _ wish: String, _ context: RequestContext
    ) throws(Failure<BeginPaymentRefusal>) -> RequestKey {
        do throws(Problem) {
            return RequestKey(
                nameHash: try formKey(form, context).nameHash,
                bodyHash: Hash.sha256(Array(wish.utf8)))
        } catch {
            throw .refused(.badMethod)
        }
    }

    private func cardPage(_ html: HTML, _ form: CardForm, status: Int) -> HTTPResponse {
        var response = HTTPResponse.page(html, status: status)
        if case .script(let script) = form {
            _ = response.headers.add("Content-Security-Policy", SecurityPolicy.page(with: script))
        }
        return response
    }

    // MARK: a sandbox' bank

    /// `GET /sandbox/{reference}`
    func bankPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let reference = context.parameters["reference"] ?? ""
        guard let question = services.provider?.bank?.asked(reference) else {
            throw Problem(.notFound, "Nothing is asked here.")
        }
        return .page(PayView.bankPage(reference, question, pageContext(context)))
    }

    /// `POST /sandbox/{reference}`
    func answerAsBank(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let form = try form(context)
        let address = await services.provider?.bank?.answer(
            context.parameters["reference"] ?? "", isConfirmed: form["answer"] == "yes")
        guard let address, let path = Path(returning: address) else {
            throw Problem(.notFound, "Nothing is asked here.")
        }
        return .seeOther(path)
    }
}

extension Currency {
    /// Amounts that people put into a wallet: ten, twenty-five and fifty units of a currency like
    /// the dollar, and of one without small units a hundred times as many.
    var topUpPresets: [Money] {
        let unit = exponent == 0 ? 100 : minorUnitsPerUnit
        return [10, 25, 50].map { Money($0 * unit) }
    }
}

import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `GET /l/{location}/checkout`
    func checkoutPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let (snapshot, place) = try await located(context)
        let cart = try await read(CartQuery(locationID: snapshot.location.id), context)
        let model = cartModel(cart, snapshot, place, context)
        guard let quote = model.quote else { return .seeOther(.cart(snapshot.location.id)) }
        let sheet = CheckoutModel(
            place: place, quote: quote, customerName: rememberedName(context),
            requestKey: newKey(), wallet: try await walletBalance(context),
            takesCard: takesCard(quote),
            // Staff may ring up somebody else's order.
            payment: context.actor.highestRole.isStaff ? .counter : nil)
        return .page(CheckoutView.page(sheet, pageContext(context)))
    }

    /// `POST /l/{location}/orders`
    func placeOrderFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try limit(.order, sender: context.actor.owner?.text ?? context.client.description)
        let (snapshot, place) = try await located(context)
        let form = try form(context)
        let key = try formKey(form, context)
        let name = try TypedText.checked(form["customerName"], field: "customerName")
        let cart = try await read(CartQuery(locationID: snapshot.location.id), context)
        var request = OrderRequest(
            cart: cart.cart, fingerprint: form["fingerprint"] ?? "", customerName: name,
            language: snapshot.languageTag(context.language.tag))
        request.clearsCart = true
        let payment = PaymentChoice(rawValue: form["tender"] ?? "") ?? .counter
        request.tenders = try tenders(payment, form)
        do throws(Failure<PlaceOrderRefusal>) {
            let placed = try await services.placeOrder(
                request, by: context.actor, key: key, hasLimits: settings.hasLimits)
            return placedResponse(
                placed.output.id, name: name, waitsForCard: request.isByCard, context)
        } catch {
            let wallet = try await walletBalance(context)
            let sheet = try refusedSheet(
                error, form: form, name: name, cart, snapshot, place, wallet, payment, context)
            guard let (model, status) = sheet else {
                return leaving(for: .cart(snapshot.location.id), context)
            }
            return .page(CheckoutView.page(model, pageContext(context)), status: status)
        }
    }

    /// After success the customer always lands on the order.
    private func placedResponse(
        _ id: ID<Order>, name: String, waitsForCard: Bool, _ context: RequestContext
    ) -> HTTPResponse {
        var response = leaving(for: waitsForCard ? .pay(id) : .order(id), context)
        if let cookie = CookieNames.set(CookieNames.name, Base64URL.encode(Array(name.utf8))) {
            response.headers.add(cookie)
        }
        return response
    }

    /// Leads on to another page. htmx would put a page that it was led to by 303 into the sheet,
    /// where it has no place.
    private func leaving(for path: Path, _ context: RequestContext) -> HTTPResponse {
        guard context.isFragment else { return .seeOther(path) }
        var response = HTTPResponse(status: 200)
        _ = response.headers.add("HX-Redirect", path.text)
        return response
    }

    /// The confirm sheet once more, with what stands against the order; nil where the cart must
    /// be mended first.
    private func refusedSheet(
        _ failure: Failure<PlaceOrderRefusal>, form: FormFields, name: String, _ cart: StoredCart,
        _ snapshot: PlaceSnapshot, _ place: Place, _ wallet: Money?, _ payment: PaymentChoice,
        _ context: RequestContext
    ) throws(Problem) -> (CheckoutModel, status: Int)? {
        guard case .refused(let refusal) = failure else {
            throw ErrorMapping.problem(failure) {
                ErrorMapping.problem($0, words: Words(context.language))
            }
        }
        func sheet(
            _ problems: [CheckoutProblem], quote: Quote? = nil, shown: ShownSums? = nil
        ) -> CheckoutModel? {
            let known = quote ?? cartModel(cart, snapshot, place, context).quote
            return known.map {
                CheckoutModel(
                    place: place, quote: $0, customerName: name, requestKey: newKey(),
                    previous: shown, problems: problems, wallet: wallet,
                    takesCard: takesCard($0), payment: payment)
            }
        }
        let answer: (CheckoutModel?, Int)
        switch refusal {
        case .quoteChanged(let quote):
            answer = (sheet([], quote: quote, shown: ShownSums(text: form["shown"] ?? "")), 409)
        case .closed, .paused: answer = (sheet([.notTakingOrders]), 409)
        case .tooManyUnpaid(let limit):
            answer = (sheet([.tooManyUnpaidOrders(limit: limit)]), 409)
        case .nameTooLong: answer = (sheet([.nameTooLong]), 422)
        case .cart(let problems): answer = (sheet([.cart(problems.all.map(\.kind))]), 409)
        case .insufficientFunds(let balance, let needed, _):
            let short = needed - balance
            answer = (sheet([.insufficientFunds(balance: balance, short: short)]), 409)
        case .unknownLocation, .tenderNotOffered, .tendersDontAddUp, .menuMoved:
            throw ErrorMapping.problem(refusal, words: Words(context.language))
        }
        return answer.0.map { ($0, answer.1) }
    }

    private func takesCard(_ quote: Quote) -> Bool {
        services.provider?.takes(quote.total, quote.currency) ?? false
    }

    /// What is in the wallet of whoever is signed in.
    private func walletBalance(_ context: RequestContext) async throws(Problem) -> Money? {
        guard context.actor.person != nil else { return nil }
        return try await read(WalletQuery(), context).balance
    }

    /// What was chosen on the sheet, for the sum that it showed.
    private func tenders(
        _ payment: PaymentChoice, _ form: FormFields
    ) throws(Problem) -> [RequestedTender] {
        switch payment {
        case .counter: return []
        case .wallet: return [RequestedTender(kind: .wallet)]
        case .card: return [RequestedTender(kind: .card)]
        case .walletFirst, .walletThenCard:
            guard let amount = form["walletAmount"].flatMap({ Int64($0) }),
                Limits.topUp.lowerBound <= amount, amount <= Limits.mostInWallet
            else {
                throw Problem(.invalidField, "That isn't an amount.", field: "walletAmount")
            }
            return [
                RequestedTender(kind: .wallet, amount: Money(amount)),
                RequestedTender(kind: payment == .walletFirst ? .counter : .card),
            ]
        }
    }

    /// The name given last time, so that it is asked once.
    private func rememberedName(_ context: RequestContext) -> String {
        guard let kept = context.cookies[CookieNames.name],
            let bytes = Base64URL.decode(kept), bytes.count <= 4 * Limits.nameCharacters
        else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension OrderRequest {
    /// A card has to be charged before the bar gets it.
    fileprivate var isByCard: Bool { tenders.contains { $0.kind == .card } }
}

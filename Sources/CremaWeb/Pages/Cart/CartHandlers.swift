import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `GET /l/{location}/cart`
    func cartPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let sequence = services.hub.lastID
        let (snapshot, place) = try await located(context)
        let cart = try await read(CartQuery(locationID: snapshot.location.id), context)
        let model = cartModel(cart, snapshot, place, context)
        return .page(CartView.page(model, pageContext(context, sequence: sequence)))
    }

    /// `GET /l/{location}/cart/panel`
    func cartPanel(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let (snapshot, place) = try await located(context)
        let cart = try await read(CartQuery(locationID: snapshot.location.id), context)
        let model = cartModel(cart, snapshot, place, context)
        return .fragment(CartView.fragment(model, pageContext(context)))
    }

    /// `GET /l/{location}/cart/bar`
    func cartBar(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let (snapshot, place) = try await located(context)
        let cart = try await read(CartQuery(locationID: snapshot.location.id), context)
        let model = cartModel(cart, snapshot, place, context)
        return .fragment(CartBarView.fragment(model.summary, pageContext(context)))
    }

    /// `POST /l/{location}/cart/lines`: adds the item of the form, or replaces a line by it.
    func saveCartLine(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let (snapshot, place) = try await located(context)
        let form = try form(context)
        guard let id = form["item"].flatMap({ ID<MenuItem>(checking: $0) }),
            let item = snapshot.menu.item(id)
        else { throw Problem(.notFound, "There is no such item.", field: "item") }
        let line = try cartLine(form, item: item)
        let key = form[ItemForm.line].flatMap { $0.isEmpty ? nil : $0 }
        let choice = choice(line, item: item, snapshot, context, isEdit: key != nil)
        guard let checked = choice.checked, choice.problems.isEmpty else {
            return refused(choice, form: form, snapshot, place, key: key, context)
        }
        let edit: CartEdit =
            key.map { .replace(key: $0, line, seenPrice: checked.unitPrice) }
            ?? .add(line, seenPrice: checked.unitPrice)
        let cart = try await edited(
            edit, at: snapshot, context, requestKey: try formKey(form, context))
        guard context.isFragment else {
            return .seeOther(
                key == nil ? .menu(snapshot.location.id) : .cart(snapshot.location.id))
        }
        let model = cartModel(cart, snapshot, place, context)
        let page = pageContext(context)
        return .fragment(
            key == nil
                ? CartBarView.fragment(model.summary, page) : CartView.fragment(model, page))
    }

    /// The sheet again, with what is wrong at its field.
    private func refused(
        _ choice: ChoiceModel, form: FormFields, _ snapshot: PlaceSnapshot, _ place: Place,
        key: String?, _ context: RequestContext
    ) -> HTTPResponse {
        let page = pageContext(context)
        guard context.isFragment else {
            let model = ItemModel(
                place: place, menu: snapshot.menu, item: choice.item, choice: choice,
                lineKey: key, requestKey: form[ItemForm.key] ?? newKey(), wasSubmitted: true)
            return .page(ItemView.page(model, page), status: 422)
        }
        var response = HTTPResponse.fragment(
            ItemChoiceView.update(choice, page, showsProblems: true), status: 422)
        response.headers.add("HX-Retarget", "#choice")
        response.headers.add("HX-Reswap", "outerHTML")
        return response
    }

    /// `POST /l/{location}/cart/lines/{line}/{quantity,delete,restore}`
    func changeCartQuantity(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let text = try form(context)["quantity"] ?? ""
        let quantity = text.utf8.count <= 4 ? Int(text) ?? 0 : 0
        return try await changeCart(.setQuantity(key: lineKey(context), quantity), context)
    }

    func deleteCartLine(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try await changeCart(.remove(key: lineKey(context)), context)
    }

    func restoreCartLine(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try await changeCart(.restore(key: lineKey(context)), context)
    }

    private func lineKey(_ context: RequestContext) -> String { context.parameters["line"] ?? "" }

    /// `POST /l/{location}/cart/fulfilment`
    func changeFulfilment(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard let way = try form(context)["fulfilment"].flatMap({ Fulfilment(rawValue: $0) })
        else { throw Problem(.invalidField, "toGo or forHere is needed.", field: "fulfilment") }
        return try await changeCart(.setFulfilment(way), context)
    }

    /// `POST /l/{location}/cart/tip`
    func changeTip(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let (snapshot, place) = try await located(context)
        let form = try form(context)
        let cart = try await read(CartQuery(locationID: snapshot.location.id), context)
        let offers = cartModel(cart, snapshot, place, context).tipOffers
        if let rate = form["rate"] {
            guard let offer = offers.first(where: { String($0.rate.partsPerMillion) == rate })
            else { throw Problem(.invalidField, "That tip isn't offered.", field: "rate") }
            return try await changeCart(.setTip(offer.amount), context)
        }
        let typed = form["tip"] ?? ""
        let isEmpty = typed.allSatisfy { $0 == " " }
        guard let amount = snapshot.location.currency.money(typed: isEmpty ? "0" : typed) else {
            return try await shownCart(context, problems: [.tipOutOfRange], status: 422)
        }
        return try await changeCart(.setTip(amount), context)
    }

    /// Makes a change and shows the cart, or says at the cart why not.
    private func changeCart(
        _ edit: CartEdit, _ context: RequestContext
    ) async throws(Problem) -> HTTPResponse {
        let snapshot = try await place(context.parameters["location"] ?? "")
        do throws(Failure<EditCartRefusal>) {
            _ = try await services.perform(
                EditCart(
                    locationID: snapshot.location.id, owner: context.actor.owner, edit: edit),
                by: context.actor)
        } catch {
            switch error {
            case .refused(.tipOutOfRange):
                return try await shownCart(context, problems: [.tipOutOfRange], status: 422)
            case .refused(.quantityOutOfRange):
                return try await shownCart(context, problems: [.quantityOutOfRange], status: 422)
            case .refused(.isFull):
                return try await shownCart(context, problems: [.tooManyLines], status: 422)
            // The line is gone already, on another tab: the cart as it is says so best.
            case .refused(.unknownLine): break
            default:
                throw ErrorMapping.problem(error) {
                    ErrorMapping.problem($0, words: Words(context.language))
                }
            }
        }
        return context.isFragment
            ? try await shownCart(context) : .seeOther(.cart(snapshot.location.id))
    }

    private func shownCart(
        _ context: RequestContext, problems: [CartProblem.Kind] = [], status: Int = 200
    ) async throws(Problem) -> HTTPResponse {
        let (snapshot, place) = try await located(context)
        let cart = try await read(CartQuery(locationID: snapshot.location.id), context)
        let model = cartModel(cart, snapshot, place, context, more: problems)
        let page = pageContext(context)
        return context.isFragment
            ? .fragment(CartView.fragment(model, page), status: status)
            : .page(CartView.page(model, page), status: status)
    }

    private func edited(
        _ edit: CartEdit, at snapshot: PlaceSnapshot, _ context: RequestContext,
        requestKey: RequestKey
    ) async throws(Problem) -> StoredCart {
        do throws(Failure<EditCartRefusal>) {
            return try await services.perform(
                EditCart(
                    locationID: snapshot.location.id, owner: context.actor.owner, edit: edit),
                by: context.actor, key: requestKey
            ).output
        } catch {
            throw ErrorMapping.problem(error) {
                ErrorMapping.problem($0, words: Words(context.language))
            }
        }
    }

    /// The cart with its numbers, and what changed since each line was added.
    func cartModel(
        _ cart: StoredCart, _ snapshot: PlaceSnapshot, _ place: Place, _ context: RequestContext,
        more: [CartProblem.Kind] = []
    ) -> CartModel {
        let language = snapshot.languageTag(context.language.tag)
        let pricing = snapshot.context(at: services.environment.now(), language: language)
        func priced(_ part: Cart) throws(CartProblems) -> Quote {
            try price(part, menu: snapshot.menu, location: snapshot.location, context: pricing)
        }
        var quote: Quote?
        var found: [CartProblem] = []
        if !cart.lines.isEmpty {
            do throws(CartProblems) { quote = try priced(cart.cart) } catch { found = error.all }
        }
        let quotedLines =
            quote.map { $0.lines.map(Optional.some) } ?? soundLines(of: cart, found, priced)
        let lines = zip(cart.lines, quotedLines).enumerated().map { index, pair in
            let (stored, quoted) = pair
            let isChanged = quoted.map { $0.unitPrice != stored.seenPrice } ?? false
            return CartLineModel(
                key: stored.key, line: stored.line, quoted: quoted,
                problems: found.filter { $0.line == index }.map(\.kind),
                changes: isChanged
                    ? [.price(from: stored.seenPrice, to: quoted?.unitPrice ?? .zero)] : [])
        }
        let base = quote.map { $0.subtotal - $0.discount } ?? .zero
        return CartModel(
            place: place, menu: snapshot.menu, fulfilment: cart.fulfilment, lines: lines,
            quote: quote, tip: cart.tip,
            tipOffers: snapshot.location.tipSuggestions.map {
                TipOffer(rate: $0, amount: base.share($0))
            }, problems: found.filter { $0.line == nil }.map(\.kind) + more,
            removed: cart.removed.map { removed in
                let name = snapshot.menu.item(removed.line.itemID)?.name(in: language) ?? ""
                return (removed.key, name)
            })
    }

    /// The numbers of the lines that can be had, where others keep the cart from being priced.
    private func soundLines(
        of cart: StoredCart, _ problems: [CartProblem],
        _ priced: (Cart) throws(CartProblems) -> Quote
    ) -> [QuotedLine?] {
        let bad = Set(problems.compactMap(\.line))
        let sound = cart.lines.indices.filter { !bad.contains($0) }
        var part = cart.cart
        part.lines = sound.map { cart.lines[$0].line }
        part.tip = .zero
        var lines: [QuotedLine?] = Array(repeating: nil, count: cart.lines.count)
        do throws(CartProblems) {
            guard !sound.isEmpty else { return lines }
            for (index, line) in zip(sound, try priced(part).lines) { lines[index] = line }
        } catch {
            // The cart as a whole is refused: its own sentence says why.
            return lines
        }
        return lines
    }
}

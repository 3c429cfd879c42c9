import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `GET /l/{location}/menu`
    func menuPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard context.request.query == nil else {
            let sequence = services.hub.lastID
            let model = try await menuModel(context)
            return .page(MenuView.page(model, pageContext(context, sequence: sequence)))
        }
        return try await wholeMenu(context)
    }

    /// The menu without a search is the same for everybody: the cart's foot fetches itself. It is
    /// kept until the menu or the place changes.
    private func wholeMenu(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let (snapshot, place) = try await located(context)
        var page = pageContext(context)
        page.sequence = nil
        let key = RenderedMenus.PageKey(context: page, locationID: snapshot.location.id)
        let minute = snapshot.minuteOfDay(services.environment.now())
        let state = RenderedMenus.PageState(
            menuVersion: snapshot.menu.version, place: place,
            minuteOfDay: snapshot.hasWindows ? minute : 0)
        let rendered = self.rendered.page(key, state: state) {
            let model = MenuModel(
                place: place, menu: snapshot.menu, minuteOfDay: minute,
                sections: MenuModel.allSections(of: snapshot.menu))
            return MenuView.page(model, page).document
        }
        return rendered.response(to: context.request)
    }

    /// `GET /l/{location}/menu/results`
    func menuResults(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let model = try await menuModel(context)
        return .fragment(MenuView.results(model, pageContext(context)))
    }

    private func menuModel(_ context: RequestContext) async throws(Problem) -> MenuModel {
        let (snapshot, place) = try await located(context)
        let lookup = MenuLookup(query: context.query.fields.map { ($0.name, $0.value) })
        return MenuModel(
            place: place, menu: snapshot.menu,
            minuteOfDay: snapshot.minuteOfDay(services.environment.now()), search: lookup,
            sections: MenuSection.found(lookup, on: snapshot))
    }

    /// `GET /l/{location}/items/{item}`
    func itemPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let sequence = services.hub.lastID
        let (snapshot, place) = try await located(context)
        let item = try item(context, on: snapshot)
        var line = ItemForm.start(item, menu: snapshot.menu)
        let key = context.query["line"]
        if let key {
            let cart = try await read(CartQuery(locationID: snapshot.location.id), context)
            guard
                let stored = cart.lines.first(where: { $0.key == key && $0.line.itemID == item.id })
            else { throw Problem(.notFound, "The cart has no such line.") }
            line = stored.line
        }
        let model = ItemModel(
            place: place, menu: snapshot.menu, item: item,
            choice: choice(line, item: item, snapshot, context, isEdit: key != nil), lineKey: key,
            requestKey: newKey())
        return .page(ItemView.page(model, pageContext(context, sequence: sequence)))
    }

    /// `POST /l/{location}/items/{item}/choice`
    func itemChoice(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let (snapshot, place) = try await located(context)
        let item = try item(context, on: snapshot)
        let form = try form(context)
        let line = try cartLine(form, item: item)
        let key = form[ItemForm.line].flatMap { $0.isEmpty ? nil : $0 }
        let choice = choice(line, item: item, snapshot, context, isEdit: key != nil)
        let page = pageContext(context)
        if context.isFragment {
            return .fragment(ItemChoiceView.update(choice, menu: snapshot.menu, page))
        }
        let model = ItemModel(
            place: place, menu: snapshot.menu, item: item, choice: choice, lineKey: key,
            requestKey: form[ItemForm.key] ?? newKey(), wasSubmitted: true)
        return .page(ItemView.page(model, page))
    }

    // MARK: parts

    func item(
        _ context: RequestContext, on snapshot: PlaceSnapshot
    ) throws(Problem) -> MenuItem {
        guard let id: ID<MenuItem> = context.id("item"), let item = snapshot.menu.item(id),
            !item.isRetired
        else { throw Problem(.notFound, "There is no such item.") }
        return item
    }

    /// A line from an item's form; words are checked here, all else when it is priced.
    func cartLine(_ form: FormFields, item: MenuItem) throws(Problem) -> CartLine {
        var line = ItemForm.line(form.fields.map { ($0.name, $0.value) }, item: item.id)
        line.request = try TypedText.checked(line.request, field: "request")
        line.cupName = try TypedText.checked(line.cupName, field: "cupName")
        return line
    }

    /// What a choice comes to, by the same function that prices orders.
    func choice(
        _ line: CartLine, item: MenuItem, _ snapshot: PlaceSnapshot, _ context: RequestContext,
        isEdit: Bool
    ) -> ChoiceModel {
        let language = snapshot.languageTag(context.language.tag)
        var checked: CheckedLine?
        var subtotal: Money?
        var problems: [CartProblem.Kind] = []
        switch snapshot.menu.check(
            line, index: 0, minuteOfDay: snapshot.minuteOfDay(services.environment.now()),
            language: language)
        {
        case .success(let line): checked = line
        case .failure(let found): problems = found.all.map(\.kind)
        }
        let cart = Cart(locationID: snapshot.location.id, lines: [line])
        do throws(CartProblems) {
            let quote = try price(
                cart, menu: snapshot.menu, location: snapshot.location,
                context: snapshot.context(at: services.environment.now(), language: language))
            subtotal = quote.subtotal
        } catch {
            problems = error.all.map(\.kind)
        }
        return ChoiceModel(
            locationID: snapshot.location.id, currency: snapshot.location.currency,
            language: language, item: item, line: line, checked: checked, subtotal: subtotal,
            problems: problems, isEdit: isEdit)
    }
}

extension MenuSection {
    /// What fits the words and the filters; the whole menu where nothing is looked for.
    static func found(_ lookup: MenuLookup, on snapshot: PlaceSnapshot) -> [MenuSection] {
        let menu = snapshot.menu
        var sections = MenuModel.allSections(of: menu)
        if !lookup.text.isEmpty {
            let found = Set(snapshot.search.items(matching: lookup.text))
            sections = sections.map { section in
                MenuSection(
                    category: section.category,
                    items: section.items.filter { found.contains($0.id) })
            }
        }
        for filter in lookup.filters {
            sections = sections.map { section in
                MenuSection(category: section.category, items: section.items.filter(filter.fits))
            }
        }
        return sections.filter { !$0.items.isEmpty }
    }
}

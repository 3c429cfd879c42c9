import CremaAPI
import Testing

/// Everyone who may come along.
enum Who: String, CaseIterable, Sendable {
    /// Shows nothing.
    case stranger
    /// Holds the token of the guest's order.
    case guest
    /// Holds the token of another order.
    case otherGuest
    /// A customer with an order.
    case ada
    /// Another customer.
    case bob
    /// Makes coffee at the mill, where the orders are.
    case mia
    /// Makes coffee at the harbour.
    case hugo
    /// Manages the mill.
    case nora
    /// Owns all.
    case olga
}

/// An endpoint as each of them sees it.
struct Scenario: Sendable {
    let endpoint: Endpoint
    let summary: String
    let request: @Sendable (Stage) throws -> Request
    /// The status for each of `Who`, in that order.
    let statuses: [Int]
    /// What must not appear in anybody's answer,
    let hidden: [String]
    /// except in theirs.
    let shownTo: Set<Who>

    init(
        _ endpoint: Endpoint, _ summary: String, _ statuses: [Int], hidden: [String] = [],
        shownTo: Set<Who> = [], request: @escaping @Sendable (Stage) throws -> Request
    ) {
        self.endpoint = endpoint
        self.summary = summary
        self.request = request
        self.statuses = statuses
        self.hidden = hidden
        self.shownTo = shownTo
    }
}

extension Scenario: CustomTestStringConvertible {
    var testDescription: String { "\(endpoint.rawValue): \(summary)" }
}

/// What a request can be about: made anew for each of `Who`.
struct Stage: Sendable {
    /// Ada's, at the mill.
    let adasOrder: String
    /// The key it was placed under.
    let adasKey: String
    /// The id of a session of hers.
    let adasSession: String
    /// A card of hers that is being charged for another one.
    let adasPayment: String
    /// A guest's, at the mill.
    let guestsOrder: String
    let guestsToken: String
    let otherToken: String
    /// A cart with its fingerprint.
    let newOrder: JSON
    /// Never used before.
    let key: String
    /// Ids of accounts, by name.
    let ids: [String: String]
    /// The drawer in use at the mill.
    let drawer: String

    func id(_ name: String) -> String { ids[name] ?? "nobody" }

    static func set(in shop: TestShop) async throws -> Stage {
        let adasKey = shop.key()
        let order = try await shop.newOrder(name: "Ada Lovelace")
        let adas = try await shop.send(
            .post("/api/v1/orders", order, key: adasKey), as: .person("ada"))
        let guests = try await shop.place(as: .nobody, name: "Gus Guest")
        let others = try await shop.place(as: .nobody, name: "Otto Other")
        let session = try await shop.otherSession(of: "ada")
        let byCard = try await shop.send(
            .post(
                "/api/v1/orders", order.with("tenders", [["kind": "card"]]), key: shop.key()),
            as: .person("ada"))
        let payment = try await shop.send(
            .post(
                "/api/v1/orders/\(byCard.json["id"].string ?? "")/card-payments",
                ["method": "sandbox_secure"], key: shop.key()), as: .person("ada"))
        return Stage(
            adasOrder: adas.json["id"].string ?? "", adasKey: adasKey,
            adasSession: session, adasPayment: payment.json["id"].string ?? "",
            guestsOrder: guests["id"].string ?? "", guestsToken: guests["token"].string ?? "",
            otherToken: others["token"].string ?? "", newOrder: order, key: shop.key(),
            ids: try await shop.ids(of: ["mia", "hugo", "olga"]),
            drawer: try await shop.drawerOfStage())
    }

    func caller(_ who: Who) -> Caller {
        switch who {
        case .stranger: .nobody
        case .guest: .guest(token: guestsToken)
        case .otherGuest: .guest(token: otherToken)
        case .ada, .bob, .mia, .hugo, .nora, .olga: .person(who.rawValue)
        }
    }
}

extension Scenario {
    private static let names = ["Ada Lovelace", "Gus Guest", "Otto Other"]
    private static let all200 = Array(repeating: 200, count: Who.allCases.count)

    /// stranger, guest, otherGuest, ada, bob, mia, hugo, nora, olga
    static let all: [Scenario] =
        [
            Scenario(.listLocations, "the places", all200, hidden: names) { _ in
                .get("/api/v1/locations")
            },
            Scenario(.getMenu, "a menu", all200, hidden: names + ["old-mocha", "milk-goat"]) { _ in
                .get("/api/v1/locations/mill/menu")
            },
            Scenario(
                .getMenu, "no such place", Array(repeating: 404, count: 9)
            ) { _ in .get("/api/v1/locations/moon/menu") },
            Scenario(
                .setItemAvailability, "the mill's", [401, 401, 401, 403, 403, 200, 403, 200, 200]
            ) { _ in
                try .put("/api/v1/locations/mill/availability/items/cookie", ["soldOut": true])
            },
            Scenario(
                .setModifierAvailability, "the mill's",
                [401, 401, 401, 403, 403, 200, 403, 200, 200]
            ) { _ in
                try .put("/api/v1/locations/mill/availability/modifiers/leaf-mint", ["stock": 3])
            },
            Scenario(.createQuote, "a cart", all200, hidden: names) { _ in
                try .post("/api/v1/quotes", CornerShop.cart)
            },
            Scenario(.createOrder, "a quoted cart", Array(repeating: 201, count: 9)) { stage in
                try .post("/api/v1/orders", stage.newOrder, key: stage.key)
            },
            Scenario(
                .listOrders, "Ada's orders", all200, hidden: ["Ada Lovelace"], shownTo: [.ada]
            ) { _ in .get("/api/v1/orders?limit=100") },
            Scenario(
                .listOrders, "a guest's orders", all200, hidden: ["Gus Guest"], shownTo: [.guest]
            ) { _ in .get("/api/v1/orders?limit=100") },
            Scenario(
                .getOrder, "Ada's", [404, 404, 404, 200, 404, 200, 404, 200, 200],
                hidden: ["Ada Lovelace"], shownTo: [.ada, .mia, .nora, .olga]
            ) { .get("/api/v1/orders/\($0.adasOrder)") },
            Scenario(
                .getOrder, "a guest's", [404, 200, 404, 404, 404, 200, 404, 200, 200],
                hidden: ["Gus Guest"], shownTo: [.guest, .mia, .nora, .olga]
            ) { .get("/api/v1/orders/\($0.guestsOrder)") },
            Scenario(
                .createTransition, "cancel Ada's", [404, 404, 404, 200, 404, 200, 404, 200, 200],
                hidden: ["Ada Lovelace"], shownTo: [.ada, .mia, .nora, .olga]
            ) { stage in
                try .post(
                    "/api/v1/orders/\(stage.adasOrder)/transitions",
                    ["to": "cancelled", "reason": "spilt"], key: stage.key, ifMatch: "\"1\"")
            },
            Scenario(
                .createTransition, "begin a guest's",
                [404, 409, 404, 404, 404, 200, 404, 200, 200],
                hidden: ["Gus Guest"], shownTo: [.guest, .mia, .nora, .olga]
            ) { stage in
                try .post(
                    "/api/v1/orders/\(stage.guestsOrder)/transitions", ["to": "preparing"],
                    key: stage.key, ifMatch: "\"1\"")
            },
            Scenario(
                .createTransition, "begin Ada's", [404, 404, 404, 409, 404, 200, 404, 200, 200],
                hidden: ["Ada Lovelace"], shownTo: [.ada, .mia, .nora, .olga]
            ) { stage in
                try .post(
                    "/api/v1/orders/\(stage.adasOrder)/transitions", ["to": "preparing"],
                    key: stage.key, ifMatch: "\"1\"")
            },
            Scenario(
                .createPayment, "Ada's", [404, 404, 404, 403, 404, 200, 404, 200, 200],
                hidden: ["Ada Lovelace"], shownTo: [.mia, .nora, .olga]
            ) { stage in
                try .post(
                    "/api/v1/orders/\(stage.adasOrder)/payments", ["kind": "cash"], key: stage.key,
                    ifMatch: "\"1\"")
            },
            Scenario(
                .createPayment, "a guest's", [404, 401, 404, 404, 404, 200, 404, 200, 200],
                hidden: ["Gus Guest"], shownTo: [.mia, .nora, .olga]
            ) { stage in
                try .post(
                    "/api/v1/orders/\(stage.guestsOrder)/payments", ["kind": "externalCard"],
                    key: stage.key, ifMatch: "\"1\"")
            },
            Scenario(
                .createRefund, "Ada's, unpaid", [404, 404, 404, 403, 404, 403, 404, 409, 409],
                hidden: ["Ada Lovelace"], shownTo: [.nora, .olga]
            ) { stage in
                try .post(
                    "/api/v1/orders/\(stage.adasOrder)/refunds", ["reason": "It was cold."],
                    key: stage.key, ifMatch: "\"1\"")
            },
            Scenario(
                .getWallet, "one's own", [401, 401, 401, 200, 200, 200, 200, 200, 200],
                hidden: names
            ) { _ in .get("/api/v1/wallet") },
            Scenario(
                .listWalletTransactions, "one's own",
                [401, 401, 401, 200, 200, 200, 200, 200, 200], hidden: names
            ) { _ in .get("/api/v1/wallet/transactions?limit=10") },
            Scenario(
                .createTopUp, "Ada's wallet at the mill",
                [401, 401, 401, 403, 403, 201, 403, 201, 201], hidden: names
            ) { stage in
                try .post(
                    "/api/v1/locations/mill/top-ups",
                    ["email": "ada@corner.shop", "amount": 500, "kind": "cash"], key: stage.key)
            },
            Scenario(.getCardForm, "the shop's", all200, hidden: names) { _ in
                .get("/api/v1/card-form")
            },
            Scenario(
                .createCardPayment, "Ada's order at the counter",
                [404, 404, 404, 409, 404, 409, 404, 409, 409], hidden: names
            ) { stage in
                try .post(
                    "/api/v1/orders/\(stage.adasOrder)/card-payments",
                    ["method": "sandbox_visa"], key: stage.key)
            },
            Scenario(
                .getCardPayment, "Ada's", [404, 404, 404, 200, 404, 200, 404, 200, 200],
                hidden: names
            ) { .get("/api/v1/card-payments/\($0.adasPayment)") },
            Scenario(
                .createWalletTopUp, "one's own",
                [401, 401, 401, 201, 201, 201, 201, 201, 201], hidden: names
            ) { stage in
                try .post(
                    "/api/v1/wallet/top-ups", ["amount": 500, "method": "sandbox_visa"],
                    key: stage.key)
            },
            Scenario(
                .getQueue, "the mill's", [401, 401, 401, 403, 403, 200, 403, 200, 200],
                hidden: names,
                shownTo: [.mia, .nora, .olga]
            ) { _ in .get("/api/v1/queue?location=mill") },
            Scenario(
                .getQueue, "the harbour's", [401, 401, 401, 403, 403, 403, 200, 403, 200],
                hidden: names
            ) { _ in .get("/api/v1/queue?location=harbour") },
            Scenario(
                .getRequest, "Ada's", [404, 404, 404, 200, 404, 404, 404, 404, 404]
            ) { .get("/api/v1/requests/\($0.adasKey)") },
        ] + accounts + staff + sessions + till + rest

    /// Changed by nobody but whose it is.
    private static let ownOnly = [401, 401, 401, 200, 200, 200, 200, 200, 200]

    private static let accounts: [Scenario] = [
        Scenario(.createUser, "a new one", Array(repeating: 201, count: 9), hidden: names) {
            stage in
            try .post(
                "/api/v1/users",
                [
                    "email": .text(stage.key.lowercased() + "@example.org"),
                    "password": "four grey cups of rain", "name": "Grace",
                ])
        },
        Scenario(
            .createUser, "with Ada's address", Array(repeating: 409, count: 9), hidden: names
        ) { _ in
            try .post(
                "/api/v1/users",
                [
                    "email": "ADA@corner.shop", "password": "four grey cups of rain",
                    "name": "Eve",
                ])
        },
        Scenario(.getUser, "one's own", ownOnly, hidden: ["ada@corner.shop"], shownTo: [.ada]) {
            _ in .get("/api/v1/users/me")
        },
        Scenario(.updateUser, "one's own", ownOnly, hidden: ["ada@corner.shop"], shownTo: [.ada]) {
            _ in try .put("/api/v1/users/me", ["name": "Somebody", "wantsNews": true])
        },
        Scenario(
            .setPassword, "without the old one", [401, 401, 401, 422, 422, 422, 422, 422, 422]
        ) { _ in
            try .put(
                "/api/v1/users/me/password",
                ["current": "guessed it?", "new": "four grey cups of rain"])
        },
        Scenario(
            .exportUser, "one's own", ownOnly, hidden: ["ada@corner.shop", "Ada Lovelace"],
            shownTo: [.ada]
        ) { _ in .get("/api/v1/users/me/export") },
        Scenario(
            .closeUser, "without the password", [401, 401, 401, 422, 422, 422, 422, 422, 422]
        ) { _ in try .post("/api/v1/users/me/closing", ["password": "guessed it?"]) },
        Scenario(
            .closeUser, "with orders on their way, or a role",
            [401, 401, 401, 409, 204, 409, 409, 409, 409]
        ) { _ in
            try .post("/api/v1/users/me/closing", ["password": .text(TestShop.password)])
        },
        Scenario(
            .createPasswordReset, "of Ada's", Array(repeating: 404, count: 9), hidden: names
        ) { _ in try .post("/api/v1/password-resets", ["email": "ada@corner.shop"]) },
        Scenario(
            .completePasswordReset, "by a token made up", Array(repeating: 422, count: 9)
        ) { _ in
            try .post(
                "/api/v1/password-resets/completion",
                ["token": "ada.9999999999999.guessed", "password": "four grey cups of rain"])
        },
        Scenario(
            .createVerification, "one's own",
            [401, 401, 401, 404, 404, 404, 404, 404, 404]
        ) { _ in Request(method: "POST", path: "/api/v1/users/me/verification") },
        Scenario(
            .verifyEmail, "by a token made up", Array(repeating: 422, count: 9)
        ) { _ in
            try .post("/api/v1/verifications", ["token": "ada.9999999999999.guessed"])
        },
        Scenario(
            .createClaim, "a guest's order", ownOnly, hidden: ["Gus Guest"],
            shownTo: [.ada, .bob, .mia, .hugo, .nora, .olga]
        ) { try .post("/api/v1/claims", ["token": .text($0.guestsToken)]) },
        Scenario(
            .createClaim, "by a token made up", [401, 401, 401, 422, 422, 422, 422, 422, 422]
        ) { try .post("/api/v1/claims", ["token": .text($0.adasOrder + ".guessed")]) },
    ]

    private static let staff: [Scenario] = [
        Scenario(
            .listStaff, "where one manages", [401, 401, 401, 403, 403, 403, 403, 200, 200],
            hidden: ["hugo@corner.shop"], shownTo: [.olga]
        ) { _ in .get("/api/v1/staff") },
        Scenario(
            .createInvitation, "of a shop without mail",
            [401, 401, 401, 403, 403, 403, 403, 404, 404]
        ) { stage in
            try .post(
                "/api/v1/invitations",
                ["email": "new@example.org", "role": "barista", "locationId": "mill"],
                key: stage.key)
        },
        Scenario(
            .deleteInvitation, "that isn't there", [401, 401, 401, 403, 403, 403, 403, 404, 404]
        ) { _ in .delete("/api/v1/invitations/none") },
        Scenario(
            .setRole, "of the mill's barista", [401, 401, 401, 403, 403, 403, 403, 204, 204]
        ) { stage in
            try .put("/api/v1/staff/\(stage.id("mia"))/roles/mill", ["role": "barista"])
        },
        Scenario(
            .setRole, "of the harbour's barista", [401, 401, 401, 403, 403, 403, 403, 403, 204]
        ) { stage in
            try .put("/api/v1/staff/\(stage.id("hugo"))/roles/harbour", ["role": "barista"])
        },
        Scenario(
            .deleteRole, "of the owner", [401, 401, 401, 403, 403, 403, 403, 403, 409]
        ) { .delete("/api/v1/staff/\($0.id("olga"))/roles/all") },
    ]

    private static let sessions: [Scenario] = [
        Scenario(.listSessions, "one's own", ownOnly) { _ in .get("/api/v1/users/me/sessions") },
        Scenario(
            .endSession, "Ada's", [401, 401, 401, 204, 404, 404, 404, 404, 404]
        ) { .delete("/api/v1/users/me/sessions/\($0.adasSession)") },
        Scenario(
            .createSession, "a wrong password", Array(repeating: 401, count: 9), hidden: ["bob"]
        ) { _ in
            try .post("/api/v1/sessions", ["email": "bob@corner.shop", "password": "guessed it?"])
        },
        Scenario(
            .refreshSession, "an unknown token", Array(repeating: 401, count: 9)
        ) { _ in try .post("/api/v1/sessions/refresh", ["refreshToken": "guessed"]) },
        Scenario(
            .deleteSession, "one's own", [401, 401, 401, 204, 204, 204, 204, 204, 204]
        ) { _ in .delete("/api/v1/sessions/current") },
    ]

    private static let rest: [Scenario] = [
        Scenario(
            .streamEvents, "the mill's queue", [401, 401, 401, 403, 403, 200, 403, 200, 200]
        ) { _ in Request(method: "HEAD", path: "/api/v1/events?queue=mill") },
        Scenario(.streamEvents, "the mill's menu", all200) { _ in
            Request(method: "HEAD", path: "/api/v1/events?location=mill")
        },
        Scenario(.getDocument, "the document", all200, hidden: names) { _ in
            .get("/api/openapi.json")
        },
        Scenario(.getProblem, "a kind", all200) { _ in .get("/problems/sold-out") },
        Scenario(.getHealth, "the process", all200) { _ in .get("/healthz") },
        Scenario(.getReadiness, "the database", all200) { _ in .get("/readyz") },
        Scenario(.getMetrics, "counters", Array(repeating: 401, count: 9), hidden: ["crema_"]) {
            _ in .get("/metrics")
        },
    ]
}

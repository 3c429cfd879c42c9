import CremaAPI
import CremaHTTP
import Synchronization

/// Every address the server answers. Handlers find the app once it is made.
final class RouteTable: Sendable {
    let router: Router<WebApp.Route>
    private let app: AppReference

    init() {
        let app = AppReference()
        self.app = app
        var router = Router<WebApp.Route>()
        for (method, template, surface, handler) in RouteTable.all {
            router.add(
                method, template,
                WebApp.Route(surface: surface) { (context) async throws(Problem) in
                    guard let app = app.value else {
                        throw Problem(.unavailable, "The server is starting.")
                    }
                    return try await handler(app)(context)
                })
        }
        self.router = router
    }

    func connect(_ value: WebApp) {
        app.connect(value)
    }

    typealias Handler =
        @Sendable (WebApp) -> (RequestContext) async throws(Problem) -> HTTPResponse

    static var all: [Row] { api + plain + pages }

    typealias Row = (HTTPMethod, String, WebApp.Surface, Handler)

    /// All that the API's document names.
    static let api: [Row] = Endpoint.allCases.map { endpoint in
        (endpoint.httpMethod, endpoint.path, endpoint.surface, endpoint.handler)
    }

    /// What isn't a page and that no client calls by itself.
    static let plain: [Row] = [
        (.get, "/assets/{name}", .plain, { $0.asset }),
        (.get, "/sw.js", .plain, { $0.serviceWorker }),
        (.get, "/photos/{name}", .plain, { $0.photo }),
        (.post, "/webhooks/{provider}", .plain, { $0.paymentNotice }),
    ]

    static let pages: [Row] = [
        (.get, "/", .page, { $0.homePage }),
        (.get, "/offline", .page, { $0.offlinePage }),
        (.post, "/settings", .page, { $0.changeSettings }),
        (.get, "/sign-in", .page, { $0.signInPage }),
        (.post, "/sign-in", .page, { $0.signInFromPage }),
        (.post, "/sign-out", .page, { $0.signOutFromPage }),
        (.get, "/sign-up", .page, { $0.signUpPage }),
        (.post, "/sign-up", .page, { $0.signUpFromPage }),
        (.get, "/forgot-password", .page, { $0.forgotPage }),
        (.post, "/forgot-password", .page, { $0.forgotFromPage }),
        (.get, "/reset-password", .page, { $0.resetPage }),
        (.post, "/reset-password", .page, { $0.resetFromPage }),
        (.get, "/verify-email", .page, { $0.verifyPage }),
        (.post, "/verify-email", .page, { $0.verifyFromPage }),
        (.post, "/account/verification", .page, { $0.askForVerificationFromPage }),
        (.get, "/account", .page, { $0.accountPage }),
        (.post, "/account/profile", .page, { $0.changeProfile }),
        (.post, "/account/password", .page, { $0.changePasswordFromPage }),
        (.post, "/account/sessions/end-others", .page, { $0.endOtherSessions }),
        (.post, "/account/sessions/{id}/end", .page, { $0.endSessionFromPage }),
        (.post, "/account/claim", .page, { $0.claimFromPage }),
        (.get, "/account/export", .page, { $0.exportFromPage }),
        (.post, "/account/close", .page, { $0.closeFromPage }),
        (.get, "/events", .stream, { $0.events }),
        (.get, "/l/{location}/menu", .page, { $0.menuPage }),
        (.get, "/l/{location}/menu/results", .page, { $0.menuResults }),
        (.get, "/l/{location}/items/{item}", .page, { $0.itemPage }),
        (.post, "/l/{location}/items/{item}/choice", .page, { $0.itemChoice }),
        (.get, "/l/{location}/cart", .page, { $0.cartPage }),
        (.get, "/l/{location}/cart/panel", .page, { $0.cartPanel }),
        (.get, "/l/{location}/cart/bar", .page, { $0.cartBar }),
        (.post, "/l/{location}/cart/lines", .page, { $0.saveCartLine }),
        (.post, "/l/{location}/cart/lines/{line}/quantity", .page, { $0.changeCartQuantity }),
        (.post, "/l/{location}/cart/lines/{line}/delete", .page, { $0.deleteCartLine }),
        (.post, "/l/{location}/cart/lines/{line}/restore", .page, { $0.restoreCartLine }),
        (.post, "/l/{location}/cart/fulfilment", .page, { $0.changeFulfilment }),
        (.post, "/l/{location}/cart/tip", .page, { $0.changeTip }),
        (.get, "/l/{location}/checkout", .page, { $0.checkoutPage }),
        (.post, "/l/{location}/orders", .page, { $0.placeOrderFromPage }),
        (.get, "/orders", .page, { $0.ordersPage }),
        (.get, "/orders/more", .page, { $0.moreOrders }),
        (.get, "/orders/{id}", .page, { $0.orderPage }),
        (.get, "/orders/{id}/live", .page, { $0.orderLive }),
        (.get, "/orders/{id}/entry", .page, { $0.orderEntry }),
        (.get, "/orders/{id}/receipt", .page, { $0.receiptPage }),
        (.post, "/orders/{id}/cancel", .page, { $0.cancelOrder }),
        (.post, "/orders/{id}/refund", .page, { $0.refundFromPage }),
        (.get, "/orders/{id}/pay", .page, { $0.payPage }),
        (.post, "/orders/{id}/pay", .page, { $0.payFromPage }),
        (.get, "/payments/{id}/return", .page, { $0.returnFromBank }),
        (.get, "/sandbox/{reference}", .page, { $0.bankPage }),
        (.post, "/sandbox/{reference}", .page, { $0.answerAsBank }),
        (.get, "/manage/people", .page, { $0.peoplePage }),
        (.post, "/manage/people", .page, { $0.inviteFromPage }),
        (.post, "/manage/people/{id}/roles/{location}", .page, { $0.changeRoleFromPage }),
        (.post, "/manage/invitations/{id}/withdraw", .page, { $0.withdrawFromPage }),
        (.get, "/invitation", .page, { $0.invitationPage }),
        (.post, "/invitation", .page, { $0.answerInvitation }),
        (.get, "/wallet", .page, { $0.walletPage }),
        (.get, "/wallet/live", .page, { $0.walletLive }),
        (.get, "/wallet/more", .page, { $0.moreOfWallet }),
        (.get, "/wallet/top-up", .page, { $0.cardTopUpPage }),
        (.post, "/wallet/top-up", .page, { $0.cardTopUpFromPage }),
        (.get, "/bar", .page, { $0.barsPage }),
        (.get, "/bar/{location}", .page, { $0.barPage }),
        (.get, "/bar/{location}/queue", .page, { $0.barQueue }),
        (.get, "/bar/{location}/top-up", .page, { $0.topUpPage }),
        (.post, "/bar/{location}/top-up", .page, { $0.topUpFromPage }),
        (.get, "/bar/{location}/drawer", .page, { $0.drawerPage }),
        (.post, "/bar/{location}/drawer/open", .page, { $0.openDrawerFromPage }),
        (.post, "/bar/{location}/drawer/movements", .page, { $0.moveCashFromPage }),
        (.get, "/bar/{location}/drawer/count", .page, { $0.countPage }),
        (.post, "/bar/{location}/drawer/count", .page, { $0.countFromPage }),
        (.get, "/bar/{location}/reports/{number}", .page, { $0.dayReportPage }),
        (.get, "/manage/reports", .page, { $0.dayReportsPage }),
        (.post, "/bar/{location}/orders/{order}/move", .page, { $0.moveTicket }),
        (.post, "/bar/{location}/orders/{order}/cancel", .page, { $0.cancelTicket }),
        (.post, "/bar/{location}/orders/{order}/pay", .page, { $0.payTicket }),
        (.post, "/bar/{location}/orders/{order}/tick", .page, { $0.tickTicket }),
    ]
}

/// The app, known only after its routes are.
private final class AppReference: Sendable {
    private let stored = Mutex<Weak>(Weak())

    private struct Weak {
        weak var app: WebApp?
    }

    var value: WebApp? { stored.withLock { $0.app } }

    func connect(_ app: WebApp) {
        stored.withLock { $0.app = app }
    }
}

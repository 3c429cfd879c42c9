import CremaAPI
import CremaHTTP

/// How the server answers each address of the API. Every switch is exhaustive: an endpoint that
/// stands in the document is served, and the other way round.
extension Endpoint {
    var handler: RouteTable.Handler {
        switch self {
        case .listLocations: { $0.listLocations }
        case .getMenu: { $0.getMenu }
        case .setItemAvailability: { $0.setItemAvailability }
        case .setModifierAvailability: { $0.setModifierAvailability }
        case .createQuote: { $0.createQuote }
        case .createOrder: { $0.createOrder }
        case .listOrders: { $0.listOrders }
        case .getOrder: { $0.getOrder }
        case .createTransition: { $0.createTransition }
        case .createPayment: { $0.createPayment }
        case .createRefund: { $0.createRefund }
        case .getWallet: { $0.getWallet }
        case .listWalletTransactions: { $0.listWalletTransactions }
        case .createTopUp: { $0.createTopUp }
        case .createDrawerSession: { $0.createDrawerSession }
        case .getDrawerSession: { $0.getDrawerSession }
        case .createCashMovement: { $0.createCashMovement }
        case .createDrawerCount: { $0.createDrawerCount }
        case .listDayReports: { $0.listDayReports }
        case .getDayReport: { $0.getDayReport }
        case .getCardForm: { $0.getCardForm }
        case .createCardPayment: { $0.createCardPayment }
        case .getCardPayment: { $0.getCardPayment }
        case .createWalletTopUp: { $0.createWalletTopUp }
        case .getQueue: { $0.getQueue }
        case .getRequest: { $0.getRequest }
        case .createUser: { $0.createUser }
        case .getUser: { $0.getUser }
        case .updateUser: { $0.updateUser }
        case .setPassword: { $0.setPassword }
        case .exportUser: { $0.exportUser }
        case .closeUser: { $0.closeUser }
        case .createPasswordReset: { $0.createPasswordReset }
        case .completePasswordReset: { $0.completePasswordReset }
        case .createVerification: { $0.createVerification }
        case .verifyEmail: { $0.verifyEmail }
        case .createClaim: { $0.createClaim }
        case .listStaff: { $0.listStaff }
        case .createInvitation: { $0.createInvitation }
        case .deleteInvitation: { $0.deleteInvitation }
        case .setRole: { $0.setRole }
        case .deleteRole: { $0.deleteRole }
        case .listSessions: { $0.listSessions }
        case .endSession: { $0.endSession }
        case .createSession: { $0.createSession }
        case .refreshSession: { $0.refreshSession }
        case .deleteSession: { $0.deleteSession }
        case .streamEvents: { $0.events }
        case .getDocument: { $0.getDocument }
        case .getProblem: { $0.getProblem }
        case .getHealth: { $0.health }
        case .getReadiness: { $0.readiness }
        case .getMetrics: { $0.metricsText }
        }
    }

    var httpMethod: HTTPMethod {
        switch method {
        case .get: .get
        case .post: .post
        case .put: .put
        case .delete: .delete
        }
    }

    var surface: WebApp.Surface { isResource ? .api : .plain }
}

import CremaAPI
import CremaDomain
import CremaServices

extension ErrorMapping {
    static func drawerAmount(field: String, words: Words) -> Problem {
        Problem(.invalidField, words(.drawerBadAmount), field: field)
    }

    static func problem(_ refusal: OpenDrawerRefusal, words: Words) -> Problem {
        switch refusal {
        case .unknownLocation: return Problem(.notFound, "The shop has no such location.")
        case .floatOutOfRange: return drawerAmount(field: "float", words: words)
        case .alreadyOpen(let session):
            var problem = Problem(.drawerOpen, words(.drawerAlreadyOpen))
            problem.session = session.rawValue
            return problem
        case .dayIsLocked(let date): return Problem(.dayLocked, words(.drawerDayLocked, date.iso))
        }
    }

    static func problem(_ refusal: MoveCashRefusal, words: Words) -> Problem {
        switch refusal {
        case .drawerIsClosed: Problem(.drawerClosed, words(.drawerIsClosed))
        case .amountOutOfRange: drawerAmount(field: "amount", words: words)
        case .reasonMissing: Problem(.invalidField, words(.refundReason), field: "reason")
        case .reasonTooLong:
            Problem(.invalidField, "The reason is too long.", field: "reason")
        case .tooMany: Problem(.invalidField, words(.drawerTooMany), field: "kind")
        }
    }

    static func problem(
        _ refusal: CountDrawerRefusal, _ currency: Currency, words: Words
    ) -> Problem {
        switch refusal {
        case .alreadyClosed(let report):
            var problem = Problem(.drawerClosed, words(.drawerCountedAlready, String(report)))
            problem.report = report
            return problem
        case .unpaidOrders(let orders):
            var problem = Problem(
                .unpaidOrders, words(.drawerUnpaid), field: "acknowledgedOrders")
            problem.unpaidOrders = orders.map { UnpaidOrderValue($0, currency) }
            return problem
        case .cashMoved:
            return Problem(.cashMoved, words(.drawerCashMoved), field: "cashPostings")
        }
    }
}

import CremaAPI
import CremaDomain
import CremaServices

/// The one place where a failure becomes a status and a sentence. Every switch is exhaustive: a
/// new case doesn't build until it has both.
enum ErrorMapping {
    static func problem(_ denial: Denial) -> Problem {
        switch denial {
        case .notFound: Problem(.notFound, "There is no such thing here.")
        case .signInNeeded: Problem(.signInNeeded, "Sign in first.")
        case .forbidden: Problem(.forbidden, "Your role doesn't allow that here.")
        }
    }

    static func problem(_ failure: ReadFailure) -> Problem {
        switch failure {
        case .denied(let denial): problem(denial)
        case .unavailable(let error): unavailable("\(error)")
        case .broken(let error): unexpected(error)
        }
    }

    static let keyReused = Problem(
        .keyReused, "This key came with another request before.", field: "Idempotency-Key")

    /// The parts that every use case shares; `refused` says the rest.
    static func problem<Refusal>(
        _ failure: Failure<Refusal>, refused: (Refusal) -> Problem
    ) -> Problem {
        switch failure {
        case .refused(let refusal): return refused(refusal)
        case .denied(let denial): return problem(denial)
        case .keyReused: return keyReused
        case .versionMissing:
            return Problem(.versionMissing, "Name the version you saw.", field: "If-Match")
        case .stale(let current):
            var stale = Problem(.stale, "It changed meanwhile; this is how it is now.")
            stale.version = current
            return stale
        case .unavailable(let error): return unavailable("\(error)")
        case .broken(let error): return unexpected(error)
        }
    }

    /// Of a use case that nothing stands against.
    static func problem(_ failure: Failure<Never>) -> Problem {
        problem(failure, refused: \.problem)
    }

    static func problem(_ refusal: PlaceOrderRefusal, words: Words) -> Problem {
        switch refusal {
        case .unknownLocation:
            return Problem(.notFound, "The shop has no such location.", field: "locationId")
        case .cart(let problems): return cart(problems, words: words)
        case .quoteChanged(let quote):
            let total = MoneyText(quote.currency, in: words.language)(quote.total)
            var changed = Problem(
                .quoteChanged, words(.problemQuoteChanged, total), field: "fingerprint")
            changed.quote = QuoteResponse(quote)
            return changed
        case .closed(let opensAt):
            let next = opensAt.map { " It opens at \($0.rfc3339)." } ?? ""
            return Problem(.closed, words(.notTakingOrders) + next)
        case .paused(let reason): return Problem(.paused, reason)
        case .tooManyUnpaid(let limit):
            return Problem(.tooManyUnpaid, words(.tooManyUnpaid, String(limit)))
        case .tenderNotOffered(let index):
            return Problem(
                .invalidField, "This way to pay isn't offered.", field: "tenders[\(index)].kind")
        case .tendersDontAddUp:
            return Problem(
                .invalidField, "The tenders don't add up to the total.",
                field: "tenders[0].amount")
        case .insufficientFunds(let balance, let needed, let currency):
            let money = MoneyText(currency, in: words.language)
            var short = Problem(
                .insufficientFunds,
                words(.insufficientFunds, money(balance), money(needed - balance)),
                field: "tenders")
            short.balance = MoneyValue(balance, currency)
            short.needed = MoneyValue(needed, currency)
            return short
        case .nameTooLong:
            return Problem(
                .invalidField, words(.nameTooLong, String(Limits.nameCharacters)),
                field: "customerName")
        case .menuMoved: return unavailable("the menu moved again and again")
        }
    }

    static func problem(_ refusal: MoveOrderRefusal) -> Problem {
        switch refusal {
        case .transition(let transition, let state, let version):
            var problem =
                switch transition {
                case .notAllowed(let from, let to):
                    Problem(
                        .transitionRefused,
                        "An order that is \(from.rawValue) can't be \(to.rawValue).",
                        field: "to")
                case .notForYou(let from, let to):
                    Problem(
                        .transitionRefused,
                        "You can't move an order from \(from.rawValue) to \(to.rawValue).",
                        field: "to")
                case .lacks(.hasReason):
                    Problem(.invalidField, "Give a reason.", field: "reason")
                case .lacks(.isSettled):
                    Problem(.transitionRefused, "The order isn't paid yet.", field: "to")
                case .lacks(.isRecentlyCompleted):
                    Problem(
                        .transitionRefused, "It was completed too long ago.", field: "to")
                }
            problem.state = state.rawValue
            problem.version = version
            return problem
        case .reasonTooLong:
            return Problem(.invalidField, "The reason is too long.", field: "reason")
        case .lostRace: return Problem(.stale, "It changed meanwhile.")
        }
    }

    static func problem(_ refusal: RecordPaymentRefusal) -> Problem {
        switch refusal {
        case .kindNotTaken:
            return Problem(.invalidField, "Only cash and externalCard are taken.", field: "kind")
        case .alreadyPaid:
            return Problem(.transitionRefused, "The order was paid otherwise meanwhile.")
        case .orderIsOver(let state):
            var problem = Problem(.transitionRefused, "The order is \(state.rawValue).")
            problem.state = state.rawValue
            return problem
        case .lostRace: return Problem(.stale, "It changed meanwhile.")
        }
    }

    static func problem(_ refusal: TopUpRefusal) -> Problem {
        switch refusal {
        case .unknownLocation: Problem(.notFound, "The shop has no such location.")
        case .unknownPerson:
            Problem(.invalidField, "Nobody has an account by that address.", field: "email")
        case .amountOutOfRange:
            Problem(
                .invalidField,
                "From \(Limits.topUp.lowerBound) to \(Limits.topUp.upperBound) minor units.",
                field: "amount")
        case .kindNotTaken:
            Problem(.invalidField, "Only cash and externalCard are taken.", field: "kind")
        case .walletFull:
            Problem(.invalidField, "The wallet would hold more than it may.", field: "amount")
        case .ownWallet:
            Problem(.invalidField, "Somebody else tops up your own wallet.", field: "email")
        }
    }

    static func problem(
        _ refusal: RefundOrderRefusal, _ currency: Currency, words: Words
    ) -> Problem {
        let money = MoneyText(currency, in: words.language)
        switch refusal {
        case .problem(.notPaid):
            return Problem(.transitionRefused, words(.refundNotPaid))
        case .problem(.notPositive):
            return Problem(.invalidField, words(.refundNothing), field: "amount")
        case .problem(.tooMuch(let left)):
            return Problem(.invalidField, words(.refundTooMuch, money(left)), field: "amount")
        case .problem(.noSuchPieces(let line)):
            return Problem(
                .invalidField, words(.refundNoPieces, String(line)), field: "lines")
        case .problem(.tooMany): return Problem(.transitionRefused, words(.refundTooOften))
        case .walletClosed: return Problem(.transitionRefused, words(.refundWalletClosed))
        case .cardCannotTake:
            return Problem(.invalidField, words(.refundCardCannot), field: "amount")
        case .reasonMissing: return Problem(.invalidField, words(.refundReason), field: "reason")
        case .reasonTooLong:
            return Problem(.invalidField, "The reason is too long.", field: "reason")
        case .ownOrder: return Problem(.forbidden, words(.refundOwn))
        case .lostRace: return Problem(.stale, "It changed meanwhile.")
        }
    }

    static func problem(_ refusal: BeginPaymentRefusal, words: Words) -> Problem {
        switch refusal {
        case .notOffered:
            return Problem(.invalidField, words(.cardNotTaken), field: "method")
        case .nothingToPay(let state):
            var problem = Problem(.transitionRefused, words(.cardNothingToPay))
            problem.state = state.rawValue
            return problem
        case .amountOutOfRange, .walletFull:
            let other: TopUpRefusal =
                if case .walletFull(let balance) = refusal {
                    .walletFull(balance: balance)
                } else {
                    .amountOutOfRange
                }
            return problem(other)
        case .tooMany:
            var problem = Problem(.tooManyRequests, words(.cardTooMany))
            problem.retryAfterSeconds = 3600
            return problem
        case .badMethod:
            return Problem(
                .invalidField, "The payment provider's token for a card is needed.",
                field: "method")
        }
    }

    static func problem(_ refusal: TickLineRefusal) -> Problem {
        switch refusal {
        case .unknownLine: return Problem(.notFound, "The order has no such line.", field: "line")
        case .orderIsOver(let state):
            var problem = Problem(.transitionRefused, "The order is \(state.rawValue).")
            problem.state = state.rawValue
            return problem
        case .orderIsUnpaid:
            var problem = Problem(.transitionRefused, "The order isn't paid yet.")
            problem.state = OrderState.awaitingPayment.rawValue
            return problem
        }
    }

    /// `name` is the path's word for what it is about: "item" or "modifier".
    static func problem(_ refusal: SetAvailabilityRefusal, named name: String) -> Problem {
        switch refusal {
        case .notOnMenu: Problem(.notFound, "The menu has no such \(name).", field: name)
        case .stockOutOfRange:
            Problem(
                .invalidField, "\(Limits.stock.lowerBound) to \(Limits.stock.upperBound) pieces.",
                field: "stock")
        case .priceOutOfRange:
            Problem(.invalidField, "That can't be a price.", field: "price")
        }
    }

    static func problem(_ refusal: EditCartRefusal, words: Words) -> Problem {
        switch refusal {
        case .unknownLocation: Problem(.notFound, "The shop has no such location.")
        case .unknownLine: Problem(.notFound, "The cart has no such line.")
        case .isFull: Problem(.invalidField, words(.problemTooManyLines), field: "lines")
        case .quantityOutOfRange:
            Problem(.invalidField, words.problem(.quantityOutOfRange), field: "quantity")
        case .tipOutOfRange: Problem(.invalidField, words(.problemTip), field: "tip")
        case .requestTooLong:
            Problem(.invalidField, words.problem(.requestTooLong), field: "request")
        case .cupNameTooLong:
            Problem(.invalidField, words.problem(.cupNameTooLong), field: "cupName")
        case .noOwner: Problem(.forbidden, "Cookies are needed to keep a cart.")
        }
    }

    /// What is wrong with a cart: sold out is a conflict with what others did, all else a fault of
    /// the request.
    static func cart(_ problems: CartProblems, words: Words) -> Problem {
        let fields = problems.all.map { problem in
            FieldProblem(
                field: problem.field, code: code(problem.kind),
                detail: words.problem(problem.kind))
        }
        let isOut = problems.all.allSatisfy { isLost($0.kind) }
        var answer = Problem(
            isOut ? .soldOut : .cartInvalid, fields[0].detail, field: fields[0].field)
        answer.problems = fields
        return answer
    }

    private static func isLost(_ kind: CartProblem.Kind) -> Bool {
        switch kind {
        case .itemSoldOut, .notEnoughLeft, .modifierSoldOut: true
        default: false
        }
    }

    static func unavailable(_ cause: String) -> Problem {
        var problem = Problem(.unavailable, "The shop is very busy; try again in a moment.")
        problem.retryAfterSeconds = 1
        problem.cause = cause
        return problem
    }

    static func unexpected(_ error: any Error) -> Problem {
        var problem = Problem(
            .unexpected, "Something went wrong on our side. Nothing was changed.")
        problem.cause = "\(error)"
        return problem
    }
}

extension Never {
    fileprivate var problem: Problem { switch self {} }
}

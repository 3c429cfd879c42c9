import CremaAPI
import CremaDomain
import CremaServices

/// What stands against changes of accounts, as a status and a sentence.
extension ErrorMapping {
    static func problem(_ refusal: SignInRefusal, words: Words) -> Problem {
        switch refusal {
        case .wrong: Problem(.signInFailed, words(.signInWrong))
        case .expired: Problem(.signInFailed, "The session is over; sign in again.")
        }
    }

    static func problem(_ refusal: SignUpRefusal, words: Words) -> Problem {
        switch refusal {
        case .emailNotPlausible: Problem(.invalidField, words(.emailBad), field: "email")
        case .emailTaken: Problem(.emailTaken, words(.emailTaken), field: "email")
        case .password(let problem):
            Problem(.invalidField, words.problem(problem), field: "password")
        case .nameMissing: Problem(.invalidField, words(.nameMissing), field: "name")
        case .nameTooLong:
            Problem(
                .invalidField, words(.nameTooLong, String(Limits.nameCharacters)), field: "name")
        case .invitationNotValid:
            Problem(.invalidField, words(.linkOver), field: "token")
        }
    }

    static func problem(_ refusal: ChangeAccountRefusal, words: Words) -> Problem {
        switch refusal {
        case .nameMissing: problem(SignUpRefusal.nameMissing, words: words)
        case .nameTooLong: problem(SignUpRefusal.nameTooLong, words: words)
        }
    }

    static func problem(_ refusal: ChangePasswordRefusal, words: Words) -> Problem {
        switch refusal {
        case .wrong: Problem(.invalidField, words(.passwordWrong), field: "current")
        case .password(let problem):
            Problem(.invalidField, words.problem(problem), field: "new")
        }
    }

    static func problem(_ refusal: StaffRefusal, words: Words) -> Problem {
        switch refusal {
        case .emailNotPlausible: problem(SignUpRefusal.emailNotPlausible, words: words)
        case .unknownLocation:
            Problem(.notFound, "The shop has no such location.", field: "locationId")
        case .roleNotOfStaff:
            Problem(.invalidField, "barista, manager or owner is needed.", field: "role")
        case .notValid: Problem(.invalidField, words(.linkOver), field: "token")
        case .otherAddress: Problem(.invalidField, words(.linkOver), field: "token")
        case .lastOwner: Problem(.lastOwner, words(.lastOwner))
        }
    }

    static func problem(_ refusal: AccountTokenRefusal, words: Words) -> Problem {
        switch refusal {
        case .notValid: Problem(.invalidField, words(.linkOver), field: "token")
        case .password(let problem):
            Problem(.invalidField, words.problem(problem), field: "password")
        }
    }

    /// - Parameter currency: the shop's; nil where there is no shop yet.
    static func problem(
        _ refusal: CloseAccountRefusal, _ currency: Currency?, words: Words
    ) -> Problem {
        switch refusal {
        case .wrongPassword:
            return Problem(.invalidField, words(.passwordWrong), field: "password")
        case .hasRoles: return Problem(.accountNotSettled, words(.closeHasRoles))
        case .openOrders(let count):
            return Problem(.accountNotSettled, words(.closeOpenOrders, String(count)))
        case .paymentUnderWay:
            return Problem(.accountNotSettled, words(.closePayment))
        case .balanceLeft(let balance):
            guard let currency else { return Problem(.accountNotSettled, words(.closeHasRoles)) }
            let money = MoneyText(currency, in: words.language)
            var left = Problem(.accountNotSettled, words(.closeBalanceLeft, money(balance)))
            left.balance = MoneyValue(balance, currency)
            return left
        }
    }
}

extension Words {
    /// Why a password isn't taken.
    func problem(_ problem: PasswordProblem) -> String {
        switch problem {
        case .tooShort:
            self(.passwordTooShort, String(PasswordPolicy.length.lowerBound))
        case .tooLong: self(.passwordTooLong, String(PasswordPolicy.length.upperBound))
        case .tooCommon: self(.passwordTooCommon)
        case .containsAddress: self(.passwordHasAddress)
        }
    }
}

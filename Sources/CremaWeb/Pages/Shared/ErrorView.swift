import CremaDomain

/// A page that says what went wrong, what to do, and how the shop finds it in its log.
package enum ErrorView {
    package static func page(_ model: ErrorModel, _ context: PageContext) -> HTML {
        let words = context.words
        let (title, hint) = sentences(model.kind)
        return Layout(title: words(title)).page(context) {
            div(.class("column narrow stack empty")) {
                p(.class("code num soft")) { String(model.kind.status) }
                h1 { words(title) }
                p(.class("soft")) { words(hint) }
                if let seconds = model.retryAfterSeconds {
                    p { words(.tryAgainSeconds, seconds) }
                }
                div(.class("row wrap centered")) {
                    a(context.path, .class("button")) { words(.tryAgain) }
                    if model.kind == .forbidden {
                        a(.signIn, .class("button")) { words(.signIn) }
                    }
                    a(.home, .class("button")) { words(.toHome) }
                }
                p(.class("soft small num")) { words(.requestID, model.requestID) }
            }
        }
    }

    private static func sentences(_ kind: ErrorModel.Kind) -> (Message, Message) {
        switch kind {
        case .badRequest: (.error400, .error400Hint)
        case .forbidden: (.error403, .error403Hint)
        case .notFound: (.error404, .error404Hint)
        case .methodNotAllowed: (.error405, .error405Hint)
        case .conflict: (.error409, .error409Hint)
        case .tooLarge: (.error413, .error413Hint)
        case .invalid: (.error422, .error422Hint)
        case .tooManyRequests: (.error429, .error429Hint)
        case .unexpected: (.error500, .error500Hint)
        case .unavailable: (.error503, .error503Hint)
        }
    }
}

/// What the service worker shows when a page can't be had.
package enum OfflineView {
    package static func page(_ context: PageContext) -> HTML {
        let words = context.words
        return Layout(title: words(.offlineTitle)).page(context) {
            div(.class("column narrow stack empty")) {
                h1 { words(.offlineTitle) }
                p(.class("soft")) { words(.offlineHint) }
                div(.class("row wrap centered")) {
                    a(.home, .class("button")) { words(.toHome) }
                    a(.orders(), .class("button")) { words(.tabOrders) }
                }
            }
        }
    }
}

import CremaDomain

/// What a customer has with the shop, and how it came to that. It stays live.
package enum WalletView {
    package static func page(_ model: WalletModel, _ context: PageContext) -> HTML {
        var layout = Layout(title: context.words(.walletTitle), tab: .wallet)
        layout.topics = [.orders]
        return layout.page(context) {
            div(.class("column stack")) {
                div(.class("row spread")) {
                    h1 { context.words(.walletTitle) }
                    Piece.liveDot(context.words)
                }
                wallet(model, context)
            }
        }
    }

    /// `#wallet`: balance and latest changes.
    package static func wallet(_ model: WalletModel, _ context: PageContext) -> HTML {
        let words = context.words
        let live =
            model.isFirstPage
            ? Attribute.live(
                "wallet:" + model.person.rawValue, version: model.version, from: .walletLive)
            : []
        return element("section", [.id("wallet"), .class("stack")] + live) {
            div(.class("card pad stack tight balance")) {
                span(.class("soft")) { words(.walletBalance) }
                element("strong", .class("amount num")) {
                    context.money(model.currency)(model.balance)
                }
                for amount in model.underWay {
                    p(.class("soft")) {
                        words(.topUpUnderWay, context.money(model.currency)(amount))
                    }
                }
                p(.class("soft small")) { words(.walletTopUpHint) }
                if model.takesCard {
                    a(.cardTopUp, .class("button primary start")) { words(.cardTopUpTitle) }
                }
            }
            h2 { words(.walletHistory) }
            if model.changes.isEmpty {
                p(.class("soft")) { words(.walletEmpty) }
            } else {
                ul(.class("card changes")) { changes(model, context) }
            }
        }
    }

    /// The next changes, in place of the link that asked for them.
    package static func more(_ model: WalletModel, _ context: PageContext) -> HTML {
        group { changes(model, context) }
    }

    @HTMLBuilder private static func changes(
        _ model: WalletModel, _ context: PageContext
    ) -> [HTML] {
        for change in model.changes { row(change, model.currency, context) }
        if let next = model.next {
            li(.id("more")) {
                element(
                    "a", .href(.wallet(before: next)), .class("button wide"),
                    .hxGet(.moreOfWallet(before: next)), .hxTarget("#more"), .hxSwap("outerHTML")
                ) { context.words(.showMore) }
            }
        }
    }

    private static func row(
        _ change: WalletModel.Change, _ currency: Currency, _ context: PageContext
    ) -> HTML {
        let words = context.words
        let money = context.money(currency)
        let sign = change.amount > .zero ? "+" : ""
        let content = group {
            span(.class("stack tight")) {
                span { words.posting(change.kind) }
                element(
                    "time", .class("soft small"), Attribute("datetime", change.at.iso)
                ) { words.dateAndTime(change.at) }
            }
            span(.class("stack tight end")) {
                element("strong") { Piece.money(sign + money(change.amount)) }
                span(.class("soft small")) { words(.walletAfter, money(change.balance)) }
            }
        }
        return li {
            if let order = change.orderID {
                a(.order(order), .class("pad row spread")) { content }
            } else {
                div(.class("pad row spread")) { content }
            }
        }
    }
}

extension Words {
    /// What a change of a wallet is.
    func posting(_ kind: PostingKind) -> String {
        switch kind {
        case .sale: self(.postingSale)
        case .refund: self(.postingRefund)
        case .topUp: self(.postingTopUp)
        case .hold: self(.postingSale)
        case .release: self(.postingRefund)
        // Never on a wallet.
        case .lateCharge, .lateRefund, .float, .paidIn, .paidOut, .drop, .overShort, .drawerClose:
            self(.postingRefund)
        }
    }
}

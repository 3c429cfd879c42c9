extension Catalog {
    /// The wallet, and what staff put into it.
    static let englishWallet: [Message: String] = [
        .walletTitle: "Wallet",
        .walletBalance: "You have",
        .walletTopUpHint: "Our staff can put more into it at the counter, too.",
        .walletHistory: "What came and went",
        .walletEmpty: "Nothing yet.",
        .walletAfter: "{0} afterwards",
        .postingSale: "Order",
        .postingRefund: "Given back",
        .postingTopUp: "Put in",
        .payFromWallet: "From the wallet",
        .walletHolds: "It holds {0}.",
        .payWalletFirst: "{0} from the wallet, {1} at the counter",
        .topUpTitle: "Top up a wallet",
        .topUpEmail: "E-mail address of the customer's account",
        .topUpAmount: "Amount in {0}",
        .topUpDo: "Taken: put it in",
        .topUpDone: "{0} put in for {1}. The wallet holds {2}.",
        .topUpUnknown: "Nobody has an account by that address.",
        .topUpOwn: "Somebody else has to top up your own wallet.",
        .topUpBadAmount: "That isn't an amount that can be put in.",
        .topUpSentBefore:
            "This form was sent before, with something else in it, and that went through. "
            + "Nothing was put in now: look at it, and send it again if it is meant besides.",
        .topUpNotKnown: "It isn't known yet whether that was done. Send it again: it counts once.",
        .topUpFull: "The wallet would hold more than it may.",
    ]
}

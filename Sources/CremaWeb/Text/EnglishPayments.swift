extension Catalog {
    /// Paying by card.
    static let englishPayments: [Message: String] = [
        .payByCard: "By card",
        .payByCardHint: "You pay on the next page; then it is made.",
        .payWalletThenCard: "{0} from the wallet, {1} by card",
        .payByCardNow: "Pay by card",
        .payCardFirst: "{0} to be paid by card, then it is made",
        .payTitle: "Pay by card",
        .payByCardDo: "Pay {0}",
        .paying: "Asking your bank …",
        .trialCard: "Trial card",
        .trialCardHint: "This is a demo: no money moves.",
        .cardHint:
            "Your card's number goes straight to the payment provider; this shop never sees it.",
        .cardNeedsScript: "Paying by card needs JavaScript. You can pay at the counter instead.",
        .cardUnderWay:
            "Your bank hasn't answered yet. You needn't do anything: the order goes on by itself. "
            + "You can also try another card; you are charged once.",
        .cardMissing: "Choose a card.",
        .cardTooMany: "That were too many tries. Pay at the counter, or try again later.",
        .cardNotTaken: "This amount can't be charged to a card.",
        .cardNothingToPay: "Nothing waits for a card here.",
        .cardDeclined: "Your bank refused the card. Nothing was charged. Try another one.",
        .cardInsufficient: "There isn't enough on the card. Nothing was charged. Try another one.",
        .cardExpired: "The card has expired. Nothing was charged. Try another one.",
        .cardWrongCode: "The security code isn't right. Nothing was charged. Try again.",
        .cardNotAuthenticated:
            "Your bank couldn't confirm that it is you. Nothing was charged. Try again.",
        .cardAbandoned: "The payment wasn't finished. Nothing was charged. Try again.",
        .cardProviderAway:
            "The payment provider can't be reached. Nothing was charged. Try again in a moment.",
        .cardTopUpTitle: "Top up by card",
        .cardTopUpAmount: "How much",
        .cardTopUpOther: "Another amount",
        .cardTopUpDo: "Top up",
        .bankTitle: "Your bank asks",
        .bankAsks: "Is it you who pays {0}?",
        .bankConfirm: "Yes, it is me",
        .bankRefuse: "No",
        .bankGoOn: "Go on with your bank",
        .bankWaits:
            "Your bank waits for your answer. Go on there, or pay with another card; you are "
            + "charged once.",
        .cardScriptMissing:
            "The payment provider can't be reached, so no card can be typed in. Load the page "
            + "again, or pay at the counter.",
        .topUpUnderWay: "{0} by card is on its way.",
        .refundTitle: "Give money back",
        .refundAll: "All that is left: {0}",
        .refundLines: "For these lines",
        .refundAmount: "An amount in {0}",
        .refundWhy: "Why",
        .refundDo: "Give it back",
        .refundDone: "{0} goes back to how it was paid.",
        .refundedLine: "Given back: {0}",
        .refundNotPaid: "Only what is paid in full can be given back.",
        .refundNothing: "Nothing would be given back.",
        .refundTooMuch: "No more than {0} is left of what was paid.",
        .refundNoPieces: "There aren't so many pieces left of line {0}.",
        .refundReason: "Say why.",
        .refundCash: "Hand out {0} in cash.",
        .refundStale: "The order changed meanwhile. Look at it, and try again.",
        .refundChoose: "Choose one of the three, and fill in no other.",
        .refundTooOften: "Something of this order was given back too often.",
        .refundWalletClosed:
            "That customer has no account any more, so nothing can go back to the wallet.",
        .refundCardCannot: "Such a sum can't go back to the card. Choose a rounder one.",
        .wholeOrder: "The whole order",
        .refundOwn: "Somebody else has to give your own money back.",
        .closePayment: "A card is being charged for your wallet. Wait for it to end.",
    ]
}

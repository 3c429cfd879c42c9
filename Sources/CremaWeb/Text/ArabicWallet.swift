extension Catalog {
    /// The wallet, and what staff put into it.
    static let arabicWallet: [Message: String] = [
        .walletTitle: "المحفظة",
        .walletBalance: "لديك",
        .walletTopUpHint: "يمكن لموظفينا أيضًا أن يضيفوا إليها عند الكاونتر.",
        .walletHistory: "ما دخل وما خرج",
        .walletEmpty: "لا شيء بعد.",
        .walletAfter: "{0} بعد ذلك",
        .postingSale: "طلب",
        .postingRefund: "أعيد إليك",
        .postingTopUp: "إضافة رصيد",
        .payFromWallet: "من المحفظة",
        .walletHolds: "فيها {0}.",
        .payWalletFirst: "{0} من المحفظة و{1} عند الكاونتر",
        .topUpTitle: "تعبئة محفظة",
        .topUpEmail: "البريد الإلكتروني لحساب الزبون",
        .topUpAmount: "المبلغ بعملة {0}",
        .topUpDo: "استلمت المبلغ: أضفه",
        .topUpDone: "أضيف {0} لحساب {1}. في المحفظة الآن {2}.",
        .topUpUnknown: "لا حساب بهذا العنوان.",
        .topUpOwn: "يجب أن يعبئ شخص آخر محفظتك.",
        .topUpBadAmount: "هذا ليس مبلغًا يمكن إضافته.",
        .topUpSentBefore:
            "أُرسل هذا النموذج من قبل بقيم أخرى وتم تنفيذه. لم يُضف شيء الآن: "
            + "تحقق منه وأرسله ثانية إن كان مقصودًا.",
        .topUpNotKnown: "لا يُعرف بعد إن تم ذلك. أرسله ثانية: يُحسب مرة واحدة.",
        .topUpFull: "ستتجاوز المحفظة ما يُسمح به.",
    ]
}

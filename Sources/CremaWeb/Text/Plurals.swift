/// Messages whose words depend on a number, `{n}`.
package enum PluralMessage: String, CaseIterable, Hashable, Sendable {
    case drinksAhead, items, firstFree, matches, linesDone, openOrders, tryAgainSeconds
    case upTo, atLeast, claimableOrders
}

extension Catalog {
    static let english = [
        englishOrdering, englishOrders, englishWallet, englishAccount, englishPayments,
        englishPeople, englishTill,
    ]
    .reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    static let arabic = [
        arabicOrdering, arabicOrders, arabicWallet, arabicAccount, arabicPeople, arabicPayments,
        arabicTill,
    ]
    .reduce(into: [:]) { $0.merge($1) { first, _ in first } }

    static let englishPlurals: [PluralMessage: PluralForms] = [
        .drinksAhead: PluralForms(
            one: "{n} drink ahead of you", other: "{n} drinks ahead of you"),
        .items: PluralForms(one: "{n} item", other: "{n} items"),
        .firstFree: PluralForms(one: "first one free", other: "first {n} free"),
        .matches: PluralForms(one: "{n} match", other: "{n} matches"),
        .linesDone: PluralForms(one: "{n} of {0} done", other: "{n} of {0} done"),
        .openOrders: PluralForms(one: "{n} open order", other: "{n} open orders"),
        .tryAgainSeconds: PluralForms(
            one: "Too many tries. Again in {n} second.",
            other: "Too many tries. Again in {n} seconds."),
        .claimableOrders: PluralForms(
            one: "{n} order was placed here without an account.",
            other: "{n} orders were placed here without an account."),
        .upTo: PluralForms(one: "up to {n}", other: "up to {n}"),
        .atLeast: PluralForms(one: "at least {n}", other: "at least {n}"),
    ]

    static let arabicPlurals: [PluralMessage: PluralForms] = [
        .drinksAhead: PluralForms(
            zero: "لا مشروبات قبلك", one: "مشروب واحد قبلك", two: "مشروبان قبلك",
            few: "{n} مشروبات قبلك", many: "{n} مشروبًا قبلك", other: "{n} مشروب قبلك"),
        .items: PluralForms(
            zero: "لا أصناف", one: "صنف واحد", two: "صنفان", few: "{n} أصناف", many: "{n} صنفًا",
            other: "{n} صنف"),
        .firstFree: PluralForms(
            zero: "لا شيء مجاني", one: "الأول مجانًا", two: "أول اثنين مجانًا",
            few: "أول {n} مجانًا", many: "أول {n} مجانًا", other: "أول {n} مجانًا"),
        .matches: PluralForms(
            zero: "لا نتائج", one: "نتيجة واحدة", two: "نتيجتان", few: "{n} نتائج",
            many: "{n} نتيجة", other: "{n} نتيجة"),
        .linesDone: PluralForms(
            zero: "لم يجهز شيء من {0}", one: "جهز واحد من {0}", two: "جهز اثنان من {0}",
            few: "جهزت {n} من {0}", many: "جهز {n} من {0}", other: "جهز {n} من {0}"),
        .openOrders: PluralForms(
            zero: "لا طلبات مفتوحة", one: "طلب مفتوح واحد", two: "طلبان مفتوحان",
            few: "{n} طلبات مفتوحة", many: "{n} طلبًا مفتوحًا", other: "{n} طلب مفتوح"),
        .tryAgainSeconds: PluralForms(
            zero: "محاولات كثيرة. حاول الآن.", one: "محاولات كثيرة. أعد بعد ثانية.",
            two: "محاولات كثيرة. أعد بعد ثانيتين.", few: "محاولات كثيرة. أعد بعد {n} ثوانٍ.",
            many: "محاولات كثيرة. أعد بعد {n} ثانية.", other: "محاولات كثيرة. أعد بعد {n} ثانية."),
        .claimableOrders: PluralForms(
            zero: "لا طلبات هنا بلا حساب.", one: "طُلب هنا طلب واحد بلا حساب.",
            two: "طُلب هنا طلبان بلا حساب.", few: "طُلبت هنا {n} طلبات بلا حساب.",
            many: "طُلب هنا {n} طلبًا بلا حساب.", other: "طُلب هنا {n} طلب بلا حساب."),
        .upTo: PluralForms(
            zero: "لا شيء", one: "واحد على الأكثر", two: "اثنان على الأكثر",
            few: "{n} على الأكثر", many: "{n} على الأكثر", other: "{n} على الأكثر"),
        .atLeast: PluralForms(
            zero: "اختياري", one: "واحد على الأقل", two: "اثنان على الأقل", few: "{n} على الأقل",
            many: "{n} على الأقل", other: "{n} على الأقل"),
    ]
}

/// Every message that doesn't depend on a number. The order follows the pages.
package enum Message: String, CaseIterable, Hashable, Sendable {
    // every page
    case skipToContent, tabHome, tabMenu, tabOrders, tabWallet, tabBar, tabManage, signIn, signOut,
        settings,
        language
    case theme, themeSystem, themeLight, themeDark, apply, close, back, live, connecting
    case notLive, offlineBanner, actionOffline, actionFailed, actionRefused, navigation
    case lastUpdate

    // home
    case homeTitle, homeIntro, openNow, openUntil, closedNow, opensAt, opensOn, pausedNow
    case readyInRange, readyInOne, seeMenu, underWay

    // menu
    case menuTitle, searchLabel, searchPlaceholder, search, filters, filterVegan, filterNoNuts
    case filterDecaf, clearSearch, noMatches, categories, `from`, soldOut, laterToday
    case offeredFrom, featured, menuEmpty

    // item
    case size, chooseOne, chooseBetween, chooseAny, optional, none, fewer, more, request
    case requestHint, cupName, cupNameHint, quantity, updatePrice, addToCart, saveLine
    case priceOfChoice, onePiece, free, included, kilocalories, caffeine, allergens, contains
    case mayContain, askStaff, askStaffAll, freeOfAll, crossContact, pictureOf, cannotOrder

    // problems
    case problemEmpty, problemTooManyLines, problemQuantity, problemUnknownItem
    case problemRetiredItem, problemSoldOut, problemNotEnough, problemNotNow
    case problemWithoutPrice, problemUnitPrice, problemSizeMissing, problemUnknownSize
    case problemTooManyModifiers, problemUnknownModifier, problemModifierQuantity, problemTooFew
    case problemTooMany, problemRequestLong, problemTip, problemCodes, problemUnknownCode

    // cart
    case cart, viewCart, yourCart, cartEmpty, cartEmptyHint, edit, deleteItem, editItem, deleted
    case undo, howToHaveIt, toGo, forHere, tip, tipHint, noTip, otherTip, setTip, subtotal
    case taxWithRate, includedTax, total, checkout, priceChanged, cartHasProblems
    case notTakingOrders, requestLine, forCup, addMore

    // checkout
    case confirmTitle, confirmIntro, nameForOrder, nameForOrderHint, payment, payAtCounter
    case payAtCounterHint, payFirst, payFirstHint, placeOrder, placing, quoteChangedTitle
    case quoteChanged, problemQuoteChanged, nameTooLong, nameMissing, tooManyUnpaid,
        insufficientFunds
    case changeCart

    // orders
    case orderTitle, yourNumber, stateAwaitingPayment, statePending, statePreparing, stateReady
    case stateCompleted, stateCancelled, stateUncollected, stateExpired, sentencePending
    case sentencePreparing, sentenceReady, sentenceCompleted, sentenceCancelled
    case sentenceUncollected, sentenceExpired, sentenceAwaitingPayment, readyAround, payAtPickUp
    case paidBy, paidInFull, tenderCounter, tenderCash, tenderExternalCard, tenderWallet
    case tenderGiftCard, tenderCard, reasonIs, cancelOrder, cancelConfirm, cancelHint
    case noticeCancelled, noticeGivenBack, noticeTooLate, receipt, timeline, yourOrder, ordersTitle,
        ordersEmpty
    case showMore, orderAgain

    // wallet
    case walletTitle, walletBalance, walletTopUpHint, walletHistory, walletEmpty, walletAfter
    case postingSale, postingRefund, postingTopUp, payFromWallet, walletHolds, payWalletFirst
    case topUpSentBefore, topUpNotKnown, topUpTitle, topUpEmail, topUpAmount, topUpDo, topUpDone,
        topUpUnknown
    case topUpOwn, topUpBadAmount, topUpFull

    // cards
    case payByCard, payByCardHint, payWalletThenCard, payByCardNow, payCardFirst, payTitle
    case payByCardDo, paying, trialCard, trialCardHint, cardHint, cardNeedsScript, cardUnderWay
    case cardMissing, cardTooMany, cardNotTaken, cardNothingToPay, cardDeclined, cardInsufficient
    case cardExpired, cardWrongCode, cardNotAuthenticated, cardAbandoned, cardProviderAway
    case cardTopUpTitle, cardTopUpAmount, cardTopUpOther, cardTopUpDo, bankTitle, bankAsks
    case bankConfirm, bankRefuse, bankGoOn, bankWaits, cardScriptMissing, closePayment
    case topUpUnderWay

    // giving money back
    case refundTitle, refundAll, refundLines, refundAmount, refundWhy, refundDo, refundDone
    case refundedLine, refundNotPaid, refundNothing, refundTooMuch, refundNoPieces, refundReason
    case refundOwn, refundCash, refundStale, refundChoose, refundTooOften, refundWalletClosed
    case refundCardCannot, wholeOrder

    // receipt
    case receiptTitle, receiptNumber, taxNumber, issued, columnTax, columnNet, columnGross
    case taxTable, print, toBePaid, cashRounding, thanks

    // signing in
    case signInTitle, email, password, signInWrong, signInNotNeeded, signedInAs

    // signing up, and one's own account
    case signUpTitle, signUpIntro, signUpDo, noAccountYet, haveAccount, passwordHint, wantsNews
    case emailBad, emailTaken, passwordTooShort, passwordTooLong, passwordTooCommon
    case passwordHasAddress, passwordWrong, accountTitle, save, changePassword, currentPassword
    case newPassword, passwordEndsOthers, sessionsTitle, unknownClient, signedInSince, thisSession
    case endSession, endOthers, claimDo, exportTitle, exportHint, exportDo, closeTitle, closeHint
    case closeDo, closeHasRoles, closeOpenOrders, closeBalanceLeft, accountClosed
    case accountClosedHint, noticeWelcome, noticeSaved, noticePassword, noticeSessions
    case noticeClaimed, noticeMailed, notVerified, verifyAgain

    // people
    case peopleTitle, invitedTitle, allPlaces, noRole, withdraw, inviteTitle, roleAndPlace
    case inviteDo, inviteNoMail, invitationTitle, invitationIntro, invitationBy, invitationDo
    case invitationSignIn, yourName, roleGuest, roleCustomer, roleBarista, roleManager, roleOwner
    case roleAt, noticeInvited, noticeWithdrawn, lastOwner
    case mailInviteSubject, mailInviteIntro, mailInviteDo, mailInviteFoot

    // links of mails
    case forgotTitle, forgotIntro, forgotDo, forgotSentTitle, forgotSent, resetTitle, resetDo
    case resetDone, verifyTitle, verifyIntro, verifyDo, verifyDone, linkOverTitle, linkOver
    case mailGreeting, mailGreetingAll, mailResetSubject, mailResetIntro, mailResetDo, mailResetFoot
    case mailVerifySubject, mailVerifyIntro, mailVerifyDo, mailVerifyFoot

    // the bar
    case barTitle, chooseBar, columnToMake, columnMaking, columnReady, columnDone, columnEmpty
    case start, markReady, pickedUp, stepBack, toPay, toPayFirst, cash, cardAtCounter, paid, due
    case cancelTicket, cancelReason, reasonCustomer, reasonSoldOut, reasonMistake, reasonClosing
    case otherReason, confirmCancel, noticeMoved, noticePaid, noticeStale, noticeUnpaid
    case noticeReasonMissing, noticeRefused, shownOf, ageLate, ageSoon, ageCalm, moreActions

    // the cash drawer, and days' reports
    case drawerTitle, drawerNone, drawerNoneHint, drawerFloat, drawerOpenDo, drawerDayLocked
    case drawerAlreadyOpen, drawerIsClosed, drawerCountedAlready, drawerSince, drawerDay
    case drawerMoveTitle, movementPaidIn, movementPaidInHint, movementPaidOut
    case movementPaidOutHint, movementDrop, movementDropHint, drawerAmount, drawerReason
    case drawerMoveDo, drawerMovements, drawerCountLink, drawerCountTitle, drawerCountIntro
    case drawerPieces, drawerPiece, drawerTotal, drawerOneTotal, drawerCountDo, drawerUnpaid
    case drawerUnpaidSeen, drawerCashMoved, drawerBadAmount, drawerBadCount, drawerTooMany
    case drawerSentBefore, drawerNotKnown, drawerShouldHold, reportsTitle, reportsEmpty
    case reportsOlder, reportTitle, reportDay, reportDays, reportOpened, reportClosed
    case reportEarned, reportSales, reportDiscounts, reportRefunds, reportNet, reportTips
    case reportTotal, reportTenders, reportTopUps, reportFloat, reportCashSales
    case reportCashRefunds, reportCashTopUps, reportExpected, reportCounted, reportOver
    case reportShort, reportExact, reportWithoutDrawer, reportUnpaid

    // when something goes wrong
    case error400, error400Hint, error403, error403Hint, error404, error404Hint, error405
    case error405Hint, error409, error409Hint, error413, error413Hint, error422, error422Hint
    case error429, error429Hint, error500, error500Hint, error503, error503Hint, requestID
    case tryAgain, toHome, offlineTitle, offlineHint

    // allergens
    case allergenGluten, allergenCrustaceans, allergenEggs, allergenFish, allergenPeanuts
    case allergenSoya, allergenMilk, allergenNuts, allergenCelery, allergenMustard
    case allergenSesame, allergenSulphites, allergenLupin, allergenMolluscs
}

/// The kinds of problem the API answers with. The slug is the stable end of `type`.
public enum ProblemKind: String, CaseIterable, Sendable {
    /// The request isn't proper HTTP or JSON.
    case badRequest = "bad-request"
    /// A field's value can't be accepted.
    case invalidField = "invalid-field"
    /// The cart doesn't fit the menu.
    case cartInvalid = "cart-invalid"
    /// The price isn't the one that was seen.
    case quoteChanged = "quote-changed"
    /// The last one is gone.
    case soldOut = "sold-out"
    /// Outside the opening hours.
    case closed = "closed"
    /// The location takes no orders for now.
    case paused = "paused"
    /// As many unpaid orders are open as one customer may have.
    case tooManyUnpaid = "too-many-unpaid-orders"
    /// The wallet holds less than was to be taken from it.
    case insufficientFunds = "insufficient-funds"
    /// Somebody has an account by that address.
    case emailTaken = "email-taken"
    /// Orders, money or roles still hang on the account.
    case accountNotSettled = "account-not-settled"
    /// Somebody must own the shop.
    case lastOwner = "last-owner"
    /// The order can't move there from where it stands.
    case transitionRefused = "transition-refused"
    /// A cash drawer is in use there.
    case drawerOpen = "drawer-open"
    /// The cash drawer was counted.
    case drawerClosed = "drawer-closed"
    /// The day has its report.
    case dayLocked = "day-locked"
    /// Orders are unpaid that nobody took note of.
    case unpaidOrders = "unpaid-orders"
    /// Cash came or went while it was counted.
    case cashMoved = "cash-moved"
    /// Nobody is signed in, or the token is over.
    case signInNeeded = "sign-in-needed"
    /// Address and password don't fit, or the refresh token is over.
    case signInFailed = "sign-in-failed"
    /// The role doesn't allow it.
    case forbidden = "forbidden"
    /// There is no such thing, or it is somebody else's.
    case notFound = "not-found"
    /// The address exists, with other methods.
    case methodNotAllowed = "method-not-allowed"
    /// The body isn't JSON by its own account.
    case unsupportedMediaType = "unsupported-media-type"
    /// `Idempotency-Key` is missing.
    case keyMissing = "idempotency-key-missing"
    /// The key came with another body before.
    case keyReused = "idempotency-key-reused"
    /// `If-Match` is missing.
    case versionMissing = "version-missing"
    /// `If-Match` names an older version.
    case stale = "stale-version"
    /// A rate limit.
    case tooManyRequests = "too-many-requests"
    /// Overloaded, or away for a moment.
    case unavailable = "unavailable"
    /// A mistake of the server's.
    case unexpected = "unexpected"
}

extension ProblemKind {
    /// `/problems/sold-out`: what `type` holds, and where the kind is explained.
    public var type: String { "/problems/" + rawValue }

    /// The status of the answer.
    public var status: Int {
        switch self {
        case .badRequest, .keyMissing: 400
        case .signInNeeded, .signInFailed: 401
        case .forbidden: 403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .quoteChanged, .soldOut, .closed, .paused, .tooManyUnpaid, .insufficientFunds,
            .emailTaken, .accountNotSettled, .lastOwner, .transitionRefused, .drawerOpen,
            .drawerClosed, .dayLocked, .unpaidOrders, .cashMoved:
            409
        case .stale: 412
        case .unsupportedMediaType: 415
        case .invalidField, .cartInvalid, .keyReused: 422
        case .versionMissing: 428
        case .tooManyRequests: 429
        case .unexpected: 500
        case .unavailable: 503
        }
    }

    /// The kind in a few words.
    public var title: String {
        switch self {
        case .badRequest: "The request can't be read"
        case .invalidField: "A field can't be accepted"
        case .cartInvalid: "The cart doesn't fit the menu"
        case .quoteChanged: "The price changed"
        case .soldOut: "Something is sold out"
        case .closed: "The shop is closed"
        case .paused: "The shop takes no orders for now"
        case .tooManyUnpaid: "Too many unpaid orders"
        case .insufficientFunds: "Not enough in the wallet"
        case .emailTaken: "The address has an account"
        case .accountNotSettled: "The account can't be closed yet"
        case .lastOwner: "Somebody must own the shop"
        case .transitionRefused: "The order can't move there"
        case .drawerOpen: "A cash drawer is in use"
        case .drawerClosed: "The cash drawer was counted"
        case .dayLocked: "The day has its report"
        case .unpaidOrders: "Orders are unpaid"
        case .cashMoved: "Cash moved while it was counted"
        case .signInNeeded: "Signing in is needed"
        case .signInFailed: "Signing in failed"
        case .forbidden: "Not allowed"
        case .notFound: "Not found"
        case .methodNotAllowed: "Method not allowed"
        case .unsupportedMediaType: "Unsupported media type"
        case .keyMissing: "An idempotency key is needed"
        case .keyReused: "The idempotency key was used for another request"
        case .versionMissing: "The version seen must be named"
        case .stale: "Somebody else was faster"
        case .tooManyRequests: "Too many requests"
        case .unavailable: "Not available for the moment"
        case .unexpected: "Something went wrong"
        }
    }

    /// What happened and what a client does about it.
    public var advice: String {
        switch self {
        case .badRequest:
            "The body isn't JSON (RFC 8259; a member named twice counts as none), or the query or "
                + "a header can't be read. Sending the same again doesn't help."
        case .invalidField:
            "`field` names the part of the request that can't be accepted. Mend it and send again."
        case .cartInvalid:
            "`problems` lists all that is wrong with the cart, each with its `field` and a `code`. "
                + "Show them at their lines; the rest of the cart can stay."
        case .quoteChanged:
            "What was shown isn't what it costs now. Nobody was charged. `quote` is the cart "
                + "priced anew: show it, and place again with its fingerprint."
        case .soldOut:
            "Somebody else got the last one. Nothing was taken. `item` and `problems` say what is "
                + "gone; take it out of the cart and quote again."
        case .closed: "The location's hours don't allow an order now; `detail` says when it opens."
        case .paused: "The location takes no orders for now; `detail` is the reason it gives."
        case .tooManyUnpaid:
            "As many orders to be paid at the counter are open as the shop allows one customer."
        case .insufficientFunds:
            "Nothing was taken. `balance` is in the wallet and `needed` was to be taken: top it "
                + "up, or pay a part otherwise."
        case .emailTaken:
            "Somebody signed up with that address. Whoever it was signs in, or sets a new password."
        case .accountNotSettled:
            "Nothing was closed. `detail` says what hangs on the account: orders on their way, "
                + "money in the wallet (`balance`), or a role in the shop."
        case .lastOwner: "Nothing was changed. Make somebody else an owner first."
        case .transitionRefused:
            "The order doesn't move from its state to the one asked for, or not for this caller. "
                + "`state`, `version` and `order` say how it is now."
        case .drawerOpen: Advice.drawerOpen
        case .drawerClosed: Advice.drawerClosed
        case .dayLocked: Advice.dayLocked
        case .unpaidOrders: Advice.unpaidOrders
        case .cashMoved: Advice.cashMoved
        case .signInNeeded:
            "Send `Authorization: Bearer` with an access token of `POST /api/v1/sessions`. Where a "
                + "token was sent, it is unknown or over: refresh it."
        case .signInFailed:
            "Address and password don't fit together, or the refresh token is over. Ask again for "
                + "the password."
        case .forbidden:
            "The caller is known but may not do this here, or a browser sent another site's form."
        case .notFound:
            "There is nothing here, or nothing that is the caller's: the two look the same."
        case .methodNotAllowed: "`Allow` lists the methods that this address takes."
        case .unsupportedMediaType: "Send the body as `Content-Type: application/json`."
        case .keyMissing:
            "Send a new `Idempotency-Key` with each new request, and the same with each retry."
        case .keyReused:
            "The key was used with another body. Nothing was done. Take a new key for a new "
                + "request; the first one's fate is told by `GET /api/v1/requests/{key}`."
        case .versionMissing:
            "Send `If-Match` with the version that the customer or barista saw: the order's ETag."
        case .stale:
            "It was changed since. Nothing was done. `order` is how it is now: show it, and let "
                + "the person decide again."
        case .tooManyRequests: "Wait as many seconds as `Retry-After` says."
        case .unavailable:
            "Nothing was done. Send the same again, with the same key, after `Retry-After`."
        case .unexpected:
            "Our mistake. Nothing was changed. `instance` names the request in the server's log."
        }
    }
}

/// What is said of problems with a cash drawer.
private enum Advice {
    static let drawerOpen =
        "A location has one cash drawer in use at a time: `session` is its id. Count it first."
    static let drawerClosed =
        "Somebody counted it meanwhile. Nothing was done; `report` is the number of its report."
    static let dayLocked =
        "The day has its report. The next drawer is opened on the next business date."
    static let unpaidOrders =
        "Nothing was counted. `unpaidOrders` lists what nobody has paid: have it paid or called "
        + "off, or send all of them in `acknowledgedOrders`."
    static let cashMoved =
        "Nothing was counted. Cash came or went since `cashPostings`: read the drawer again, and "
        + "count again."
}

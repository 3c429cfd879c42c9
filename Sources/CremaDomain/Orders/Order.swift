/// A placed cart with its quote frozen.
///
/// Lines and prices never change. State, version and tenders do, each time with a new version.
public struct Order: Hashable, Sendable {
    /// A state and since when.
    public struct Step: Hashable, Sendable {
        /// The state entered.
        public let state: OrderState
        /// When.
        public let at: Timestamp

        /// A step.
        public init(state: OrderState, at: Timestamp) {
            self.state = state
            self.at = at
        }
    }

    /// Identity.
    public let id: ID<Order>
    /// What is called out.
    public let callNumber: CallNumber
    /// When it was placed.
    public let placedAt: Timestamp
    /// Every number of it, frozen.
    public let quote: Quote
    /// A name to call; empty where none was given.
    public let customerName: String
    /// Language of its words.
    public let language: String
    /// Where it stands.
    public var state: OrderState
    /// Grows with each change.
    public var version: Int64
    /// How it is paid.
    public var tenders: [Tender]
    /// How it got where it stands, oldest first.
    public var timeline: [Step]
    /// Why it was called off; empty where it wasn't or nobody said.
    public var reason: String
    /// What was given back of it, the oldest first.
    public var refunds: [Refund]

    /// An order.
    public init(
        id: ID<Order>, callNumber: CallNumber, placedAt: Timestamp, quote: Quote,
        customerName: String, language: String, state: OrderState, version: Int64,
        tenders: [Tender], timeline: [Step], reason: String = "", refunds: [Refund] = []
    ) {
        self.refunds = refunds
        self.id = id
        self.callNumber = callNumber
        self.placedAt = placedAt
        self.quote = quote
        self.customerName = customerName
        self.language = language
        self.state = state
        self.version = version
        self.tenders = tenders
        self.timeline = timeline
        self.reason = reason
    }

    /// What is still to be paid; nothing of an order that was called off.
    public var due: Money {
        state == .cancelled || state == .expired ? .zero : tenders.due(of: quote.total)
    }

    /// When work must start so that the order is ready in time: for an order to be had at once
    /// that is when the bar got it, which for one to be paid first is when it was paid.
    public var mustStartAt: Timestamp {
        timeline.first { $0.state == .pending }?.at ?? placedAt
    }

    /// What holds of this order at an instant, for its next move.
    public func facts(at now: Timestamp, reason: String) -> Set<OrderFact> {
        var facts: Set<OrderFact> = []
        if !reason.allSatisfy({ $0.isWhitespace }) { facts.insert(.hasReason) }
        if due <= .zero { facts.insert(.isSettled) }
        if state == .completed, let last = timeline.last,
            now.milliseconds - last.at.milliseconds <= OrderTransition.stepBackWindowMilliseconds
        {
            facts.insert(.isRecentlyCompleted)
        }
        return facts
    }
}

/// What was given back of an order that stays what it is: somebody didn't like it, something was
/// missing.
public struct Refund: Hashable, Sendable {
    /// What one tender gives back.
    public struct Part: Hashable, Sendable {
        /// The tender's number.
        public let tender: Int
        /// Of what it paid.
        public let amount: Money
        /// Cash rounding: what is handed out above or below `amount`.
        public let rounding: Money

        /// A part.
        public init(tender: Int, amount: Money, rounding: Money = .zero) {
            self.tender = tender
            self.amount = amount
            self.rounding = rounding
        }
    }

    /// Pieces of a line.
    public struct Line: Hashable, Sendable {
        /// The line's number, counted from 1.
        public let number: Int
        /// How many pieces.
        public let quantity: Int

        /// Pieces of a line.
        public init(number: Int, quantity: Int) {
            self.number = number
            self.quantity = quantity
        }
    }

    /// Counted from 1 within its order.
    public let number: Int
    /// To the tenders it came from.
    public let parts: [Part]
    /// For which lines; empty for a sum of its own.
    public let lines: [Line]
    /// Why.
    public let reason: String
    /// When.
    public let at: Timestamp

    /// A refund.
    public init(number: Int, parts: [Part], lines: [Line], reason: String, at: Timestamp) {
        self.number = number
        self.parts = parts
        self.lines = lines
        self.reason = reason
        self.at = at
    }

    /// All of it.
    public var amount: Money { parts.sum { $0.amount } }
}

/// What is to be given back.
public enum RefundWish: Hashable, Sendable {
    /// All that is left.
    case rest
    /// A sum.
    case amount(Money)
    /// What was paid for these pieces, without the tip.
    case lines([Refund.Line])
}

/// Why nothing is given back.
public enum RefundProblem: Error, Hashable, Sendable {
    /// It isn't paid in full, or it was called off.
    case notPaid
    /// Nothing, or less than nothing.
    case notPositive
    /// More than what is left of what was paid.
    case tooMuch(left: Money)
    /// The order has no such line, or not so many pieces of it are left.
    case noSuchPieces(line: Int)
    /// Something was given back of it again and again.
    case tooMany
}

extension Order {
    /// What was given back by refunds.
    public var refunded: Money { refunds.sum { $0.amount } }

    /// What of a tender was given back by refunds.
    public func refunded(of tender: Int) -> Money {
        refunds.flatMap { $0.parts }.filter { $0.tender == tender }.sum { $0.amount }
    }

    /// What is left of what was paid.
    public var refundable: Money { paid - refunded }

    /// What a wish comes to.
    public func refund(
        _ wish: RefundWish, reason: String, at now: Timestamp, cashStep: Money
    ) throws(RefundProblem) -> Refund {
        let isOver = state == .cancelled || state == .expired || state == .awaitingPayment
        guard !isOver, paid == quote.total else { throw .notPaid }
        guard refunds.count < Limits.refundsPerOrder else { throw .tooMany }
        var lines: [Refund.Line] = []
        var most = refundable
        let amount: Money
        switch wish {
        case .rest: amount = refundable
        case .amount(let sum): amount = sum
        case .lines(let pieces):
            lines = pieces
            amount = try price(of: pieces)
            // Lines pay no tip back, whatever sums went before.
            most = Money(max(0, (refundable - quote.tip).minorUnits))
        }
        guard amount > .zero else { throw .notPositive }
        guard amount <= most else { throw .tooMuch(left: most) }
        return Refund(
            number: refunds.count + 1, parts: parts(of: amount, cashStep: cashStep), lines: lines,
            reason: reason, at: now)
    }

    /// What was paid for pieces, so that all pieces of a line together are what the line was.
    private func price(of pieces: [Refund.Line]) throws(RefundProblem) -> Money {
        var sum = Money.zero
        var seen: Set<Int> = []
        for piece in pieces {
            guard (1...max(1, quote.lines.count)).contains(piece.number), !quote.lines.isEmpty,
                seen.insert(piece.number).inserted
            else { throw .noSuchPieces(line: piece.number) }
            let line = quote.lines[piece.number - 1]
            let before = refunds.flatMap { $0.lines }.filter { $0.number == piece.number }
                .reduce(0) { $0 + $1.quantity }
            guard piece.quantity > 0, piece.quantity <= line.quantity - before else {
                throw .noSuchPieces(line: piece.number)
            }
            sum += line.paid(forPieces: before + piece.quantity) - line.paid(forPieces: before)
        }
        return sum
    }

    /// Pro rata over what each tender still holds.
    private func parts(of amount: Money, cashStep: Money) -> [Refund.Part] {
        let paying = tenders.filter { $0.state == .captured }
        let left = paying.map { $0.amount - refunded(of: $0.number) }
        let shares = amount.prorated(over: left.map { $0.minorUnits })
        return zip(paying, shares).compactMap { tender, share in
            guard share > .zero else { return nil }
            let rounding =
                tender.kind == .cash
                ? self.rounding(of: share, from: tender, cashStep: cashStep) : .zero
            return Refund.Part(tender: tender.number, amount: share, rounding: rounding)
        }
    }

    /// Cash is handed out in coins that there are, of all parts together: however small they are,
    /// no more comes out than was taken, and that once all is given back.
    private func rounding(of share: Money, from tender: Tender, cashStep: Money) -> Money {
        let earlier = refunds.flatMap { $0.parts }.filter { $0.tender == tender.number }
        let before = earlier.sum { $0.amount }
        let handed = before + earlier.sum { $0.rounding }
        let taken = tender.amount + tender.rounding
        let after = before + share
        let due = after == tender.amount ? taken : min(after.rounded(toStep: cashStep), taken)
        return max(due, handed) - handed - share
    }
}

extension QuotedLine {
    /// What so many pieces of it cost, tax and discount included.
    fileprivate func paid(forPieces count: Int) -> Money {
        Money(
            Int64(
                dividedRounded(
                    Int128(total.minorUnits) * Int128(count), by: Int128(max(1, quantity)))))
    }
}

extension Posting {
    /// The float goes from the safe into the drawer; nil where there is none.
    public static func float(of session: DrawerSession) throws(UnbalancedPosting) -> Posting? {
        guard session.float > .zero else { return nil }
        return try Posting(
            key: "drawer:\(session.id.rawValue):float", kind: .float, order: nil,
            entries: [
                LedgerEntry(.cash, -session.float), LedgerEntry(.safe, session.float),
            ])
    }

    /// Cash goes in or out of a drawer without a sale.
    public static func movement(
        _ movement: CashMovement, of session: ID<DrawerSession>
    ) throws(UnbalancedPosting) -> Posting {
        let amount = movement.amount
        let (kind, entries): (PostingKind, [LedgerEntry]) =
            switch movement.kind {
            case .paidIn:
                (.paidIn, [LedgerEntry(.cash, -amount), LedgerEntry(.paidIn, amount)])
            case .paidOut:
                (.paidOut, [LedgerEntry(.cash, amount), LedgerEntry(.paidOut, -amount)])
            case .drop: (.drop, [LedgerEntry(.cash, amount), LedgerEntry(.safe, -amount)])
            }
        return try Posting(
            key: "drawer:\(session.rawValue):movement:\(movement.number)", kind: kind,
            order: nil, entries: entries)
    }

    /// A drawer was counted: what is too much or too little, then all of it to the safe. None
    /// where there is nothing to post.
    public static func count(
        of session: ID<DrawerSession>, expected: Money, counted: Money
    ) throws(UnbalancedPosting) -> [Posting] {
        var postings: [Posting] = []
        let difference = counted - expected
        if difference != .zero {
            postings.append(
                try Posting(
                    key: "drawer:\(session.rawValue):overShort", kind: .overShort, order: nil,
                    entries: [
                        LedgerEntry(.cash, -difference), LedgerEntry(.overShort, difference),
                    ]))
        }
        if counted != .zero {
            postings.append(
                try Posting(
                    key: "drawer:\(session.rawValue):close", kind: .drawerClose, order: nil,
                    entries: [LedgerEntry(.cash, counted), LedgerEntry(.safe, -counted)]))
        }
        return postings
    }
}

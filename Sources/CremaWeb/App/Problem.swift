package import CremaAPI

/// A problem on its way to a client.
package struct Problem: Error, Sendable {
    package let kind: ProblemKind
    package let detail: String
    package var field: String?
    package var problems: [FieldProblem]?
    package var item: String?
    package var state: String?
    package var version: Int64?
    package var quote: QuoteResponse?
    package var order: OrderResponse?
    package var balance: MoneyValue?
    package var needed: MoneyValue?
    package var session: String?
    package var report: Int?
    package var unpaidOrders: [UnpaidOrderValue]?
    package var retryAfterSeconds: Int?
    /// For the log only.
    package var cause = ""

    package init(_ kind: ProblemKind, _ detail: String, field: String? = nil) {
        self.kind = kind
        self.detail = detail
        self.field = field
    }

    /// On the wire.
    package func document(requestID: String) -> ProblemDocument {
        var document = ProblemDocument(
            type: kind.type, title: kind.title, status: kind.status,
            detail: detail, instance: requestID)
        document.field = field
        document.problems = problems
        document.item = item
        document.state = state
        document.version = version
        document.quote = quote
        document.order = order
        document.balance = balance
        document.needed = needed
        document.session = session
        document.report = report
        document.unpaidOrders = unpaidOrders
        return document
    }
}

extension Problem {
    /// Found before anything was looked up: sent again, it would be refused again.
    var isFaultOfRequest: Bool { [400, 404, 415, 422].contains(kind.status) && kind != .keyReused }

    /// The same with the id of the item that is sold out.
    func naming(_ lines: [LineRequest]) -> Problem {
        guard kind == .soldOut, let index = field?.lineIndex, lines.indices.contains(index) else {
            return self
        }
        var named = self
        named.item = lines[index].itemId
        return named
    }
}

extension String {
    /// The 2 of `lines[2].itemId`.
    fileprivate var lineIndex: Int? {
        guard hasPrefix("lines[") else { return nil }
        return Int(dropFirst("lines[".count).prefix { $0 != "]" })
    }
}

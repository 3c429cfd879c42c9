package import CremaDomain
package import CremaStore

/// One charge of a card, for whoever may see what it pays for.
package struct PaymentQuery: Query {
    package let id: ID<Payment>

    package init(id: ID<Payment>) {
        self.id = id
    }

    /// A charge with the order that it pays for.
    package struct Found {
        let payment: Payment
        let order: OrderRecord?
    }

    package func load(_ scope: ReadScope) throws -> Found? {
        guard let payment = try PaymentStore.find(id, tx: scope.tx) else { return nil }
        var order: OrderRecord?
        if case .order(let id, _) = payment.purpose {
            order = try OrderStore.find(id, tx: scope.tx)
        }
        return Found(payment: payment, order: order)
    }

    package func access(_ subject: Found?) -> Access {
        switch subject?.payment.purpose {
        case nil: .order(nil)
        case .order: .order(subject?.order)
        case .topUp(let person): .wallet(of: person)
        }
    }

    package func answer(_ subject: Found?, _ scope: ReadScope) throws -> Payment {
        guard let subject else { throw Denial.notFound }
        return subject.payment
    }
}

/// An order with the last attempt to pay it by card.
package struct OrderPaymentQuery: Query {
    package let id: ID<Order>

    package init(id: ID<Order>) {
        self.id = id
    }

    package func load(_ scope: ReadScope) throws -> OrderRecord? {
        try OrderStore.find(id, tx: scope.tx)
    }

    package func access(_ subject: OrderRecord?) -> Access { .order(subject) }

    package func answer(
        _ subject: OrderRecord?, _ scope: ReadScope
    ) throws -> (order: OrderRecord, last: Payment?) {
        guard let subject else { throw Denial.notFound }
        return (subject, try PaymentStore.list(of: id, tx: scope.tx).last)
    }
}

import CremaDomain

/// Someone's own account.
package struct AccountModel: Sendable {
    /// Somewhere the person is signed in.
    package struct OpenSession: Sendable {
        package let id: String
        /// "Firefox · Android"; may be empty.
        package let client: String
        package let since: WallTime
        package let isCurrent: Bool

        package init(id: String, client: String, since: WallTime, isCurrent: Bool) {
            self.id = id
            self.client = client
            self.since = since
            self.isCurrent = isCurrent
        }
    }

    package let email: String
    /// It isn't known yet that the person reads the address's mails, and a mail can find out.
    package let canVerify: Bool
    package var name: String
    package var wantsNews: Bool
    /// Latest first.
    package let sessions: [OpenSession]
    /// Orders of this browser that belong to no account.
    package let claimableOrders: Int
    package var notice: AccountNotice?
    /// The form that a problem is about, with the problem.
    package var problem: (form: AccountForm, problem: FormProblem)?

    package init(
        email: String, canVerify: Bool, name: String, wantsNews: Bool, sessions: [OpenSession],
        claimableOrders: Int
    ) {
        self.email = email
        self.canVerify = canVerify
        self.name = name
        self.wantsNews = wantsNews
        self.sessions = sessions
        self.claimableOrders = claimableOrders
    }

    /// What is wrong with a form.
    func problem(of form: AccountForm) -> FormProblem? {
        problem.flatMap { $0.form == form ? $0.problem : nil }
    }
}

/// The forms on the page of an account.
package enum AccountForm: Hashable, Sendable {
    case profile, password, closing
}

/// What was done, said once on the page that follows.
package enum AccountNotice: String, Hashable, Sendable {
    case welcome, saved, password, sessions, claimed, mailed
}

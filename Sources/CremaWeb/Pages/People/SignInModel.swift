/// Why somebody isn't signed in.
package enum SignInProblem: Hashable, Sendable {
    /// Address and password don't fit together, or nobody has this address.
    case wrong
    /// Too many tries; again in so many seconds.
    case tooManyTries(seconds: Int)
}

/// The page to sign in.
package struct SignInModel: Hashable, Sendable {
    package let email: String
    package let returnPath: Path
    package let problem: SignInProblem?
    /// Who forgot the password can be sent a link.
    package let sendsMail: Bool

    package init(
        email: String = "", returnPath: Path = .home, problem: SignInProblem? = nil,
        sendsMail: Bool = false
    ) {
        self.sendsMail = sendsMail
        self.email = email
        self.returnPath = returnPath
        self.problem = problem
    }
}

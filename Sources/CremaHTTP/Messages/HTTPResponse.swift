/// The answer to a request. The engine adds Date, Content-Length and Connection, and leaves out the
/// body where the method or the status forbids one.
package struct HTTPResponse: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Sent without a copy.
        case shared(SharedBytes)
        /// An event stream. The function is called once, and must call `open`, now or later; an
        /// opener that is dropped answers 500.
        case events(@Sendable (StreamOpener) -> Void)
    }

    package var status: Int
    package var headers: HeaderLines
    package var body: Body

    package init(
        status: Int = 200, headers: HeaderLines = HeaderLines(), body: Body = .bytes([])
    ) {
        precondition((200...599).contains(status), "not the status of a final answer")
        self.status = status
        self.headers = headers
        self.body = body
    }
}

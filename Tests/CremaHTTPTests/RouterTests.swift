import CremaHTTP
import Testing

@Suite struct RouterTests {
    private static let router = {
        var router = Router<String>()
        router.add(.get, "/", "home")
        router.add(.get, "/orders", "orders")
        router.add(.post, "/orders", "place")
        router.add(.get, "/orders/{id}", "order")
        router.add(.post, "/orders/{id}/transitions", "transition")
        router.add(.post, "/orders/search", "search")
        router.add(.get, "/orders/new", "new")
        router.add(.get, "/locations/{location}/menu", "menu")
        router.add(.delete, "/{anything}/{id}", "delete")
        return router
    }()

    /// What is found, with its parameters' values; the allowed methods; or nothing.
    private func match(_ method: HTTPMethod, _ path: String) -> String {
        switch Self.router.match(method, path: path) {
        case .found(let value, let parameters):
            ([value] + ["id", "location", "anything"].compactMap { parameters[$0] })
                .joined(separator: " ")
        case .methodNotAllowed(let methods): methods.map(\.rawValue).joined(separator: ",")
        case .notFound: "-"
        }
    }

    @Test(arguments: [
        ("/", "home"), ("/orders", "orders"), ("/orders/17", "order 17"),
        ("/orders/new", "new"), ("/locations/corner/menu", "menu corner"),
        ("/orders/search", "order search"),
    ])
    func `a path finds its value, a literal before a variable`(path: String, value: String) {
        #expect(match(.get, path) == value)
    }

    @Test func `a variable is tried when the literal hasn't the method`() {
        #expect(match(.delete, "/orders/new") == "delete new orders")
        #expect(match(.post, "/orders/17/transitions") == "transition 17")
    }

    @Test func `HEAD finds what GET finds`() {
        #expect(match(.head, "/orders/17") == "order 17")
    }

    @Test func `another method is told which there are`() {
        #expect(match(.put, "/orders") == "GET,HEAD,POST")
        #expect(match(.get, "/orders/17/transitions") == "POST")
        #expect(match(.patch, "/orders/new") == "GET,HEAD,DELETE")
    }

    @Test(arguments: [
        "/nothing", "/orders/17/", "//orders", "/orders//", "/orders/17/other", "", "orders", "*",
    ])
    func `another path isn't found`(path: String) {
        #expect(match(.get, path) == "-")
    }

    @Test(arguments: [
        ("/orders/caf%C3%A9", "order caf\u{e9}"), ("/orders/a%2Fb", "order a/b"),
        ("/orders/a+b", "order a+b"), ("/%6frders/17", "order 17"), ("/orders/%25", "order %"),
    ])
    func `segments are decoded, after the path was split`(path: String, value: String) {
        #expect(match(.get, path) == value)
    }

    @Test(arguments: [
        "%", "%1", "%zz", "%00", "a%0Ab", "%7F", "%FF", "%C3", "%C0%AF", "%ED%A0%80", ".", "..",
        "%2e%2e", "%2E",
    ])
    func `a malformed segment isn't found`(segment: String) {
        #expect(match(.get, "/orders/\(segment)") == "-")
    }
}

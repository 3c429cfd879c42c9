import CremaDomain
import CremaServices
import Foundation
import Testing

@testable import CremaPayments

/// What is sent to Stripe, and what is made of its answers.
struct StripeTests {
    // docs.stripe.com/currencies: zero-decimal and three-decimal currencies, special cases.
    @Test(
        arguments: [
            ("USD", 450, 450), ("EUR", 1, 1), ("JPY", 80, 80), ("KRW", 5000, 5000),
            ("KWD", 1250, 1250), ("KWD", 1255, nil), ("ISK", 500, 50_000), ("UGX", 1, 100),
            ("MGA", 500, 5), ("MGA", 505, nil), ("USD", 99_999_999, 99_999_999),
            ("USD", 100_000_000, nil), ("USD", 0, nil), ("ISK", .max, nil),
        ] as [(String, Int64, Int64?)])
    func `an amount is sent in Stripe's units, or not at all`(
        code: String, amount: Int64, expected: Int64?
    ) throws {
        let currency = try #require(Currency(code: code))
        #expect(StripeAmount.units(Money(amount), currency) == expected)
    }

    @Test(
        arguments: [
            ("USD", 49, false), ("USD", 50, true), ("GBP", 30, true), ("JPY", 49, false),
            ("JPY", 50, true), ("KWD", 10, true), ("KWD", 15, false), ("HUF", 17_499, false),
        ] as [(String, Int64, Bool)])
    func `what is too little to be charged isn't offered`(
        code: String, amount: Int64, isTaken: Bool
    ) throws {
        let settings = try #require(
            StripeSettings("secret=sk_test_1234;publishable=pk_test_1234;webhook=whsec_1234"))
        let currency = try #require(Currency(code: code))
        #expect(StripeProvider(settings).takes(Money(amount), currency) == isTaken)
    }

    // Made with Python's hmac, as docs.stripe.com/webhooks/signature describes it.
    private static let body = Array(#"{"id":"evt_1"}"#.utf8)
    private static let signature =
        "t=1700000000,v1=c89214b5b5da833daed6f0b8c5bb6bd5"
        + "8cea9022bd80ccc78230f3942d632925"

    @Test(
        arguments: [
            (signature, 0, true), (signature, 300, true), (signature, 301, false),
            (signature, -300, true), (signature, -301, false),
            (signature.replacing("v1=", with: "v0="), 0, false),
            (signature + ",v1=00", 0, true),
            (signature.replacing("t=1700000000", with: "t=1700000001"), 0, false),
            ("", 0, false), ("t=,v1=", 0, false), ("t=99999999999999999999,v1=00", 0, false),
        ] as [(String, Int64, Bool)])
    func `a call is believed where it is signed, and fresh`(
        header: String, seconds: Int64, holds: Bool
    ) {
        let now = Timestamp(milliseconds: (1_700_000_000 + seconds) * 1000)
        #expect(
            StripeSignature.holds(header, over: StripeTests.body, secret: "whsec_test", at: now)
                == holds)
        #expect(
            !StripeSignature.holds(header, over: StripeTests.body, secret: "whsec_else", at: now))
    }

    @Test(
        arguments: [
            (#""requires_payment_method""#, ProviderStatus.open(nil)),
            (#""requires_confirmation""#, .unconfirmed), (#""processing""#, .open(nil)),
            (#""requires_action""#, .open(.script(secret: "pi_1_secret_2"))),
            (#""requires_capture""#, .authorized), (#""succeeded""#, .captured),
            (#""canceled""#, .cancelled),
            (
                #""requires_payment_method","last_payment_error":{"code":"card_declined","#
                    + #""decline_code":"insufficient_funds","message":"No."}"#,
                .declined(.insufficientFunds)
            ),
            (
                #""requires_payment_method","last_payment_error":"#
                    + #"{"code":"payment_intent_authentication_failure","message":"No."}"#,
                .declined(.notAuthenticated)
            ),
            (
                #""requires_payment_method","last_payment_error":{"code":"card_declined"}"#,
                .declined(.declined)
            ),
        ] as [(String, ProviderStatus)])
    func `each status of an intent is one of ours`(
        status: String, expected: ProviderStatus
    ) throws {
        let text = """
            {"id":"pi_1","object":"payment_intent","amount":450,"client_secret":"pi_1_secret_2",\
            "status":\(status),"charges":{"data":[]},"metadata":{}}
            """
        let intent = try JSONDecoder().decode(StripeIntent.self, from: Data(text.utf8))
        #expect(intent.providerStatus == expected)
    }

    @Test func `a status that is new to us says nothing`() throws {
        let text = #"{"id":"pi_1","status":"requires_a_dance"}"#
        let intent = try JSONDecoder().decode(StripeIntent.self, from: Data(text.utf8))
        #expect(intent.providerStatus == nil)
    }

    @Test(
        arguments: [
            ("secret=sk_test_1234;publishable=pk_test_1234;webhook=whsec_1234", true),
            ("secret=sk_test_1234\npublishable=pk_test_1234\nwebhook=whsec_1234\n", true),
            ("secret=sk_test_1234;publishable=pk_test_1234", false),
            ("secret=sk_test_1234;publishable=pk_test_1234;webhook=whsec_1234;more=1", false),
            ("secret=sk test;publishable=pk_test_1234;webhook=whsec_1234", false), ("", false),
        ])
    func `the account's keys are three`(text: String, isWhole: Bool) {
        #expect((StripeSettings(text) != nil) == isWhole)
    }

    @Test func `a form's values can't be taken for others`() {
        #expect(HTTPCall.encoded("a&b=c d%é\r\n") == "a%26b%3Dc%20d%25%C3%A9%0D%0A")
    }
}

/// The company that charges nobody.
struct SandboxTests {
    private func payment(_ card: SandboxProvider.Card) throws -> Payment {
        Payment(
            id: ID("p-\(card)"), purpose: .topUp(ID("ada")), locationID: ID("corner"),
            amount: Money(450), currency: try #require(Currency(code: "USD")),
            method: card.method, createdAt: Timestamp(milliseconds: 0))
    }

    @Test func `it remembers over a restart, whatever was cut off`() async throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("sandbox-\(UInt64.random(in: .min ... .max))")
        defer { unlink(file.path) }
        let first = try SandboxProvider(file: file.path)
        let payment = try payment(.visa)
        let reference = try await first.create(payment)
        _ = try await first.confirm(reference, returnAddress: "/")
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(#"{"reference":"sb_half"#.utf8))
        try handle.close()

        let second = try SandboxProvider(file: file.path)
        #expect(try await second.status(of: reference) == .authorized)
        #expect(try await second.capture(payment, reference) == .captured)

        let third = try SandboxProvider(file: file.path)
        #expect(third.statement.map(\.state) == [.captured])
    }

    @Test func `it gives back no more than it took, and once`() async throws {
        let sandbox = try SandboxProvider(file: nil)
        let payment = try payment(.visa)
        let reference = try await sandbox.create(payment)
        _ = try await sandbox.confirm(reference, returnAddress: "/")
        _ = try await sandbox.capture(payment, reference)
        func refund(_ id: String, _ amount: Int64) -> PaymentRefund {
            PaymentRefund(
                id: ID(id), payment: payment.id, amount: Money(amount),
                createdAt: Timestamp(milliseconds: 0))
        }

        for attempt in 0..<3 {
            let status = try await sandbox.refund(
                refund("r1", 400), of: payment, reference, attempt: attempt)
            #expect(status == .done)
        }

        #expect(sandbox.statement.first?.refunds == ["r1": 400])
        await #expect(throws: ProviderFailure.self) {
            _ = try await sandbox.refund(
                refund("r2", 51), of: payment, reference, attempt: 0)
        }
    }
}

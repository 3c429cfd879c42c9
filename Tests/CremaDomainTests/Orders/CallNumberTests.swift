import CremaDomain
import Testing

struct CallNumberTests {
    @Test(
        arguments: [
            (1, "A001"), (42, "A042"), (999, "A999"), (1000, "B001"), (999 * 26, "Z999"),
            (999 * 26 + 1, "AA001"), (999 * 27, "AA999"), (999 * 27 + 1, "AB001"),
            (999 * (26 + 676), "ZZ999"), (999 * (26 + 676) + 1, "AAA001"),
        ] as [(Int64, String)])
    func `numbers count up, then letters, then more letters`(sequence: Int64, text: String) {
        #expect(CallNumber(sequence: sequence).description == text)
    }

    @Test func `no two of the first hundred thousand are the same`() {
        let texts = Set((1...100_000).map { CallNumber(sequence: Int64($0)).description })

        #expect(texts.count == 100_000)
    }

    @Test func `the last number of all is still one`() {
        let text = CallNumber(sequence: Int64.max).description

        #expect(text.hasSuffix("\((Int64.max - 1) % 999 + 1)"))
        #expect(text != CallNumber(sequence: Int64.max - 1).description)
    }

    // https://github.com/odoo/odoo/issues/182092
    @Test func `orders 370 and 170 of a session don't share a number`() {
        #expect(CallNumber(sequence: 370).description != CallNumber(sequence: 170).description)
        #expect(
            CallNumber(sequence: 107_370).description != CallNumber(sequence: 107_170).description)
    }
}

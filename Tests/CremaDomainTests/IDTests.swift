import CremaDomain
import Testing

struct IDTests {
    @Test(arguments: [
        "a", "flat-white", "018f3c2e-7b1a-7c3d-8e4f-0123456789ab", "A_1",
        String(repeating: "x", count: 64),
    ])
    func `letters, digits, hyphens and underscores make an id`(text: String) {
        #expect(ID<Order>(checking: text)?.rawValue == text)
    }

    @Test(arguments: [
        "", " ", "a b", "é", "a/b", "../x", "a\u{0}", "<script>", "🙂",
        String(repeating: "x", count: 65),
    ])
    func `anything else makes none`(text: String) {
        #expect(ID<Order>(checking: text) == nil)
    }

    @Test func `a time-ordered id has the form of RFC 9562, version 7`() {
        let text = TimeOrderedID.make(
            milliseconds: 0x0123_4567_89AB, random: (UInt64.max, UInt64.max))

        #expect(text == "01234567-89ab-7fff-bfff-ffffffffffff")
        #expect(
            TimeOrderedID.make(milliseconds: 0, random: (0, 0))
                == "00000000-0000-7000-8000-000000000000")
    }

    @Test(arguments: seeds(200))
    func `later ids sort behind earlier ones`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let time = random.int64(0...0xFFFF_FFFF_FFFE)
        let earlier = TimeOrderedID.make(
            milliseconds: time, random: (random.next(), random.next()))
        let later = TimeOrderedID.make(
            milliseconds: time + 1, random: (random.next(), random.next()))

        #expect(earlier < later)
        #expect(ID<Order>(checking: earlier) != nil)
    }
}

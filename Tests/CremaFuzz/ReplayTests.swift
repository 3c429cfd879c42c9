import Foundation
import Testing

/// The inputs that `bin/fuzz` has kept, and all that ever broke something, once more; and a short
/// run of what is like them, without libFuzzer. One after the other: the engine's loop is for one
/// thread.
@Suite(.serialized) struct ReplayTests {
    private static let corpus = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("tests/fuzz/corpus")

    private func kept(_ target: FuzzTarget) throws -> [(path: String, bytes: [UInt8])] {
        let folder = Self.corpus.appendingPathComponent(target.name)
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        // Sorted, so that a seed means the same inputs everywhere.
        return try files.map { ($0.path, Array(try Data(contentsOf: $0))) }
            .sorted { $0.path < $1.path }
    }

    @Test(arguments: FuzzTarget.all)
    func `whatever the fuzzing kept holds`(target: FuzzTarget) throws {
        let inputs = try kept(target)
        #expect(!inputs.isEmpty)

        for input in inputs {
            #expect(throws: Never.self, "\(input.path)") { try target.run(input.bytes) }
        }
    }

    @Test(arguments: FuzzTarget.all)
    func `what is like it holds too`(target: FuzzTarget) throws {
        let inputs = try kept(target).map(\.bytes)
        var random = SplitMix(state: 1)

        for _ in 0..<1_000 {
            let input = mutated(inputs, &random)
            let shown = Data(input).base64EncodedString()
            #expect(throws: Never.self, "\(target): \(shown)") { try target.run(input) }
        }
    }

    @Test func `every target has its folder and every folder a target`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)

        #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
    }

    @Test func `a claim that doesn't hold is told`() {
        #expect(throws: Finding.self) { try require(false, "one is two") }
    }

    /// One input changed in a few places, or two grown together.
    private func mutated(_ inputs: [[UInt8]], _ random: inout SplitMix) -> [UInt8] {
        var bytes = inputs.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let byte = UInt8.random(in: 0...255, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where place < bytes.count: bytes[place] ^= 1 << (byte & 7)
            case 1 where place < bytes.count: bytes.remove(at: place)
            case 2: bytes.insert(byte, at: place)
            default:
                let other = inputs.randomElement(using: &random) ?? []
                let start = Int.random(in: 0...other.count, using: &random)
                bytes.insert(contentsOf: other[start...].prefix(Int(byte & 63)), at: place)
            }
        }
        return bytes
    }
}

/// The same sequence for the same seed, so that what fails can be run again.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

import CremaHTTP
import Testing

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

@Suite struct FuzzTests {
    /// Bytes that mean something to a parser.
    private static let telling = Array("\r\n\0\t :;,0\u{7f}/?#%\"xA".utf8) + [0x80, 0xff]

    @Test(arguments: [1, 7, 65_536])
    func `whatever is sent, each answer is whole and the server lives`(
        readBytes: Int
    ) async throws {
        try await withServer {
            $0.readBytes = readBytes
            $0.maxConnectionsPerAddress = nil
        } _: { server in
            var random = SplitMix(state: UInt64(readBytes))
            for _ in 0..<500 {
                let client = try server.client()
                for _ in 0..<3 {
                    guard client.sendAtOnce(mutated(&random)) != nil else { break }
                }
                client.endSending()

                // Nothing but whole responses, then the end, by a reset if it must be.
                #expect(client.receiveAll() != .stillOpen)
                while client.received.starts(with: Array("HTTP/1.1 ".utf8)) {
                    let response = try client.response()
                    #expect((100...599).contains(response.status))
                }
                #expect(client.received.isEmpty)
            }

            let client = try server.client()
            try client.send("GET /plaintext HTTP/1.1\r\nHost: test\r\n\r\n")
            #expect(try client.response().status == 200)
            client.close()
            #expect(eventually { server.server.statistics.openConnections == 0 })
        }
    }

    private func mutated(_ random: inout SplitMix) -> [UInt8] {
        let samples =
            RequestTests.proper + RequestTests.lengths + RequestTests.encodings
            + RequestTests.chunks + RequestTests.fields + RequestTests.requestLines
        var bytes = samples.randomElement(using: &random)?.bytes ?? []
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.insert(Self.telling.randomElement(using: &random) ?? 0, at: index)
            case 2: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
            default: bytes.insert(contentsOf: bytes[..<index], at: index)
            }
        }
        return bytes
    }
}

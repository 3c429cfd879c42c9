import CremaDomain
package import CremaServices
import Foundation
import Synchronization

/// Where time, randomness, zones and secrets enter, and nowhere else.
package enum Bootstrap {
    /// The environment of a server on this machine.
    package static func environment(secrets: Secrets) -> CremaServices.Environment {
        let zones = ZoneCache(ZoneDirectory())
        let random = RandomPool()
        return CremaServices.Environment(
            now: { Timestamp(milliseconds: Bootstrap.nowMilliseconds()) },
            random: { random.next() },
            zone: { id in try zones.rules(of: id) }, secrets: secrets)
    }

    /// A variable of the process's environment; nil where it isn't set.
    package static func variable(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name]
    }

    /// Milliseconds since 1970.
    package static func nowMilliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// Random bits of the kernel, fetched many at a time. Each is given out once and then forgotten.
private final class RandomPool: Sendable {
    private static let size = 256

    private let words = Mutex<[UInt64]>([])

    func next() -> (UInt64, UInt64) {
        words.withLock { words in
            if words.count < 2 {
                let bytes = Hash.random(RandomPool.size * MemoryLayout<UInt64>.size)
                words = bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) }
            }
            return (words.removeLast(), words.removeLast())
        }
    }
}

/// Zones read so far.
private final class ZoneCache: Sendable {
    private let directory: ZoneDirectory
    private let known = Mutex<[ZoneID: ZoneRules]>([:])

    init(_ directory: ZoneDirectory) {
        self.directory = directory
    }

    func rules(of id: ZoneID) throws -> ZoneRules {
        if let rules = known.withLock({ $0[id] }) { return rules }
        let rules = try directory.rules(of: id)
        known.withLock { $0[id] = rules }
        return rules
    }
}

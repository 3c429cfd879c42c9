import CremaDomain
import CremaServer
import Foundation
import Testing

private let zoneNames = [
    "Europe/Berlin", "Europe/London", "Europe/Dublin", "Europe/Istanbul", "America/New_York",
    "America/Sao_Paulo", "America/St_Johns", "America/Argentina/Buenos_Aires", "America/Nuuk",
    "Africa/Casablanca", "Africa/Cairo", "Asia/Kathmandu", "Asia/Tehran", "Asia/Gaza",
    "Australia/Lord_Howe", "Antarctica/Troll", "Pacific/Apia", "Pacific/Chatham",
    "Asia/Calcutta",
]

@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")))
struct ZoneDirectoryTests {
    private let directory = ZoneDirectory()

    @Test(.enabled(if: ZoneDump.isInstalled), arguments: zoneNames)
    func `every move of two centuries is where the C library has it`(name: String) async throws {
        let rules = try directory.rules(named: name)

        let lines = try await ZoneDump.lines(name)

        #expect(!lines.isEmpty)
        for line in lines {
            #expect(rules.offset(at: line.at) == line.offset, "\(name) at \(line.at)")
        }
        let first = try #require(Timestamp(rfc3339: "1900-01-02T00:00:00Z"))
        let end = try #require(Timestamp(rfc3339: "2100-01-01T00:00:00Z"))
        for transition in rules.transitions where transition.at >= first && transition.at < end {
            #expect(lines.contains { $0.at == transition.at }, "\(name) at \(transition.at)")
        }
    }

    @Test(arguments: [
        ("Europe/Berlin", "2026-03-29", 23 * 60), ("Europe/Berlin", "2099-10-25", 25 * 60),
        ("America/New_York", "2061-03-13", 23 * 60), ("America/New_York", "2026-11-01", 25 * 60),
        ("Australia/Lord_Howe", "2060-10-03", 23 * 60 + 30),
        ("Africa/Casablanca", "2026-02-15", 25 * 60),
        ("America/Sao_Paulo", "2018-11-04", 23 * 60), ("America/Sao_Paulo", "2030-11-03", 24 * 60),
        ("Asia/Kathmandu", "2026-05-05", 24 * 60), ("Pacific/Apia", "2011-12-30", 0),
    ])
    func `days are as long as the system's rules make them`(
        name: String, date: String, minutes: Int
    ) throws {
        let date = try #require(LocalDate(iso: date))
        let clock = try ShopClock(zone: directory.rules(named: name), hours: .alwaysOpen)

        let day = clock.businessDay(date)

        #expect(day.upperBound - day.lowerBound == .seconds(minutes * 60))
    }

    @Test(arguments: [
        "UTC", "UTC+2", "Etc/GMT+5", "EST", "+02:00", "", "../../../etc/passwd",
        "Europe/../../passwd",
        "/usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin\n", "posix/Europe/Berlin", "US/Eastern",
    ])
    func `what isn't a place isn't looked for`(name: String) {
        #expect(throws: ZoneLoadError.notAPlace(name)) {
            try directory.rules(named: name)
        }
    }

    @Test(arguments: ["Europe/Atlantis", "America/Argentina", "Asia/Berlin"])
    func `a place without a file is unknown`(name: String) {
        #expect(throws: ZoneLoadError.unknownZone(name)) {
            try directory.rules(named: name)
        }
    }

    @Test func `a missing database is no crash`() {
        #expect(throws: ZoneLoadError.unknownZone("Europe/Berlin")) {
            try ZoneDirectory(path: "/nowhere").rules(named: "Europe/Berlin")
        }
    }

    @Test func `a file that is no zone is refused by name`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "zones-\(ProcessInfo.processInfo.globallyUniqueString)")
        defer {
            do {
                try FileManager.default.removeItem(at: folder)
            } catch {
                Issue.record(error)
            }
        }
        let area = folder.appending(path: "Europe")
        try FileManager.default.createDirectory(at: area, withIntermediateDirectories: true)
        try Data("root:x:0:0".utf8).write(to: area.appending(path: "Berlin"))

        #expect(throws: ZoneLoadError.malformed("Europe/Berlin", .notTZif)) {
            try ZoneDirectory(path: folder.path()).rules(named: "Europe/Berlin")
        }
    }

    @Test(arguments: ["Asia/Kathmandu", "Pacific/Honolulu"])
    func `a real file cut short anywhere is refused`(name: String) throws {
        let bytes = try Array(Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)")))
        let id = try #require(ZoneID(name))

        for length in 0..<bytes.count {
            #expect(throws: TZifError.self) {
                try TZif.rules(of: id, bytes: Array(bytes[..<length]))
            }
        }
    }

    @Test(arguments: ["Asia/Kathmandu", "Pacific/Honolulu"])
    func `a real file with any byte changed is read or refused, never a crash`(
        name: String
    ) throws {
        let bytes = try Array(Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)")))
        let id = try #require(ZoneID(name))
        var refused = 0

        for index in bytes.indices {
            for flip in [0x01, 0x80, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] ^= flip
                do throws(TZifError) {
                    let rules = try TZif.rules(of: id, bytes: changed)
                    #expect(rules.id == id)
                } catch {
                    refused += 1
                }
            }
        }

        #expect(refused > 0)
    }
}

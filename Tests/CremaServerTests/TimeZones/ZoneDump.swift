import CremaDomain
@testable import CremaServer
import Foundation

/// What the C library's `zdump` says about a zone, to compare with.
enum ZoneDump {
    struct Line {
        let at: Timestamp
        let offset: ZoneOffset
    }

    struct Unreadable: Error {
        let line: String
    }

    static let path = "/usr/bin/zdump"

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// The second before and the second of each move, in the years 1900 to 2099.
    static func lines(_ zone: String) async throws -> [Line] {
        try await ChildProcess.run([path, "-v", "-c", "1900,2100", zone])
            .split(separator: "\n")
            // The ends of time.
            .filter { !$0.hasSuffix("NULL") }
            .map { try line(String($0)) }
    }

    /// Reads "Europe/Berlin  Sun Mar 26 00:59:59 2023 UT = Sun … CET isdst=0 gmtoff=3600".
    private static func line(_ text: String) throws -> Line {
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 16, let month = months.firstIndex(of: words[2]),
            let day = Int(words[3]), let seconds = Int(words[15].dropFirst("gmtoff=".count))
        else { throw Unreadable(line: text) }
        let pad = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let at = "\(words[5])-\(pad(month + 1))-\(pad(day))T\(words[4])Z"
        guard let instant = Timestamp(rfc3339: at) else { throw Unreadable(line: text) }
        let offset = ZoneOffset(
            seconds: seconds, isDaylight: words[14] == "isdst=1", abbreviation: words[13])
        return Line(at: instant, offset: offset)
    }
}

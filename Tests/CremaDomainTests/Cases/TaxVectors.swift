import CremaDomain
import Foundation
import Testing

/// One vector of the file; each kind has other fields.
struct TaxVector: Decodable {
    let id: String
    let input: Input
    let expect: Expectation

    struct Input: Decodable {
        let lines: [Line]?
        let pricesIncludeTax: Bool?
        let orderDiscount: String?
        let percentItem: Int64?
        let percentOrder: Int64?
        let price: String?
        let rate: String?
        let rates: [TaxRate]?
        let included: Bool?
        let step: String?
        let weights: [Figure]?
        let total: Figure?
    }

    struct Line: Decodable {
        let unit: String?
        let unitMinor: Int64?
        let qty: Int
        let rate: Figure?
    }

    /// "8.5", or a rate with its own facts.
    struct TaxRate: Decodable {
        let rate: String
        let compound: Bool?

        init(rate: String, compound: Bool?) {
            self.rate = rate
            self.compound = compound
        }

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                // The short form is one of two; where it isn't this one, the other must fit.
                self.init(rate: text, compound: nil)
                return
            }
            let fields = try decoder.container(keyedBy: Key.self)
            self.init(
                rate: try fields.decode(String.self, forKey: .rate),
                compound: try fields.decodeIfPresent(Bool.self, forKey: .compound))
        }

        private enum Key: String, CodingKey {
            case rate
            case compound
        }
    }

    struct Expectation: Decodable {
        let total: Figure?
        let tax: String?
        let includedTax: String?
        let taxes: [String]?
        let net: Figure?
        let gross: Figure?
        let parts: [Figure]?
    }

    /// Text in major units, or a number in minor units.
    enum Figure: Decodable {
        case text(String)
        case number(Int64)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {  // or else a number
                self = .text(text)
            } else {
                self = .number(try value.decode(Int64.self))
            }
        }

        var text: String {
            switch self {
            case .text(let text): text
            case .number(let number): String(number)
            }
        }

        var minorUnits: Int64 {
            get throws {
                switch self {
                case .text(let text):
                    try #require(Currency.of("EUR").money(decimalText: text)).minorUnits
                case .number(let number): number
                }
            }
        }
    }
}

/// The vectors, where the folder of test data lies beside the package.
enum TaxVectors {
    private static let file = packageRoot.deletingLastPathComponent()
        .appending(path: "shared/data/tax/vectors.json")

    static var arePresent: Bool { FileManager.default.fileExists(atPath: file.path) }

    static func read() throws -> [TaxVector] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode([TaxVector].self, from: try Data(contentsOf: file))
    }
}

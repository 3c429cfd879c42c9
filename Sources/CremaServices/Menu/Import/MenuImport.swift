package import CremaAPI
package import CremaDomain

/// A kind of file that a menu can be read from.
package enum MenuImportFormat: String, CaseIterable, Hashable, Sendable {
    /// Crema's own JSON (`MenuDocument`).
    case crema
    /// A Square catalog as JSON.
    case squareCatalog = "square-catalog"
    /// A Square item library export as CSV.
    case squareItems = "square-items"
}

/// How a file is taken over.
package struct MenuImportOptions: Hashable, Sendable {
    /// Items that aren't in the file are retired; else they stay.
    package var replacesMenu = false
    /// What stands between a table's fields; nil to find out.
    package var delimiter: UInt8?
    /// Of items whose taxes the file doesn't tell.
    package var taxCategory = ID<TaxCategory>("prepared")

    /// The usual.
    package init() {}
}

/// Why a file can't be taken over at all.
package enum MenuImportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// More bytes than a menu has.
    case tooLarge(maximum: Int)
    /// Nobody can say what it is.
    case unknownFormat
    /// Not UTF-8, nor UTF-16 with a mark.
    case notUTF8
    /// It stops being JSON.
    case malformedJSON(line: Int, reason: String)
    /// It stops being a table.
    case malformedTable(row: Int, reason: String)
    /// A column that can't be done without.
    case missingColumn(String)
    /// Something is wrong in a file of Crema's own.
    case document(MenuDocumentProblem)
    /// Its prices are in another money than the shop's.
    case otherCurrency(found: String, expected: String)
    /// Not one item of so many could be taken over.
    case nothingImported(rows: Int, firstReason: String?)
    /// The menu would be unsound together with what is there already.
    case unsound(CatalogProblem)

    /// A sentence for the one who imports.
    package var description: String { printable(sentence) }

    private var sentence: String {
        switch self {
        case .tooLarge(let maximum): "The file is larger than \(maximum / 1_048_576) MB."
        case .unknownFormat:
            "This is neither a Square catalog (JSON), a Square item library (CSV) nor a menu of "
                + "Crema's own (JSON)."
        case .notUTF8: "The file isn't UTF-8: save it as \u{201C}CSV UTF-8\u{201D}."
        case .malformedJSON(let line, let reason): "Line \(line) isn't JSON: \(reason)."
        case .malformedTable(let row, let reason): "Row \(row) can't be read: \(reason)."
        case .missingColumn(let name): "The column \u{201C}\(name)\u{201D} is missing."
        case .document(let problem): problem.description
        case .otherCurrency(let found, let expected):
            "Its prices are in \(found), the shop's are in \(expected)."
        case .nothingImported(let rows, let reason):
            "0 of \(rows) rows could be imported." + (reason.map { " The first: \($0)." } ?? "")
        case .unsound(let problem): "\(problem.path): \(problem.reason)"
        }
    }
}

/// Reads menus of other programs and of Crema's own.
package enum MenuImport {
    /// The largest file that is read.
    package static let maximumBytes = 16_777_216

    /// What an import would do; nothing is done.
    ///
    /// Ids in the file are kept, so that the same file maps onto the same things each time. What
    /// is on the menu already keeps what the file can't know (translations, allergens, pictures,
    /// work, …).
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - format: nil to find out from the content.
    ///   - current: the menu as it is.
    ///   - currency: the shop's.
    package static func plan(
        _ bytes: [UInt8], format: MenuImportFormat?, current: Catalog, currency: Currency,
        options: MenuImportOptions = MenuImportOptions()
    ) throws(MenuImportError) -> ImportPlan {
        guard bytes.count <= maximumBytes else { throw .tooLarge(maximum: maximumBytes) }
        let text = try utf8(bytes)
        let chosen: MenuImportFormat
        if let format { chosen = format } else { chosen = try self.format(of: text) }
        let menu: ImportedMenu
        switch chosen {
        case .crema:
            menu = try importedMenu(ofCrema: text, currency: currency)
        case .squareCatalog:
            menu = try SquareCatalog(try tree(text), currency: currency).menu(options: options)
        case .squareItems:
            let table = try self.table(text, options: options)
            menu = try SquareItems(table, currency: currency).menu(
                current: current, options: options)
        }
        return try CatalogMerge(current: current, menu: menu).plan(
            replacesMenu: options.replacesMenu)
    }

    /// The kind of a file, by its content.
    package static func format(of bytes: [UInt8]) throws(MenuImportError) -> MenuImportFormat {
        let first = bytes.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            let table = try self.table(bytes, options: MenuImportOptions())
            guard SquareItems.hasColumns(table) else { throw .unknownFormat }
            return .squareItems
        }
        let tree = try tree(bytes)
        if SquareCatalog.isCatalog(tree) { return .squareCatalog }
        guard tree["currency"] != nil, tree["items"] != nil || tree["categories"] != nil else {
            throw .unknownFormat
        }
        return .crema
    }

    /// The text without its byte-order mark; UTF-16, as spreadsheets write it, is converted.
    private static func utf8(_ bytes: [UInt8]) throws(MenuImportError) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
        guard bytes.count.isMultiple(of: 2) else { throw .notUTF8 }
        let units = stride(from: 2, to: bytes.count, by: 2).map { index in
            let pair = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittle ? pair.1 << 8 | pair.0 : pair.0 << 8 | pair.1
        }
        guard let text = String(validating: units, as: UTF16.self) else { throw .notUTF8 }
        return Array(text.utf8)
    }

    private static func tree(_ bytes: [UInt8]) throws(MenuImportError) -> JSONTree {
        do {
            return try JSONTree(bytes)
        } catch {
            throw .malformedJSON(line: error.line, reason: error.reason)
        }
    }

    private static func table(
        _ bytes: [UInt8], options: MenuImportOptions
    ) throws(MenuImportError) -> DelimitedText {
        do {
            return try DelimitedText(bytes, delimiter: options.delimiter)
        } catch {
            throw .malformedTable(row: error.row, reason: error.reason)
        }
    }

    private static func importedMenu(
        ofCrema bytes: [UInt8], currency: Currency
    ) throws(MenuImportError) -> ImportedMenu {
        let document: MenuDocument
        let catalog: Catalog
        do {
            document = try MenuDocument(json: bytes)
            catalog = try document.catalog()
        } catch {
            throw .document(error)
        }
        guard document.currency == currency else {
            throw .otherCurrency(found: document.currency.code, expected: currency.code)
        }
        return ImportedMenu(whole: catalog)
    }
}

import CremaAPI
import CremaDomain

@testable import CremaServices

/// Limits hold, and a table written with quotes around every field is the same table.
func readTable(_ bytes: [UInt8]) throws {
    var input = Input(bytes)
    let choice = Int(input.byte()) % (DelimitedText.delimiters.count + 1)
    let delimiter = choice == 0 ? nil : DelimitedText.delimiters[choice - 1]
    let table: DelimitedText
    do {
        table = try DelimitedText(Array(input.rest), delimiter: delimiter)
    } catch let problem {
        try require(problem.row >= 1 && !problem.reason.isEmpty, "a problem without a place")
        return
    }
    try require(table.rows.count <= DelimitedText.mostRows, "\(table.rows.count) rows")
    var written: [UInt8] = []
    for row in table.rows {
        try require(row.fields.count <= DelimitedText.mostFields, "\(row.fields.count) fields")
        try require(row.fields.contains { !$0.isEmpty }, "row \(row.number) is empty")
        for (index, field) in row.fields.enumerated() {
            if index > 0 { written.append(table.delimiter) }
            written.append(UInt8(ascii: "\""))
            for byte in field.utf8 {
                written += byte == UInt8(ascii: "\"") ? [byte, byte] : [byte]
            }
            written.append(UInt8(ascii: "\""))
        }
        written += "\r\n".utf8
    }
    let again = try DelimitedText(written, delimiter: table.delimiter)
    try require(
        again.rows.map(\.fields).elementsEqual(table.rows.map(\.fields)) { left, right in
            left.elementsEqual(right) { $0.utf8.elementsEqual($1.utf8) }
        }, "the table becomes another")
}

func importSquareItems(_ bytes: [UInt8]) throws {
    try checkImport(bytes, as: .squareItems)
}

func importSquareCatalog(_ bytes: [UInt8]) throws {
    try checkImport(bytes, as: .squareCatalog)
}

/// The menu that comes of it is sound, stays the same when the file is imported again, and is the
/// same after a way through Crema's own file.
private func checkImport(_ bytes: [UInt8], as format: MenuImportFormat) throws {
    guard let dollars = Currency(code: "USD") else { return }
    let plan: ImportPlan
    do {
        plan = try MenuImport.plan(
            bytes, format: format, current: Catalog(), currency: dollars)
    } catch let error {
        try require(!error.description.isEmpty, "an error without a sentence")
        let isUnsound = if case .unsound = error { true } else { false }
        try require(!isUnsound, "alone it is unsound: \(error)")
        return
    }
    try require(plan.catalog.problems().isEmpty, "\(plan.catalog.problems())")
    let again: ImportPlan
    do {
        again = try MenuImport.plan(
            bytes, format: format, current: plan.catalog, currency: dollars)
    } catch let error {
        throw Finding(description: "a second import fails: \(error)")
    }
    try require(again.catalog == plan.catalog, "a second import changes the menu")
    try checkFile(of: plan.catalog, dollars)
}

private func checkFile(of catalog: Catalog, _ currency: Currency) throws {
    let file = MenuDocument(catalog, currency: currency).json()
    let plan: ImportPlan
    do {
        plan = try MenuImport.plan(
            file, format: .crema, current: Catalog(), currency: currency)
    } catch let error {
        throw Finding(description: "its own file isn't taken: \(error)")
    }
    try require(plan.catalog == catalog, "another menu in its own file")
}

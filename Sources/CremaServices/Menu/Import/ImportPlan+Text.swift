import CremaDomain

extension ImportPlan {
    /// The plan for people: one line a row, then what holds for all of it, then the totals.
    package func lines() -> [String] {
        let width = min(34, rows.map { Self.place(of: $0).count }.max() ?? 0)
        var lines: [String] = rows.flatMap { row in
            let head =
                Self.padded(Self.word(for: row.fate), 9) + "  "
                + Self.padded(Self.place(of: row), width) + "  " + row.name
            return [head + Self.reason(for: row.fate)]
        }
        lines.append(contentsOf: notes.map { "note: " + $0 })
        lines.append(totals)
        return lines.map(printable)
    }

    /// One line of sums.
    package var totals: String {
        let imported = count { $0 == .imported }
        let unchanged = count { $0 == .unchanged }
        let changed = count { if case .changed = $0 { true } else { false } }
        let skipped = count { if case .skipped = $0 { true } else { false } }
        let offered = catalog.items.count { !$0.isRetired }
        return "\(rows.count) in the file: \(imported) imported, \(unchanged) unchanged, "
            + "\(changed) changed, \(skipped) skipped. The menu then has \(offered) items in "
            + "\(catalog.categories.count) categories and \(catalog.groups.count) groups; "
            + "\(keptItems) kept that aren't in the file, \(retiredItems) retired."
    }

    private static func place(of row: ImportedRow) -> String {
        switch row.place {
        case .row(let number): "row \(number)"
        case .object(let id): "\(row.kind.rawValue) \(id)"
        }
    }

    private static func word(for fate: ImportedRow.Fate) -> String {
        switch fate {
        case .imported: "imported"
        case .unchanged: "unchanged"
        case .changed: "changed"
        case .skipped: "skipped"
        }
    }

    private static func reason(for fate: ImportedRow.Fate) -> String {
        switch fate {
        case .imported, .unchanged: ""
        case .changed(let changes): ": " + changes.joined(separator: "; ")
        case .skipped(let reason): ": " + reason
        }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

/// A text from a file as it may go to a terminal: without what steers one, and not without end.
func printable(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    plain.append(contentsOf: text.unicodeScalars.lazy.filter { !isControl($0) }.prefix(600))
    return String(plain)
}

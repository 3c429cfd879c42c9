/// A text as search compares it: without case, accents, marks and the spellings of one letter.
///
/// "Café CRÈME" and "cafe creme" are one, so are "لاتيه" with and without its vowel signs, full
/// and half width, katakana and hiragana. What it doesn't know stays as it is. Ids in menus' files
/// are made of its result, so that a mapping, once here, doesn't change.
package func foldedForSearch(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        if scalar.isASCII {
            let isUpper = (0x41...0x5A).contains(scalar.value)
            folded.append(isUpper ? lowered(scalar) : scalar)
        } else if !isMark(scalar) {
            folded.append(contentsOf: bare(scalar))
        }
    }
    return String(folded)
}

private func lowered(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(scalar.value + 32) ?? scalar
}

/// Marks that stand on or under a letter, and signs that only steer its shape.
private func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Combining accents; Hebrew points.
    case 0x0300...0x036F, 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7: true
    // Arabic vowel signs, the long alef's sign and the stretching line.
    case 0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670, 0x06D6...0x06ED: true
    // Soft hyphen, joiners and direction marks, variation selectors.
    case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFE00...0xFE0F: true
    default: false
    }
}

private func bare(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    let value = scalar.value
    switch value {
    case 0x00C0...0x017F, 0x0218...0x021B, 0x1E00...0x1EFF:
        return latin(scalar)
    case 0x0370...0x03FF, 0x0400...0x045F, 0x0490...0x0491:
        return [greekOrCyrillic(scalar)]
    case 0x0621...0x06F9:
        return [arabic(scalar)]
    // Katakana as hiragana; full-width letters as plain ones.
    case 0x30A1...0x30F6:
        return [Unicode.Scalar(value - 0x60) ?? scalar]
    case 0xFF01...0xFF5E:
        let plain = Unicode.Scalar(value - 0xFEE0) ?? scalar
        return [(0x41...0x5A).contains(plain.value) ? lowered(plain) : plain]
    // Curly quotes and primes.
    case 0x2018...0x201B, 0x2032:
        return ["'"]
    case 0x00A0, 0x2000...0x200A, 0x202F, 0x3000:
        return [" "]
    default:
        return Array(scalar.properties.lowercaseMapping.unicodeScalars)
    }
}

/// Latin letters by their plain ones, in the order of Unicode from U+00C0, a dot for none.
private let latinTable: [UInt8] = Array(
    // U+00C0…U+00FF: æ, ð, þ and ß are written out below.
    ("aaaaaa.ceeeeiiii.nooooo.ouuuuy..aaaaaa.ceeeeiiii.nooooo.ouuuuy.y"
        // U+0100…U+017F: ĳ, ŉ, ŋ and œ are written out below.
        + "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkkklllllllllln"
        + "nnnnn...oooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs").utf8)

private func latin(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    switch scalar.value {
    case 0xC6, 0xE6: return ["a", "e"]
    case 0xD0, 0xF0: return ["d"]
    case 0xD7: return ["x"]
    case 0xDE, 0xFE: return ["t", "h"]
    case 0xDF, 0x1E9E: return ["s", "s"]
    case 0xF7: return [scalar]
    case 0x132, 0x133: return ["i", "j"]
    case 0x149, 0x14A, 0x14B: return ["n"]
    case 0x152, 0x153: return ["o", "e"]
    case 0x218, 0x219: return ["s"]
    case 0x21A, 0x21B: return ["t"]
    case 0x1E00...0x1EFF: return [latinAdditional(scalar)]
    default:
        let plain = latinTable[Int(scalar.value - 0xC0)]
        return [plain == 0x2E ? scalar : Unicode.Scalar(plain)]
    }
}

/// U+1E00…U+1EFF: runs of letters with one plain letter each (Vietnamese among them).
private let additionalRuns: [(through: UInt32, plain: Unicode.Scalar)] = [
    (0x1E01, "a"), (0x1E07, "b"), (0x1E09, "c"), (0x1E13, "d"), (0x1E1D, "e"), (0x1E1F, "f"),
    (0x1E21, "g"), (0x1E2B, "h"), (0x1E2F, "i"), (0x1E35, "k"), (0x1E3D, "l"), (0x1E43, "m"),
    (0x1E4B, "n"), (0x1E53, "o"), (0x1E57, "p"), (0x1E5F, "r"), (0x1E69, "s"), (0x1E71, "t"),
    (0x1E7B, "u"), (0x1E7F, "v"), (0x1E89, "w"), (0x1E8D, "x"), (0x1E8F, "y"), (0x1E95, "z"),
    (0x1E96, "h"), (0x1E97, "t"), (0x1E98, "w"), (0x1E99, "y"), (0x1E9A, "a"), (0x1E9D, "s"),
    (0x1E9F, "d"), (0x1EB7, "a"), (0x1EC7, "e"), (0x1ECB, "i"), (0x1EE3, "o"), (0x1EF1, "u"),
    (0x1EF9, "y"), (0x1EFB, "l"), (0x1EFD, "v"), (0x1EFF, "y"),
]

private func latinAdditional(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    for run in additionalRuns where scalar.value <= run.through { return run.plain }
    return scalar
}

private func greekOrCyrillic(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "ά", "Ά": return "α"
    case "έ", "Έ": return "ε"
    case "ή", "Ή": return "η"
    case "ί", "Ί", "ϊ", "Ϊ", "ΐ": return "ι"
    case "ό", "Ό": return "ο"
    case "ύ", "Ύ", "ϋ", "Ϋ", "ΰ": return "υ"
    case "ώ", "Ώ": return "ω"
    case "ς": return "σ"
    case "ё", "Ё": return "е"
    case "ѐ", "Ѐ": return "е"
    case "ѝ", "Ѝ": return "и"
    default: break
    }
    switch scalar.value {
    case 0x0391...0x03A9, 0x0410...0x042F: return lowered(scalar)
    case 0x0400...0x040F: return Unicode.Scalar(scalar.value + 80) ?? scalar
    case 0x0490: return "ґ"
    default: return scalar
    }
}

/// Spellings of one Arabic letter, and its digits.
private func arabic(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x0622, 0x0623, 0x0625, 0x0671: "\u{0627}"
    case 0x0624: "\u{0648}"
    case 0x0626, 0x0649, 0x06CC: "\u{064A}"
    case 0x0629, 0x06C1, 0x06BE: "\u{0647}"
    case 0x06A9: "\u{0643}"
    case 0x0660...0x0669: Unicode.Scalar(scalar.value - 0x0660 + 0x30) ?? scalar
    case 0x06F0...0x06F9: Unicode.Scalar(scalar.value - 0x06F0 + 0x30) ?? scalar
    default: scalar
    }
}

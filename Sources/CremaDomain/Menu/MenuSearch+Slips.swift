/// Counts slips between one typed word and many others: a letter too many, one too few, a wrong
/// one, or two neighbours swapped (Damerau and Levenshtein, optimal string alignment).
///
/// Its rows are kept between words, so that a search allocates them once.
struct SlipDistance {
    private let word: [UInt32]
    private var before: [Int]
    private var last: [Int]
    private var current: [Int]

    init(_ word: [UInt32]) {
        self.word = word
        before = Array(repeating: 0, count: word.count + 1)
        last = before
        current = before
    }

    /// Whether the word, or what was typed of it so far, is at most `slips` away from `other`.
    ///
    /// What is typed may be the beginning of `other`: then it counts against the best beginning.
    /// Its first letter must be right, or the second one in its place: nobody means "latte" by
    /// "matte", and most words are passed over by one comparison.
    mutating func isWithin(_ slips: Int, of other: [UInt32]) -> Bool {
        guard other.count + slips >= word.count, word.count > 1, other.count > 1 else {
            return false
        }
        guard other[0] == word[0] || (other[0] == word[1] && other[1] == word[0]) else {
            return false
        }
        for index in last.indices { last[index] = index }
        if last[word.count] <= slips { return true }
        // Rows run over the letters of the other word; beyond this many, it can only get worse.
        for row in 1...min(other.count, word.count + slips) {
            current[0] = row
            var best = row
            for column in 1...word.count {
                let isSame = other[row - 1] == word[column - 1]
                var cost = min(
                    last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, other[row - 1] == word[column - 2],
                    other[row - 2] == word[column - 1]
                {
                    cost = min(cost, before[column - 2] + 1)
                }
                current[column] = cost
                best = min(best, cost)
            }
            if current[word.count] <= slips { return true }
            // A swap reaches back two rows, so one bad row isn't the end.
            if best > slips + 1 { return false }
            (before, last, current) = (last, current, before)
        }
        return false
    }
}

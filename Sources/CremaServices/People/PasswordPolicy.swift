/// Why a password isn't taken.
package enum PasswordProblem: Error, Sendable, Hashable {
    /// Fewer characters than `PasswordPolicy.length`.
    case tooShort
    /// More of them.
    case tooLong
    /// Among those that are guessed first.
    case tooCommon
    /// It holds the address of the account.
    case containsAddress
}

/// What a password must be: long, and none of those that are guessed first. No rules on its
/// letters, digits and signs, and no end of its days (NIST SP 800-63B, section 5.1.1.2).
package enum PasswordPolicy {
    /// In characters.
    package static let length = 10...200

    /// - Parameter email: the account's address; its part before the "@" mustn't be in the
    /// password.
    package static func check(_ password: String, email: String) throws(PasswordProblem) {
        // One character can hide any number of accents.
        guard password.utf8.count <= 1024, password.count <= length.upperBound else {
            throw .tooLong
        }
        guard password.count >= length.lowerBound else { throw .tooShort }
        let folded = password.lowercased()
        guard !isCommon(folded) else { throw .tooCommon }
        let name = email.lowercased().prefix { $0 != "@" }
        guard name.count < 5 || !folded.contains(name) else { throw .containsAddress }
    }

    /// Four different characters at most, a row of the keyboard or of digits, or a word of the
    /// list, also with digits and signs around it, twice over, or with digits in place of letters.
    private static func isCommon(_ folded: String) -> Bool {
        let characters = Array(folded.unicodeScalars)
        if Set(characters).count < 5 { return true }
        if rows.contains(where: { $0.contains(folded) || reversed($0).contains(folded) }) {
            return true
        }
        let letters = characters.firstIndex { $0.properties.isAlphabetic }
        let last = characters.lastIndex { $0.properties.isAlphabetic }
        guard let letters, let last else { return false }
        let word = text(characters[letters...last].map(letter))
        if words.contains(word) { return true }
        return words.contains { common in
            word.count > common.count && word.count.isMultiple(of: common.count)
                && String(repeating: common, count: word.count / common.count) == word
        }
    }

    private static func reversed(_ text: String) -> String { String(text.reversed()) }

    private static func text(_ scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// The letter that a digit or a sign is often written for.
    private static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "0": "o"
        case "1", "!": "i"
        case "3": "e"
        case "4", "@": "a"
        case "5", "$": "s"
        case "7": "t"
        default: scalar
        }
    }

    /// What lies side by side.
    private static let rows = [
        "12345678901234567890", "01234567890123456789", "qwertyuiop[]asdfghjkl;'zxcvbnm,./",
        "qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm",
        "azertyuiopqsdfghjklmwxcvbn", "1q2w3e4r5t6y7u8i9o0p", "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
        "qazwsxedcrfvtgbyhnujmik", "abcdefghijklmnopqrstuvwxyz", "asdfghjkl;'zxcvbnm,./",
        "q1w2e3r4t5y6u7i8o9p0", "zaq12wsxcde34rfv", "qweasdzxcrtyfghvbn", "147258369147258369",
    ]

    /// What lists of leaked passwords hold most often, in letters only, and what would be tried
    /// first at a coffee shop.
    private static let words: Set<String> = [
        "password", "passwort", "passw", "pass", "passwords", "motdepasse", "contrasena", "senha",
        "qwerty", "qwertyuiop", "qwertz", "azerty", "iloveyou", "iloveu", "letmein", "welcome",
        "welcomehome", "admin", "administrator", "root", "login", "guest", "changeme", "changeit",
        "secret", "topsecret", "master", "superman", "batman", "spiderman", "starwars", "pokemon",
        "football", "baseball", "basketball", "soccer", "hockey", "liverpool", "arsenal",
        "chelsea", "barcelona", "realmadrid", "juventus", "princess", "sunshine", "butterfly",
        "chocolate", "flower", "rainbow", "dragon", "monkey", "tigger", "shadow", "ninja",
        "mustang", "ferrari", "porsche", "mercedes", "harley", "computer", "internet", "samsung",
        "google", "facebook", "instagram", "youtube", "whatsapp", "minecraft", "fortnite",
        "michael", "jennifer", "jessica", "ashley", "daniel", "thomas", "charlie", "andrew",
        "matthew", "jordan", "michelle", "nicole", "alexander", "christian", "anthony", "robert",
        "freedom", "whatever", "trustnoi", "summer", "winter", "spring", "autumn", "january",
        "february", "monday", "sunday", "test", "testing", "tester", "testtest", "demo", "hello",
        "helloworld", "abc", "abcdef", "abcdefg", "abcdefgh", "aaa", "asdf", "asdfgh",
        "asdfghjkl", "zxcvbn", "zxcvbnm", "qazwsx", "access", "killer", "hunter", "ranger",
        "buster", "george", "maggie", "ginger", "cookie", "pepper", "lovely", "lovers", "mylove",
        "family", "blessed", "jesus", "jesuschrist", "america", "england", "deutschland",
        "coffee", "coffeeshop", "ilovecoffee", "espresso", "cappuccino", "flatwhite", "latte",
        "barista", "crema", "caffeine", "starbucks", "iloveyoubaby", "letmeinplease",
        "nopassword", "mypassword", "thisismypassword", "passwordpassword", "default", "temp",
        "temporary", "newpassword", "password1password", "correcthorsebatterystaple",
    ]
}

import CremaServices
import Testing

/// What a password must be.
struct PasswordPolicyTests {
    private func problem(_ password: String, email: String = "ada@example.org") -> PasswordProblem?
    {
        do throws(PasswordProblem) {
            try PasswordPolicy.check(password, email: email)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "four grey cups of rain", "correct horse battery", "demo-demo-demo", "Tr0ub4dor&3x",
        "xkcd936936!", "пароль и кофе", "كلمة مرور طويلة", "☕️🥐☕️🍪🫖🧁🍩🥛🍯🧇", "the-manager-at-8",
        "z9!qmw#Lp2", String(repeating: "long and dull ", count: 14),
    ]) func `what is long and unforeseen is taken`(password: String) {
        #expect(problem(password) == nil)
    }

    @Test(arguments: [
        ("", PasswordProblem.tooShort), ("short", .tooShort), ("123456789", .tooShort),
        (String(repeating: "ab!cd?ef", count: 26), .tooLong),
        ("e" + String(repeating: "\u{301}", count: 2000), .tooLong),
        ("1234567890", .tooCommon), ("0987654321", .tooCommon), ("aaaaaaaaaa", .tooCommon),
        ("abababababab", .tooCommon), ("qwertyuiop", .tooCommon), ("QWERTYUIOP", .tooCommon),
        ("poiuytrewq", .tooCommon), ("password12", .tooCommon), ("Password123!", .tooCommon),
        ("P@ssw0rd2026", .tooCommon), ("passwordpassword", .tooCommon),
        ("!!coffee2026!!", .tooCommon),
        ("1q2w3e4r5t", .tooCommon), ("iloveyou2026", .tooCommon), ("12345football", .tooCommon),
        ("ada.lovelace-1815", .containsAddress), ("my ADA.LOVELACE", .containsAddress),
    ]) func `what is guessed first is refused`(password: String, expected: PasswordProblem) {
        #expect(problem(password, email: "Ada.Lovelace@example.org") == expected)
    }

    @Test func `a short name in an address may stand in a password`() {
        #expect(problem("adaptable rivers", email: "ada@example.org") == nil)
    }
}

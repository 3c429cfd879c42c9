import CremaServices
import Foundation

/// Passwords from the environment or the terminal, never from the command line, where others can
/// read them.
enum Passwords {
    static func ask(_ prompt: String) throws -> String {
        let password: String
        if let given = Bootstrap.variable("CREMA_PASSWORD") {
            password = given
        } else if let line = getpass(prompt) {
            password = String(cString: line)
        } else {
            throw UsageError("set CREMA_PASSWORD, or run in a terminal")
        }
        guard PasswordPolicy.length.contains(password.count) else {
            throw UsageError(
                "a password has \(PasswordPolicy.length.lowerBound) to "
                    + "\(PasswordPolicy.length.upperBound) characters")
        }
        return password
    }
}

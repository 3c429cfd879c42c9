import CSodium
import Dispatch

/// Hashes passwords with Argon2id (RFC 9106) off the threads that serve requests.
///
/// 19 MiB and two passes, as OWASP's password storage sheet recommends. One at a time per thread
/// and two threads: a storm of sign-ins takes its turn and stalls nobody else.
package struct PasswordHasher: Sendable {
    /// Stands for the hash of an address that nobody has: as dear to check as a real one.
    static let nobodys =
        "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$"
        + "Z3kIzUPXFXJlYsZbGcWmb8uHnG7pyVqZJsTPfrkkLXE"

    private static let memoryBytes = 19 * 1024 * 1024
    private static let passes: UInt64 = 2
    private let queues = [
        DispatchQueue(label: "passwords.0"), DispatchQueue(label: "passwords.1"),
    ]

    package init() {}

    /// There is no memory to hash a password in.
    package struct OutOfMemory: Error {}

    /// The text to keep of a password.
    func kept(_ password: String) async throws(OutOfMemory) -> String {
        guard let text = await hash(password) else { throw OutOfMemory() }
        return text
    }

    /// The same; nil where memory ran out.
    package func hash(_ password: String) async -> String? {
        await onOneOfTwo {
            var out = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
            let status = password.withCString { text in
                crypto_pwhash_str_alg(
                    &out, text, UInt64(password.utf8.count), PasswordHasher.passes,
                    PasswordHasher.memoryBytes, crypto_pwhash_ALG_ARGON2ID13)
            }
            let kept = out.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            return status == 0 ? String(decoding: kept, as: UTF8.self) : nil
        }
    }

    /// Whether a password is the one kept.
    package func verify(_ password: String, against kept: String) async -> Bool {
        await onOneOfTwo {
            password.withCString { text in
                crypto_pwhash_str_verify(kept, text, UInt64(password.utf8.count))
            } == 0
        }
    }

    private func onOneOfTwo<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
        let queue = queues[Int(randombytes_uniform(UInt32(queues.count)))]
        return await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }
}

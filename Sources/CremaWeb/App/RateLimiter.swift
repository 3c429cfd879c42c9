import CremaDomain
import Synchronization

/// What is limited, and how generously. A shop's Wi-Fi is one address: the limits for what
/// everybody does are wide, those for guessing are tight.
enum RateClass: Int, Hashable, Sendable, CaseIterable {
    /// Any request.
    case any
    /// Placing an order.
    case order
    /// Signing in and trying codes.
    case secret
    /// Being sent a mail.
    case mail
    /// Having a card charged: who tries stolen ones out needs many.
    case card

    /// Requests at once.
    var burst: Int64 {
        switch self {
        case .any: 600
        case .order: 60
        case .secret: 10
        case .mail: 3
        case .card: 30
        }
    }

    /// Requests an hour in the long run.
    var perHour: Int64 {
        switch self {
        case .any: 108_000
        case .order: 3600
        case .secret: 600
        case .mail: 4
        case .card: 120
        }
    }
}

/// Token buckets, one for each class and sender.
final class RateLimiter: Sendable {
    private struct Key: Hashable {
        let kind: RateClass
        let sender: String
    }

    private struct Bucket {
        /// Thousandths of a request.
        var tokens: Int64
        var at: Int64
    }

    /// Senders remembered; beyond it those with a full bucket are forgotten.
    private static let memory = 50_000

    private let buckets = Mutex<[Key: Bucket]>([:])

    init() {}

    /// Takes one request of a sender. Nil where it is let through, else the seconds to wait.
    func take(_ kind: RateClass, sender: String, now: Timestamp) -> Int? {
        let full = kind.burst * 1000
        let rate = kind.perHour
        return buckets.withLock { buckets in
            if buckets.count > RateLimiter.memory {
                buckets = buckets.filter { key, bucket in
                    let gained = (now.milliseconds - bucket.at) * key.kind.perHour / 3600
                    return bucket.tokens + gained < key.kind.burst * 1000
                }
            }
            let key = Key(kind: kind, sender: sender)
            var bucket = buckets[key] ?? Bucket(tokens: full, at: now.milliseconds)
            let elapsed = max(0, now.milliseconds - bucket.at)
            // Milliseconds × requests an hour / 3600 are thousandths of a request.
            bucket.tokens = min(full, bucket.tokens + elapsed * rate / 3600)
            bucket.at = now.milliseconds
            guard bucket.tokens >= 1000 else {
                buckets[key] = bucket
                return Int((1000 - bucket.tokens) * 3600 / rate / 1000) + 1
            }
            bucket.tokens -= 1000
            buckets[key] = bucket
            return nil
        }
    }
}

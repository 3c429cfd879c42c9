import CremaHTTP
import Synchronization

/// Counts what was answered, in Prometheus' text format.
final class Metrics: Sendable {
    /// Upper bounds of the histogram, in microseconds.
    private static let bounds = [500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 500_000]

    private struct State {
        var byStatus: [Int: Int] = [:]
        var buckets = [Int](repeating: 0, count: Metrics.bounds.count + 1)
        var microseconds = 0
    }

    private let state = Mutex(State())

    func count(status: Int, microseconds: Int) {
        let bucket =
            Metrics.bounds.firstIndex { microseconds <= $0 } ?? Metrics.bounds.count
        state.withLock { state in
            state.byStatus[status, default: 0] += 1
            state.buckets[bucket] += 1
            state.microseconds += microseconds
        }
    }

    /// The counters of requests.
    func text() -> String {
        let state = state.withLock { $0 }
        var text = "# TYPE crema_requests_total counter\n"
        for (status, count) in state.byStatus.sorted(by: { $0.key < $1.key }) {
            text += "crema_requests_total{status=\"\(status)\"} \(count)\n"
        }
        text += "# TYPE crema_request_seconds histogram\n"
        var sum = 0
        for (index, bound) in Metrics.bounds.enumerated() {
            sum += state.buckets[index]
            text += "crema_request_seconds_bucket{le=\"\(Metrics.seconds(bound))\"} \(sum)\n"
        }
        sum += state.buckets[Metrics.bounds.count]
        text += "crema_request_seconds_bucket{le=\"+Inf\"} \(sum)\n"
        text += "crema_request_seconds_sum \(Metrics.seconds(state.microseconds))\n"
        text += "crema_request_seconds_count \(sum)\n"
        return text
    }

    private static func seconds(_ microseconds: Int) -> String {
        let fraction = String(microseconds % 1_000_000)
        return "\(microseconds / 1_000_000)."
            + String(repeating: "0", count: 6 - fraction.count) + fraction
    }
}

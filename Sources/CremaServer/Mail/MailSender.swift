import CremaDomain
package import CremaMail
package import CremaServices
import CremaStore
package import CremaWeb

/// Sends the mails that the stream of events asks for, each at least once: one that was sent when
/// the machine stopped may come twice, under the same Message-ID.
package final class MailSender: Sendable {
    private static let longestPause: Double = 300

    private let calls: AsyncStream<Void>.Continuation
    private let tasks: [Task<Void, Never>]

    package init(services: Services, view: AccountMailView, transport: any MailTransport) {
        let (stream, calls) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.calls = calls
        services.hub.listen { event in
            if event.kind == .mail { calls.yield() }
        }
        let sender = Task {
            var rounds = MailRounds(services: services, view: view, transport: transport)
            var pause = 1.0
            for await _ in stream {
                while !Task.isCancelled, await !rounds.run() {
                    // Nobody gets a mail for the moment.
                    try? await Task.sleep(for: .seconds(pause))  // cancelled: it ends
                    pause = min(pause * 2, MailSender.longestPause)
                }
                pause = 1
            }
        }
        let timer = Task {
            while !Task.isCancelled {
                // What another instance left behind, what was asked for before the start, and what
                // was put off.
                calls.yield()
                try? await Task.sleep(for: .seconds(30))  // cancelled: it ends
            }
        }
        tasks = [sender, timer]
    }

    package func stop() {
        calls.finish()
        for task in tasks { task.cancel() }
    }
}

/// Shows mails to whoever sits at the terminal: a demo has no server for them.
package struct PrintedMail: MailTransport {
    package init() {}

    package func send(_ message: MailMessage) async throws(MailFailure) {
        Terminal.out("crema: mail to \(message.to): \(message.subject)\n\(message.text)")
    }
}

import CCurl
import Dispatch

/// Sends mails by SMTP, with libcurl: TLS, signing in, MIME.
package final class SMTPTransport: MailTransport {
    private let settings: SMTPSettings
    /// One at a time, off the threads that serve requests.
    private let queue = DispatchQueue(label: "mail")
    private static let connectSeconds = 15
    private static let wholeSeconds = 60
    private static let answerSeconds = 20

    package init(_ settings: SMTPSettings) {
        self.settings = settings
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    }

    package func send(_ message: MailMessage) async throws(MailFailure) {
        let result: Result<Void, MailFailure> = await withCheckedContinuation { continuation in
            queue.async { [settings] in
                continuation.resume(
                    returning: Result { () throws(MailFailure) in
                        try SMTPTransport.transfer(message, settings)
                    })
            }
        }
        try result.get()
    }

    private static func transfer(
        _ message: MailMessage, _ settings: SMTPSettings
    ) throws(MailFailure) {
        guard let curl = curl_easy_init() else {
            throw MailFailure("libcurl can't start", .unavailable)
        }
        defer { curl_easy_cleanup(curl) }
        let recipients = curl_slist_append(nil, "<" + message.to + ">")
        defer { curl_slist_free_all(recipients) }
        var head = curl_slist_append(nil, "To: <" + message.to + ">")
        for line in headers(of: message, settings) { head = curl_slist_append(head, line) }
        defer { curl_slist_free_all(head) }
        let mime = body(of: message, curl)
        defer { curl_mime_free(mime) }
        setUp(curl, settings)
        ccurl_set_list(curl, CURLOPT_MAIL_RCPT, recipients)
        ccurl_set_list(curl, CURLOPT_HTTPHEADER, head)
        ccurl_set_mime(curl, mime)
        var words = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        let status = words.withUnsafeMutableBufferPointer { buffer in
            ccurl_set_errors(curl, buffer.baseAddress)
            let status = curl_easy_perform(curl)
            ccurl_set_errors(curl, nil)
            return status
        }
        guard status != CURLE_OK else { return }
        throw failure(status, words, curl)
    }

    private static func setUp(_ curl: UnsafeMutableRawPointer, _ settings: SMTPSettings) {
        ccurl_set_text(curl, CURLOPT_URL, settings.url)
        ccurl_set_text(curl, CURLOPT_MAIL_FROM, "<" + settings.sender + ">")
        if let user = settings.user { ccurl_set_text(curl, CURLOPT_USERNAME, user) }
        if let password = settings.password { ccurl_set_text(curl, CURLOPT_PASSWORD, password) }
        if let file = settings.authorities { ccurl_set_text(curl, CURLOPT_CAINFO, file) }
        let security = settings.usesTLS ? CURLUSESSL_ALL : CURLUSESSL_NONE
        ccurl_set_number(curl, CURLOPT_USE_SSL, Int(security.rawValue))
        ccurl_set_number(curl, CURLOPT_CONNECTTIMEOUT, connectSeconds)
        ccurl_set_number(curl, CURLOPT_TIMEOUT, wholeSeconds)
        // Also for the farewell, which the time for the whole doesn't bound.
        ccurl_set_number(curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, answerSeconds)
        // Signals are for a program's main thread.
        ccurl_set_number(curl, CURLOPT_NOSIGNAL, 1)
        ccurl_set_text(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    }

    private static func headers(of message: MailMessage, _ settings: SMTPSettings) -> [String] {
        let domain = settings.sender.split(separator: "@").last.map(String.init) ?? "localhost"
        return [
            "From: " + MailHeader.phrase(message.senderName) + " <" + settings.sender + ">",
            "Subject: " + MailHeader.encoded(message.subject),
            "Date: " + MailDate.text(message.at),
            "Message-ID: <" + message.id + "@" + domain + ">",
            "Auto-Submitted: auto-generated",
        ]
    }

    /// The same twice, for whoever reads which (RFC 2046, section 5.1.4): the last is the best.
    private static func body(
        of message: MailMessage, _ curl: UnsafeMutableRawPointer
    ) -> OpaquePointer? {
        let alternatives = curl_mime_init(curl)
        for (type, content) in [("text/plain", message.text), ("text/html", message.html)] {
            let part = curl_mime_addpart(alternatives)
            curl_mime_data(part, content, content.utf8.count)
            curl_mime_type(part, type + "; charset=utf-8")
            curl_mime_encoder(part, "base64")
        }
        let whole = curl_mime_init(curl)
        let part = curl_mime_addpart(whole)
        curl_mime_subparts(part, alternatives)
        curl_mime_type(part, "multipart/alternative")
        curl_mime_headers(part, curl_slist_append(nil, "Content-Disposition: inline"), 1)
        return whole
    }

    private static func failure(
        _ status: CURLcode, _ words: [CChar], _ curl: UnsafeMutableRawPointer
    ) -> MailFailure {
        var answer = 0
        ccurl_get_number(curl, CURLINFO_RESPONSE_CODE, &answer)
        let bytes = words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        var text = String(decoding: bytes, as: UTF8.self)
        if text.isEmpty { text = String(cString: curl_easy_strerror(status)) }
        // About the recipient, or about this mail once it was sent; all else (greeting, TLS,
        // signing in, the sender) is the server's trouble or the shop's, and concerns every mail.
        let isOfMail =
            (status == CURLE_SEND_ERROR && text.hasPrefix("RCPT failed"))
            || status == CURLE_WEIRD_SERVER_REPLY
        let words = answer == 0 || text.contains(String(answer)) ? text : "\(text) (\(answer))"
        return switch answer {
        case 500...599 where isOfMail: MailFailure(words, .refused)
        case 400...499 where isOfMail: MailFailure(words, .deferred)
        default: MailFailure(words, .unavailable)
        }
    }
}

import CCurl
import CremaServices
import Dispatch
import Foundation

/// A call of a provider's API by HTTP, with libcurl.
struct HTTPCall: Sendable {
    enum Method: Sendable {
        case get
        case post
    }

    let method: Method
    let url: String
    var headers: [String] = []
    /// Sent as a form, by POST.
    var fields: [(name: String, value: String)] = []

    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]
    }

    private static let connectSeconds = 10
    private static let wholeSeconds = 40
    private static let answerLimit = 1 << 20

    /// The answer, whatever it says; `unavailable` where none came.
    func perform(on queue: DispatchQueue) async throws(ProviderFailure) -> Answer {
        let result: Result<Answer, ProviderFailure> = await withCheckedContinuation { go in
            queue.async {
                go.resume(returning: Result { () throws(ProviderFailure) in try transfer() })
            }
        }
        return try result.get()
    }

    private func transfer() throws(ProviderFailure) -> Answer {
        guard let curl = curl_easy_init() else {
            throw .unavailable("libcurl can't start")
        }
        defer { curl_easy_cleanup(curl) }
        var list: UnsafeMutablePointer<curl_slist>?
        for header in headers { list = curl_slist_append(list, header) }
        defer { curl_slist_free_all(list) }
        ccurl_set_text(curl, CURLOPT_URL, url)
        ccurl_set_list(curl, CURLOPT_HTTPHEADER, list)
        ccurl_set_text(curl, CURLOPT_PROTOCOLS_STR, "http,https")
        ccurl_set_number(curl, CURLOPT_CONNECTTIMEOUT, HTTPCall.connectSeconds)
        ccurl_set_number(curl, CURLOPT_TIMEOUT, HTTPCall.wholeSeconds)
        // Signals are for a program's main thread.
        ccurl_set_number(curl, CURLOPT_NOSIGNAL, 1)
        if method == .post { ccurl_set_text(curl, CURLOPT_COPYPOSTFIELDS, form) }
        var body = ccurl_body(bytes: nil, count: 0, limit: HTTPCall.answerLimit)
        defer { free(body.bytes) }
        let status = withUnsafeMutablePointer(to: &body) { body in
            ccurl_set_body(curl, body)
            return curl_easy_perform(curl)
        }
        guard status == CURLE_OK else {
            throw .unavailable(String(cString: curl_easy_strerror(status)))
        }
        var code = 0
        ccurl_get_number(curl, CURLINFO_RESPONSE_CODE, &code)
        let bytes = body.bytes.map { bytes in
            UnsafeRawBufferPointer(start: bytes, count: body.count).map { $0 }
        }
        return Answer(status: code, body: bytes ?? [])
    }

    /// `application/x-www-form-urlencoded`.
    private var form: String {
        fields.map { HTTPCall.encoded($0.name) + "=" + HTTPCall.encoded($0.value) }
            .joined(separator: "&")
    }

    static func encoded(_ text: String) -> String {
        var out = ""
        for byte in text.utf8 {
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "-_.~".utf8.contains(byte)
            if isPlain {
                out.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                out += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return out
    }
}

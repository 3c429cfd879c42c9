import CZlib
import CremaDomain
import CremaHTTP
import CremaServices
import Synchronization

/// Bytes that many are sent, with their tag and their compressed form. All header lines are made
/// beforehand.
struct RenderedBytes: Sendable {
    let tag: String
    let plain: SharedBytes
    private let contentType: StaticString
    private let gzipped: SharedBytes?
    private var headers = HeaderLines()
    private var gzippedHeaders = HeaderLines()

    init(_ bytes: [UInt8], contentType: StaticString, tag: String) {
        self.tag = "\"\(tag)\""
        self.contentType = contentType
        plain = SharedBytes(bytes)
        gzipped = Gzip.compress(bytes).map { SharedBytes($0) }
        setHeaders(caching: "no-cache")
    }

    /// The same bytes with another `Cache-Control` than `no-cache`.
    func caching(_ rule: StaticString) -> RenderedBytes {
        var copy = self
        copy.setHeaders(caching: rule)
        return copy
    }

    private mutating func setHeaders(caching: StaticString) {
        headers = HeaderLines(contentType: contentType)
        _ = headers.add("ETag", tag)
        headers.add("Cache-Control", caching)
        headers.add("Vary", "Accept-Encoding, Accept-Language, Cookie")
        gzippedHeaders = headers
        gzippedHeaders.add("Content-Encoding", "gzip")
    }

    /// 304 where the client has them, else the bytes in a form it takes.
    func response(to request: HTTPRequest) -> HTTPResponse {
        if let known = request.headers["if-none-match"], known.contains(tag) {
            return HTTPResponse(status: 304, headers: headers)
        }
        let wantsGzip = request.headers["accept-encoding"]?.contains("gzip") ?? false
        if wantsGzip, let gzipped {
            return HTTPResponse(headers: gzippedHeaders, body: .shared(gzipped))
        }
        return HTTPResponse(headers: headers, body: .shared(plain))
    }
}

/// Menus as JSON, one for each location and language, made anew with each version.
final class RenderedMenus: Sendable {
    private struct Entry: Sendable {
        let version: Int64
        let bytes: RenderedBytes
    }

    /// What a menu page depends on besides the menu itself.
    struct PageKey: Hashable, Sendable {
        let context: PageContext
        let locationID: ID<Location>
    }

    /// How things stood when a page was made.
    struct PageState: Hashable, Sendable {
        let menuVersion: Int64
        let place: Place
        let minuteOfDay: Int
    }

    private struct PageEntry: Sendable {
        let state: PageState
        let bytes: RenderedBytes
    }

    private let entries = Mutex<[String: Entry]>([:])
    private let pages = Mutex<[PageKey: PageEntry]>([:])
    private let pageCount = Mutex<UInt64>(0)

    /// Pages kept at most; beyond it all are made anew.
    private static let memory = 200

    /// A page that is the same for everybody, made anew when the menu or the location changed.
    func page(_ key: PageKey, state: PageState, render: () -> [UInt8]) -> RenderedBytes {
        if let known = pages.withLock({ $0[key] }), known.state == state { return known.bytes }
        let number = pageCount.withLock { count in
            count += 1
            return count
        }
        // The tag differs between servers that started at different times, too.
        let bytes = RenderedBytes(
            render(), contentType: "text/html; charset=utf-8",
            tag: "\(state.menuVersion)-\(RenderedMenus.start)-\(number)")
        pages.withLock { pages in
            if pages.count >= RenderedMenus.memory { pages.removeAll() }
            pages[key] = PageEntry(state: state, bytes: bytes)
        }
        return bytes
    }

    private static let start = Base64URL.encode(Hash.random(6))

    func json(
        _ place: PlaceSnapshot, language: String, render: () throws(Problem) -> [UInt8]
    ) throws(Problem) -> RenderedBytes {
        let name = place.location.id.rawValue + "/" + language
        let version = place.menu.version
        if let known = entries.withLock({ $0[name] }), known.version == version {
            return known.bytes
        }
        let bytes = RenderedBytes(
            try render(), contentType: "application/json", tag: "\(version)-\(language)")
        entries.withLock { entries in
            guard (entries[name]?.version ?? 0) < version else { return }
            entries[name] = Entry(version: version, bytes: bytes)
        }
        return bytes
    }
}

/// RFC 1952, by zlib.
enum Gzip {
    /// Nil where it doesn't get smaller.
    static func compress(_ bytes: [UInt8], level: Int32 = 9) -> [UInt8]? {
        guard bytes.count > 200 else { return nil }
        var stream = z_stream()
        let windowBitsWithGzipHeader: Int32 = 15 + 16
        let version = ZLIB_VERSION
        guard
            deflateInit2_(
                &stream, level, Z_DEFLATED, windowBitsWithGzipHeader, 8, Z_DEFAULT_STRATEGY,
                version, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        var out = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        var input = bytes
        let count = out.count
        let status = input.withUnsafeMutableBufferPointer { input in
            out.withUnsafeMutableBufferPointer { out in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = out.baseAddress
                stream.avail_out = UInt32(count)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else { return nil }
        out.removeLast(Int(stream.avail_out))
        return out.count < bytes.count ? out : nil
    }
}

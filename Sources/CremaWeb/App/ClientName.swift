/// What a request says it comes from, in words for whoever is signed in there.
///
/// Only for reading: anybody can send any `User-Agent`.
enum ClientName {
    /// The first that is found counts: Chrome calls itself Safari too, and Edge both.
    private static let browsers = [
        ("Edg/", "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"),
        ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]

    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
        ("Mac OS X", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]

    /// "Firefox · Android", "curl"; empty where nothing is known.
    static func words(_ userAgent: String?) -> String {
        guard let text = userAgent, text.utf8.count <= 1000 else { return "" }
        let browser = browsers.first { text.contains($0.0) }?.1
        let system = systems.first { text.contains($0.0) }?.1
        if let browser {
            return system.map { browser + " · " + $0 } ?? browser
        }
        // "product/version …" (RFC 9110, section 10.1.5).
        let product = text.utf8.prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."):
                true
            default: false
            }
        }
        return String(decoding: product.prefix(40), as: UTF8.self)
    }
}

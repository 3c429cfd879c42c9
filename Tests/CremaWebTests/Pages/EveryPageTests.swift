import CremaDomain
import CremaWeb
import Testing

/// What holds of all pages, whatever they show.
@Suite struct EveryPageTests {
    @Test(arguments: Language.allCases)
    func `no page needs an inline style or script`(_ language: Language) {
        for page in Gallery.pages(language) {
            let html = page.html.string
            #expect(!html.contains(" style="), "\(page.name)")
            #expect(!html.contains("<style"), "\(page.name)")
            #expect(html.firstMatch(of: #/<[^>]* on[a-z]+=/#) == nil, "\(page.name)")
            #expect(html.components(of: "<script") == html.components(of: "<script src="))
        }
    }

    @Test(arguments: Language.allCases)
    func `every page names its language and direction, and has one heading of rank one`(
        _ language: Language
    ) {
        let direction = language == .arabic ? "rtl" : "ltr"
        for page in Gallery.pages(language) {
            let html = page.html.string
            #expect(html.hasPrefix("<html lang=\"\(language.tag)\" dir=\"\(direction)\""))
            #expect(html.components(of: "<h1") == 1, "\(page.name)")
            #expect(html.components(of: "<main id=\"main\"") == 1)
            #expect(html.components(of: "href=\"#main\"") == 1)
        }
    }

    @Test func `no id stands twice on a page`() {
        for page in Gallery.pages(.english) {
            var seen: Set<Substring> = []
            var rest = page.html.string[...]
            while let start = rest.firstRange(of: " id=\"") {
                rest = rest[start.upperBound...]
                let id = rest.prefix { $0 != "\"" }
                #expect(seen.insert(id).inserted, "\(page.name): \(id)")
            }
        }
    }

    @Test func `every form says where it goes and how`() {
        for page in Gallery.pages(.english) {
            var rest = page.html.string[...]
            while let start = rest.firstRange(of: "<form") {
                rest = rest[start.upperBound...]
                let tag = rest.prefix { $0 != ">" }
                #expect(tag.contains(" action=\"/"), "\(page.name): \(tag)")
                #expect(tag.contains(" method=\""), "\(page.name): \(tag)")
            }
        }
    }

    @Test func `no sentence is left with a hole`() {
        for language in Language.allCases {
            for page in Gallery.pages(language) {
                let html = page.html.string.replacing(#/content="[^"]*"/#, with: "")
                #expect(!html.contains("{0}") && !html.contains("{n}"), "\(page.name)")
            }
        }
    }

    @Test func `the bar is dark unless somebody chose otherwise`() {
        var context = PageContext()
        let model = BarModel(location: Sample.location, tickets: [], openCount: 0, sequence: 1)

        #expect(BarView.page(model, context).string.contains("data-theme=\"dark\""))
        context.theme = .light
        #expect(BarView.page(model, context).string.contains("data-theme=\"light\""))
        #expect(!OfflineView.page(PageContext()).string.contains("data-theme"))
    }

    @Test func `a tab of the bar is shown to staff only`() {
        var context = PageContext()
        #expect(!OfflineView.page(context).string.contains("href=\"/bar\""))
        context.role = .barista
        #expect(OfflineView.page(context).string.contains("href=\"/bar\""))
    }
}

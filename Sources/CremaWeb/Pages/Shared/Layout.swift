package import CremaDomain

/// What a page is told of while it is open.
package enum LiveTopic: Hashable, Sendable {
    /// A location's menu.
    case menu(ID<Location>)
    /// A location's queue; for its staff.
    case queue(ID<Location>)
    /// My own orders: every stream tells of them.
    case orders
}

/// The tabs at the head of a page.
package enum Tab: Hashable, Sendable {
    case home, menu, orders, wallet, bar, manage
}

/// What stands around a page's content.
package struct Layout {
    package var title: String
    package var tab: Tab?
    /// Where "Order" leads; home where no location is chosen.
    package var locationID: ID<Location>?
    package var topics: [LiveTopic] = []
    /// Dark by default, the whole width.
    package var isBar = false
    /// A payment provider's script, for pages that show its fields.
    package var cardScript: String?
    /// At the foot, over the content.
    package var foot = HTML.nothing

    package init(title: String, tab: Tab? = nil, locationID: ID<Location>? = nil) {
        self.title = title
        self.tab = tab
        self.locationID = locationID
    }

    package func page(_ context: PageContext, @HTMLBuilder content: () -> [HTML]) -> HTML {
        element(
            "html", Attribute("lang", context.language.tag),
            Attribute("dir", context.language.isRightToLeft ? "rtl" : "ltr"),
            Attribute("data-theme", optional: themeName(context))
        ) {
            head(context)
            element("body", bodyAttributes(context)) {
                element("a", .class("skip"), .href(Path("#main"))) { context.words(.skipToContent) }
                offlineBanner(context)
                header(context)
                element("main", .id("main"), .class("page"), Attribute("tabindex", "-1")) {
                    content()
                }
                foot
                element("dialog", .id("sheet"), .class("sheet"), .label(context.words(.navigation)))
                p(.id("said"), .class("unseen"), .role("status")) {}
                div(
                    .id("toast"), .class("toast"), .role("status"), Attribute("aria-live", "polite")
                ) {}
            }
        }
    }

    private func themeName(_ context: PageContext) -> String? {
        switch context.theme {
        case .system: isBar ? "dark" : nil
        case .light, .dark: context.theme.rawValue
        }
    }

    // MARK: Head

    private func head(_ context: PageContext) -> HTML {
        element("head") {
            HTML.markup(
                """
                <meta charset="utf-8"><meta name="viewport" content="width=device-width,\
                initial-scale=1,viewport-fit=cover">
                """)
            element("title") {
                Words.withoutDirectionMarks(title) + " · "
                    + Words.withoutDirectionMarks(context.shopName)
            }
            meta("htmx-config", Layout.htmxConfiguration)
            meta("theme-color", isBar || context.theme == .dark ? "#15110e" : "#faf6f0")
            link("stylesheet", context.assets.path("crema.css"))
            link("manifest", context.assets.path("manifest.webmanifest"))
            link("icon", context.assets.path("icon.svg"))
            // Before the extension: it takes its source of events from ours.
            for name in ["htmx.js", "crema.js", "sse.js"] {
                element("script", .src(context.assets.path(name)), Attribute("defer", when: true))
            }
            if let cardScript {
                element("script", Attribute("src", cardScript), Attribute("defer", when: true))
                element(
                    "script", .src(context.assets.path("pay.js")), Attribute("defer", when: true))
            }
        }
    }

    /// No evaluation of strings, no style element, no request to elsewhere. Answers that say how
    /// things stand now (409, 412, 422) are shown as any other.
    private static let htmxConfiguration = """
        {"allowEval":false,"includeIndicatorStyles":false,"selfRequestsOnly":true,\
        "historyEnabled":false,"disableInheritance":true,"timeout":15000,"defaultSettleDelay":0,\
        "attributesToSettle":["class"],"responseHandling":[\
        {"code":"204","swap":false},{"code":"[23]..","swap":true},\
        {"code":"(409|412|422)","swap":true,"error":false},\
        {"code":"...","swap":false,"error":true}]}
        """

    private func meta(_ name: String, _ content: String) -> HTML {
        .void("meta", [.name(name), Attribute("content", content)])
    }

    private func link(_ relation: String, _ path: Path) -> HTML {
        .void("link", [Attribute("rel", relation), .href(path)])
    }

    // MARK: Body

    private func bodyAttributes(_ context: PageContext) -> [Attribute] {
        var query: [(name: String, value: String)] = []
        for topic in topics {
            switch topic {
            case .menu(let location): query.append(("location", location.rawValue))
            case .queue(let location): query.append(("queue", location.rawValue))
            case .orders: continue
            }
        }
        let stream = Path(parts: ["events"], query: query)
        return [
            .class(isBar ? "bar" : "shop"),
            Attribute("hx-ext", optional: topics.isEmpty ? nil : "sse"),
            Attribute("sse-connect", optional: topics.isEmpty ? nil : stream.text),
            Attribute("data-sequence", optional: context.sequence.map(String.init)),
            Attribute("data-offline", context.words(.actionOffline)),
            Attribute("data-failed", context.words(.actionFailed)),
            Attribute("data-refused", context.words(.actionRefused)),
        ]
    }

    private func offlineBanner(_ context: PageContext) -> HTML {
        p(.id("offline"), .class("banner"), .role("status"), Attribute("hidden", when: true)) {
            Icon.offline
            span { context.words(.offlineBanner) }
        }
    }

    private func header(_ context: PageContext) -> HTML {
        element("header", .class("top")) {
            a(.home, .class("brand")) {
                Icon.bean
                span { typed(context.shopName) }
            }
            element("nav", .class("tabs"), .label(context.words(.navigation))) {
                if let locationID {
                    tabLink(.menu, to: .menu(locationID), context.words(.tabMenu))
                } else {
                    tabLink(.home, to: .home, context.words(.tabMenu))
                }
                tabLink(.orders, to: .orders(), context.words(.tabOrders))
                if !context.personName.isEmpty {
                    tabLink(.wallet, to: .wallet(), context.words(.tabWallet))
                }
                if context.role.isStaff { tabLink(.bar, to: .bars, context.words(.tabBar)) }
                if context.role == .manager || context.role == .owner {
                    tabLink(.manage, to: .people, context.words(.tabManage))
                }
            }
            SettingsMenu.html(context)
        }
    }

    private func tabLink(_ tab: Tab, to path: Path, _ words: String) -> HTML {
        a(path, Attribute("aria-current", optional: tab == self.tab ? "page" : nil)) { words }
    }
}

/// Language, look, and who is signed in: behind a button at the head of each page.
enum SettingsMenu {
    static func html(_ context: PageContext) -> HTML {
        let words = context.words
        return element("details", .id("settings"), .class("settings")) {
            element("summary", .label(words(.settings)), .title(words(.settings))) { Icon.settings }
            div(.class("card popover")) {
                form(to: .settings, .class("stack")) {
                    hidden("return", context.path.text)
                    choice(words(.language), name: "language") {
                        for language in Language.allCases {
                            option(
                                language.rawValue, language.ownName,
                                isChosen: language == context.language, language: language.tag)
                        }
                    }
                    choice(words(.theme), name: "theme") {
                        for theme in Theme.allCases {
                            option(
                                theme.rawValue, words(name(of: theme)),
                                isChosen: theme == context.theme)
                        }
                    }
                    button(.class("wide")) { words(.apply) }
                }
                person(context)
            }
        }
    }

    private static func person(_ context: PageContext) -> HTML {
        if context.personName.isEmpty {
            return a(.signIn, .class("button wide")) { context.words(.signIn) }
        }
        return form(to: .signOut, .class("stack")) {
            p(.class("soft small")) { context.words(.signedInAs, context.personName) }
            a(.account(), .class("button wide")) { context.words(.accountTitle) }
            button(.class("wide")) { context.words(.signOut) }
        }
    }

    private static func choice(
        _ words: String, name: String, @HTMLBuilder options: () -> [HTML]
    ) -> HTML {
        label(.class("field")) {
            span { words }
            element("select", .name(name)) { options() }
        }
    }

    private static func option(
        _ value: String, _ words: String, isChosen: Bool, language: String? = nil
    ) -> HTML {
        element(
            "option", .value(value), Attribute("selected", when: isChosen),
            Attribute("lang", optional: language)
        ) { words }
    }

    private static func name(of theme: Theme) -> Message {
        switch theme {
        case .system: .themeSystem
        case .light: .themeLight
        case .dark: .themeDark
        }
    }
}

package import CremaDomain
package import CremaMail
package import CremaServices
package import CremaStore

/// A mail about an account, in words.
package struct AccountMailView: Sendable {
    package let shopName: String
    /// Where the shop is on the web: `https://coffee.example`, without a slash at its end. It comes
    /// from the operator, never from a request.
    package let address: String

    package init(shopName: String, address: String) {
        self.shopName = shopName
        self.address = address
    }

    /// A mail with a link for somebody who has an account.
    ///
    /// - Parameter language: the tag of the one it was wished for in.
    package func message(
        _ kind: AccountToken, in language: String, to person: PersonRecord, token: String,
        id: String, at: Timestamp
    ) -> MailMessage {
        let language = Language(rawValue: language) ?? .english
        let words = Words(language)
        // A name is what somebody typed: it goes only to an address that is known to be theirs.
        let greeting =
            person.emailVerifiedAt == nil
            ? words(.mailGreetingAll) : words(.mailGreeting, person.name)
        let content: Content
        switch kind {
        case .passwordReset:
            content = Content(
                subject: words(.mailResetSubject, shopName), greeting: greeting,
                sentences: [words(.mailResetIntro, shopName)], action: words(.mailResetDo),
                link: address + Path.resetPassword(token: token).text,
                foot: words(.mailResetFoot))
        case .emailVerification:
            content = Content(
                subject: words(.mailVerifySubject, shopName), greeting: greeting,
                sentences: [words(.mailVerifyIntro, shopName)], action: words(.mailVerifyDo),
                link: address + Path.verifyEmail(token: token).text,
                foot: words(.mailVerifyFoot))
        }
        return message(content, language, to: person.email, id: id, at: at)
    }

    /// An invitation to work for the shop.
    ///
    /// - Parameter placeName: empty for all places.
    package func message(
        in language: String, to invitation: InvitationRecord, placeName: String, token: String,
        id: String, at: Timestamp
    ) -> MailMessage {
        let language = Language(rawValue: language) ?? .english
        let words = Words(language)
        let role = words.held(invitation.membership.role, at: placeName)
        let content = Content(
            subject: words(.mailInviteSubject, shopName), greeting: words(.mailGreetingAll),
            sentences: [words(.mailInviteIntro, shopName, role)], action: words(.mailInviteDo),
            link: address + Path.invitation(token: token).text, foot: words(.mailInviteFoot))
        return message(content, language, to: invitation.email, id: id, at: at)
    }

    private func message(
        _ content: Content, _ language: Language, to recipient: String, id: String, at: Timestamp
    ) -> MailMessage {
        MailMessage(
            id: id, at: at, senderName: Words.withoutDirectionMarks(shopName), to: recipient,
            subject: Words.withoutDirectionMarks(content.subject), text: content.text,
            html: content.page(language, shopName: shopName).string)
    }

    /// What each mail says.
    private struct Content {
        let subject: String
        let greeting: String
        let sentences: [String]
        /// What the link does.
        let action: String
        let link: String
        let foot: String

        var text: String {
            ([greeting] + sentences + [action + ":", link, foot])
                .map(Words.withoutDirectionMarks).joined(separator: "\r\n\r\n") + "\r\n"
        }

        /// Mail programs read few styles, and those only inline; no picture is fetched from
        /// anywhere, so that nobody learns who has read it.
        func page(_ language: Language, shopName: String) -> HTML {
            element(
                "html", Attribute("lang", language.tag),
                Attribute("dir", language.isRightToLeft ? "rtl" : "ltr")
            ) {
                element("head") {
                    HTML.markup("<meta charset=\"utf-8\">")
                    element("title") { Words.withoutDirectionMarks(subject) }
                }
                element("body", Attribute("style", "font:16px/1.5 sans-serif;color:#241b15")) {
                    p { typed(shopName) }
                    p { greeting }
                    for sentence in sentences { p { sentence } }
                    p {
                        element(
                            "a", Attribute("href", link),
                            Attribute(
                                "style",
                                "display:inline-block;padding:12px 20px;border-radius:999px;"
                                    + "background:#8f4a17;color:#ffffff;text-decoration:none")
                        ) { action }
                    }
                    p(Attribute("dir", "ltr")) { link }
                    p(Attribute("style", "color:#67594d;font-size:14px")) { foot }
                }
            }
        }
    }
}

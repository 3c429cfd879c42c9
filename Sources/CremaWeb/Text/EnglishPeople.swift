extension Catalog {
    /// Who works for the shop.
    static let englishPeople: [Message: String] = [
        .tabManage: "Manage",
        .peopleTitle: "People",
        .invitedTitle: "Invited",
        .allPlaces: "everywhere",
        .noRole: "No role",
        .withdraw: "Withdraw",
        .inviteTitle: "Invite somebody",
        .roleAndPlace: "Role and place",
        .inviteDo: "Send the invitation",
        .inviteNoMail:
            "Invitations go by mail, and this shop has no server for mails yet. Until then: "
            + "crema staff.",
        .invitationTitle: "Come and work with us",
        .invitationIntro: "{1} invites you as: {0}.",
        .invitationBy: "{0} invites you to {2} as: {1}.",
        .invitationDo: "Accept",
        .invitationSignIn: "It is for the account of {0}. Sign in with that one to accept.",
        .yourName: "Your name",
        .roleGuest: "Guest",
        .roleCustomer: "Customer",
        .roleBarista: "Barista",
        .roleManager: "Manager",
        .roleOwner: "Owner",
        .roleAt: "{0}, {1}",
        .noticeInvited: "The invitation is on its way.",
        .noticeWithdrawn: "Withdrawn.",
        .lastOwner: "Somebody must own the shop. Make somebody else an owner first.",
        .mailInviteSubject: "{0}: come and work with us",
        .mailInviteIntro: "you are invited to {0} as: {1}.",
        .mailInviteDo: "See the invitation",
        .mailInviteFoot:
            "The link works for seven days, once. If you don't know the shop, there is nothing to "
            + "do.",
    ]
}

/// The two addresses a subscription page must carry; nil is shown as missing.
package struct DisclosureLinks: Sendable, Hashable {
  package var termsURL: String?
  package var privacyURL: String?

  package init(termsURL: String? = nil, privacyURL: String? = nil) {
    self.termsURL = termsURL
    self.privacyURL = privacyURL
  }
}

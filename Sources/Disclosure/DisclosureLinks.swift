package import StoreModel

/// The two addresses a subscription page must carry; nil is shown as missing.
package struct DisclosureLinks: Sendable, Hashable {
  package var termsURL: String?
  package var privacyURL: String?

  package init(termsURL: String? = nil, privacyURL: String? = nil) {
    self.termsURL = termsURL
    self.privacyURL = privacyURL
  }

  /// The links for a language: the options `terms` and `privacy` win over the catalogue's policies.
  ///
  /// An `eula` that begins with `http` is a link, any other is licence text and gives none. An empty
  /// address counts as none.
  package static func resolved(
    policies: Catalogue.Policies, locale: String, terms: String? = nil, privacy: String? = nil
  ) -> DisclosureLinks {
    let eula = address(policies.eula)
    let linked = policies.privacy.filter { address($0.url) != nil }
    let index = LocaleTag.best(for: locale, among: linked.map(\.locale))
    return DisclosureLinks(
      termsURL: address(terms) ?? (eula?.lowercased().hasPrefix("http") == true ? eula : nil),
      privacyURL: address(privacy) ?? address(index.map { linked[$0].url }))
  }

  /// The text without surrounding space; nil when nothing is left.
  private static func address(_ text: String?) -> String? {
    guard let text, let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return nil }
    return String(text[first...last])
  }
}

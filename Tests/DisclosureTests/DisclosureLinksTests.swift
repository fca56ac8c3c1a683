import Disclosure
import Foundation
import StoreModel
import Testing

private func policies(eula: String, _ privacy: [(String, String)]) -> Catalogue.Policies {
  Catalogue.Policies(
    eula: eula,
    privacy: privacy.map { Catalogue.PrivacyPolicy(locale: $0.0, text: "", url: $0.1) })
}

@Suite struct `The links of a shop` {
  @Test func `come from the catalogue's policies`() {
    let links = DisclosureLinks.resolved(
      policies: policies(
        eula: "https://example.com/eula",
        [("en_US", "https://example.com/en"), ("de", "https://example.com/de")]),
      locale: "de_DE")
    #expect(
      links
        == DisclosureLinks(
          termsURL: "https://example.com/eula", privacyURL: "https://example.com/de"))
  }

  @Test func `from options win`() {
    let links = DisclosureLinks.resolved(
      policies: policies(eula: "https://example.com/eula", [("en_US", "https://example.com/en")]),
      locale: "en_US", terms: "https://example.org/t", privacy: "https://example.org/p")
    #expect(
      links
        == DisclosureLinks(termsURL: "https://example.org/t", privacyURL: "https://example.org/p"))
  }

  @Test(arguments: ["", "  \n", "This licence is between you and us.", "www.example.com/eula"])
  func `are none where the licence is no address`(eula: String) {
    let links = DisclosureLinks.resolved(policies: policies(eula: eula, []), locale: "en_US")
    #expect(links == DisclosureLinks())
  }

  @Test(arguments: [" https://example.com/eula\n", "HTTP://example.com/eula"])
  func `are taken without the space around them`(eula: String) {
    let links = DisclosureLinks.resolved(policies: policies(eula: eula, []), locale: "en_US")
    #expect(links.termsURL == eula.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Test func `pass over an empty address of the language`() {
    let links = DisclosureLinks.resolved(
      policies: policies(eula: "", [("de", " "), ("en_US", "https://example.com/en")]),
      locale: "de_DE", terms: "", privacy: "")
    #expect(links == DisclosureLinks(privacyURL: "https://example.com/en"))
  }
}

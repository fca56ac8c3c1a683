import Disclosure
import StoreModel
import StoreTestSupport
import Testing

/// A subscription and the snapshot that holds its whole text.
enum Case: String, CaseIterable, Sendable {
  case noOffer = "no-offer"
  case freeTrial = "free-trial"
  case payAsYouGo = "pay-as-you-go"
  case payAsYouGoOnce = "pay-as-you-go-once"
  case payUpFront = "pay-up-front"
  case year
  case yearWithTrial = "year-with-trial"
  case noPrice = "no-price"
  case noPriceWithTrial = "no-price-with-trial"
  case noPeriod = "no-period"
  case offerWithoutPrice = "offer-without-price"

  func product() throws -> Product {
    switch self {
    case .noOffer: try plan()
    case .freeTrial: try plan(offer: trial())
    case .payAsYouGo: try plan(offer: DisclosureTests.payAsYouGo("4.99", charges: 3))
    case .payAsYouGoOnce: try plan(offer: DisclosureTests.payAsYouGo("4.99", charges: 1))
    case .payUpFront: try plan(offer: DisclosureTests.payUpFront("4.99"))
    case .year: try plan(price: "79.99", period: "P1Y", names: yearly)
    case .yearWithTrial:
      try plan(price: "83.99", period: "P1Y", offer: trial("P3D"), names: yearly)
    case .noPrice: try plan(price: nil, period: "P1Y", names: yearly)
    case .noPriceWithTrial: try plan(price: nil, offer: trial())
    case .noPeriod: try plan(period: nil, offer: trial())
    case .offerWithoutPrice: try plan(offer: DisclosureTests.payAsYouGo(nil, charges: 2))
    }
  }
}

private let yearly = ["en_US": "Pro Yearly", "zh-Hans": "专业版年订阅"]

@Suite struct `The text a customer reads` {
  @Test(arguments: Case.allCases)
  func `in English`(example: Case) throws {
    let page = try #require(try shop().disclosure(for: try example.product()))
    #expect(!page.isStandIn)
    expectSnapshot(text: page.text, named: "\(example.rawValue)-en")
  }

  @Test(arguments: Case.allCases)
  func `in Simplified Chinese`(example: Case) throws {
    let page = try #require(try shop("CHN", "zh_CN").disclosure(for: try example.product()))
    #expect(!page.isStandIn)
    expectSnapshot(text: page.text, named: "\(example.rawValue)-zh-Hans")
  }

  @Test func `in English words with German prices where there is no German copy`() throws {
    let page = try #require(
      try shop("DEU", "de_DE").disclosure(for: try plan(offer: try trial())))
    #expect(page.isStandIn)
    #expect(page.language == "en")
    #expect(page.locale == "de_DE")
    expectSnapshot(text: page.text, named: "free-trial-de-stand-in")
  }

  @Test func `says which link is missing`() throws {
    let without = try shop(links: DisclosureLinks(privacyURL: "https://example.com/privacy"))
    let page = try #require(without.disclosure(for: try plan()))
    #expect(page.missing.map(\.rules) == [[.termsLink]])
    #expect(page.missing.first?.link == Clause.Link(label: "Terms of Use (EULA)", url: nil))
    let lines = page.text.split(separator: "\n")
    #expect(
      lines.suffix(2) == [
        "Terms of Use (EULA): link missing.", "Privacy Policy: https://example.com/privacy",
      ])
  }
}

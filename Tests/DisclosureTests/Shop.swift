import Disclosure
import Foundation
import Pricing
import StoreModel
import Testing

private let resources = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "Resources")

/// The copies that the tool carries.
func copies() throws -> [DisclosureCopy] {
  try ["en", "zh-Hans"].map { language in
    let file = resources.appending(path: "disclosures/\(language).json")
    return try DisclosureCopy(json: Array(try Data(contentsOf: file)))
  }
}

let bothLinks = DisclosureLinks(
  termsURL: "https://example.com/terms", privacyURL: "https://example.com/privacy")

/// A shop of the real table with the real copies.
func shop(
  _ storefront: String = "USA", _ locale: String = "en_US", links: DisclosureLinks = bothLinks,
  own: String? = nil
) throws -> Disclosures {
  let file = resources.appending(path: "storefronts/storefronts.tsv")
  let table = try StorefrontTable(tsv: Array(try Data(contentsOf: file)))
  return Disclosures(
    copies: try copies(), storefront: try #require(table.storefront(storefront)), locale: locale,
    links: links, ownStorefront: own)
}

func decimal(_ text: String) throws -> Decimal { try #require(Decimal(string: text)) }

func period(_ text: String) throws -> SubscriptionPeriod {
  try #require(SubscriptionPeriod(iso8601: text))
}

/// A plan of the group "Pro" with names in English and Simplified Chinese.
func plan(
  price: String? = "9.99", period length: String? = "P1M", offer: Offer? = nil,
  names: [String: String] = ["en_US": "Pro Monthly", "zh-Hans": "专业版月订阅"]
) throws -> Product {
  Product(
    id: "pro.month", type: .autoRenewable, referenceName: "pro month",
    localizations: names.sorted { $0.key < $1.key }.map {
      Localization(locale: $0.key, displayName: $0.value)
    },
    price: try price.map(decimal),
    subscription: Subscription(
      groupID: "pro", level: 2, period: try length.map(period), offers: offer.map { [$0] } ?? []))
}

func trial(_ length: String = "P1W") throws -> Offer {
  Offer(kind: .introductory, mode: .freeTrial, period: try period(length))
}

func payAsYouGo(_ price: String?, charges: Int, of length: String = "P1M") throws -> Offer {
  Offer(
    kind: .introductory, mode: .payAsYouGo, period: try period(length), periods: charges,
    price: try price.map(decimal))
}

func payUpFront(_ price: String?, for length: String = "P3M") throws -> Offer {
  Offer(
    kind: .introductory, mode: .payUpFront, period: try period(length),
    price: try price.map(decimal))
}

import Catalogue
import Disclosure
import FoundationEssentials
import Screens
import StoreModel
import Text

/// One catalogue as a customer of one storefront sees it in one language.
struct ShowDocument {
  private let catalogue: Catalogue
  private let shop: Disclosures
  private let company: String?
  private let products: [(number: Int, product: Product)]

  /// Takes the products with these `ids`, or all of them when there are none.
  init(_ reading: CatalogueReading, only ids: [String]) {
    catalogue = reading.catalogue
    shop = reading.disclosures
    company = reading.company
    products = reading.catalogue.products.enumerated()
      .map { (number: $0.offset + 1, product: $0.element) }
      .filter { ids.isEmpty || ids.contains($0.product.id) }
  }
}

extension ShowDocument {
  /// The object of `show --json`, schema 1.
  var json: JSONValue {
    let counts = catalogue.counts
    return [
      "schema": 1,
      "catalogue": [
        "name": .string(catalogue.name),
        "format": .string(catalogue.format.rawValue),
        "version": JSONValue(catalogue.version),
        "counts": [
          "consumable": JSONValue(counts.consumable),
          "nonConsumable": JSONValue(counts.nonConsumable),
          "nonRenewing": JSONValue(counts.nonRenewing),
          "autoRenewable": JSONValue(counts.autoRenewable),
          "other": JSONValue(counts.other),
        ],
        "groups": JSONValue(catalogue.groupCount),
      ],
      "storefront": .string(shop.storefront.countryCode),
      "currency": .string(shop.storefront.currencyCode),
      "ownStorefront": JSONValue(shop.ownStorefront),
      "currencyIsAssumed": .bool(shop.storefront.isAssumed),
      "locale": .string(shop.locale),
      "company": JSONValue(company),
      "products": .list(products.map { json($0.product) }),
      "invalidProductIDs": .list(catalogue.invalidProductIDs.map(JSONValue.string)),
      "diagnostics": .list(catalogue.diagnostics.map(json)),
    ]
  }

  /// The object of one product.
  func json(_ product: Product) -> JSONValue {
    let name = product.displayName(for: shop.locale)
    let subscription = product.subscription
    return [
      "id": .string(product.id),
      "type": .string(product.type.rawValue),
      "rawType": .string(product.rawType),
      "referenceName": .string(product.referenceName),
      "displayName": .string(name.text),
      "displayNameLocale": JSONValue(name.locale),
      "description": JSONValue(product.description(for: shop.locale)?.text),
      "displayPrice": JSONValue(product.price.map(shop.displayPrice)),
      "price": JSONValue(product.price.map { "\($0)" }),
      "currency": .string(shop.storefront.currencyCode),
      "period": JSONValue(subscription?.period?.iso8601),
      "group": JSONValue(subscription?.groupID),
      "level": subscription?.level.map { JSONValue($0) } ?? .null,
      "familyShareable": .bool(product.isFamilyShareable),
      "obstacle": JSONValue(product.obstacle?.rawValue),
      "offers": .list((subscription?.offers ?? []).map { json($0, of: product) }),
      "disclosure": shop.disclosure(for: product).map(json) ?? .null,
    ]
  }

  private func json(_ offer: Offer, of product: Product) -> JSONValue {
    [
      "kind": .string(offer.kind.rawValue),
      "mode": .string(offer.mode.rawValue),
      "period": .string(offer.period.iso8601),
      "periods": JSONValue(offer.periods),
      "price": JSONValue(offer.price.map { "\($0)" }),
      "displayPrice": JSONValue(offer.price.map(shop.displayPrice)),
      "id": JSONValue(offer.id),
      "referenceName": JSONValue(offer.referenceName),
    ]
  }

  private func json(_ disclosure: Disclosure) -> JSONValue {
    [
      "text": .string(disclosure.text),
      "language": .string(disclosure.language),
      "isStandIn": .bool(disclosure.isStandIn),
      "termsURL": JSONValue(shop.links.termsURL),
      "privacyURL": JSONValue(shop.links.privacyURL),
    ]
  }

  private func json(_ diagnostic: Diagnostic) -> JSONValue {
    [
      "severity": .string(diagnostic.severity.rawValue),
      "code": .string(diagnostic.code),
      "path": .string(diagnostic.path),
      "line": diagnostic.line.map { JSONValue($0) } ?? .null,
      "column": diagnostic.column.map { JSONValue($0) } ?? .null,
      "message": .string(diagnostic.message.text),
    ]
  }
}

extension ShowDocument {
  /// The page for people: products in groups, each with its price, offer and disclosure.
  func text(_ words: Words) -> String {
    var lines = [header] + notes(words)
    var group: String?
    for (number, product) in products {
      let next = product.subscription?.groupID ?? ""
      if group != next {
        group = next
        lines.append("")
        lines.append(heading(of: product, words))
      }
      lines += entry(number, product, words)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var header: String {
    let version = catalogue.version.map { " \($0)" } ?? ""
    return SafeText.line(
      "\(catalogue.name) (\(catalogue.format.rawValue)\(version))"
        + "   \(shop.storefront.countryCode) \(shop.storefront.currencyCode)   \(shop.locale)")
  }

  /// What a reader of the prices must know once: whose they are, and in which currency.
  private func notes(_ words: Words) -> [String] {
    let storefront = shop.storefront
    var facts = ["storefront": storefront.countryCode, "currency": storefront.currencyCode]
    var notes: [String] = []
    if let company { notes.append(words["page.soldBy", ["company": SafeText.line(company)]]) }
    if let own = shop.ownStorefront, own.uppercased() != storefront.countryCode {
      facts["own"] = SafeText.line(own)
      notes.append(words["note.notConverted", facts])
    }
    if storefront.isAssumed { notes.append(words["note.assumed", facts]) }
    return notes
  }

  private func heading(of product: Product, _ words: Words) -> String {
    guard let subscription = product.subscription else { return words["section.oneTime"] }
    let name = subscription.groupName.isEmpty ? subscription.groupID : subscription.groupName
    return words["section.group", ["group": SafeText.line(name)]]
  }

  private func entry(_ number: Int, _ product: Product, _ words: Words) -> [String] {
    let name = product.displayName(for: shop.locale)
    var price = product.price.map(displayPrice) ?? words["price.none"]
    if let period = product.subscription?.period { price = shop.billed(price, every: period) }
    var lines = [
      SafeText.line(
        "\(number)  \(name.text)   \(price)   \(words["type.\(product.type.rawValue)"])   \(product.id)"
      )
    ]
    if let obstacle = product.obstacle {
      lines.append("   " + words["obstacle.\(obstacle.rawValue)"])
    }
    let disclosure = shop.disclosure(for: product)
    if name.isStandIn, disclosure == nil {
      lines.append("   " + words["note.standInName", ["locale": SafeText.line(shop.locale)]])
    }
    if let disclosure {
      let notes = disclosure.notes.filter { ![.notConverted, .assumedCurrency].contains($0.kind) }
      lines += notes.map { "   (\(SafeText.line($0.text)))" }
      lines += SafeText.paragraph(SafeText.withoutDirectionMarks(disclosure.text)).split(
        separator: "\n"
      ).map { "   \($0)" }
    }
    return lines
  }

  /// The price without the marks that order a line in right-to-left languages.
  private func displayPrice(_ amount: Decimal) -> String {
    SafeText.withoutDirectionMarks(shop.displayPrice(amount))
  }

  /// The diagnostics, one a line, after an empty line; nothing when there are none.
  func diagnosticsText(_ words: Words) -> String {
    guard !catalogue.diagnostics.isEmpty else { return "" }
    let lines = catalogue.diagnostics.map { diagnostic in
      let place = [diagnostic.line, diagnostic.column].compactMap { $0.map { ":\($0)" } }.joined()
      let severity = words["diag.\(diagnostic.severity.rawValue)"]
      return SafeText.line(
        "\(catalogue.name)\(place): \(severity): \(words.text(of: diagnostic.message))"
          + " (\(diagnostic.path), \(diagnostic.code))")
    }
    return "\n" + lines.joined(separator: "\n") + "\n"
  }
}

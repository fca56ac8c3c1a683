import StoreModel
import Text

/// Reads our own JSON catalogue: the `products` of `show --json`, in an object or bare.
struct ProductsReader {
  let findings: Findings
  private var groups: [SubscriptionGroup] = []
  private var digits = PriceDigits(storefront: nil)
  private var locale = "en_US"

  init(findings: Findings) {
    self.findings = findings
  }

  private static let fileKeys: Set = [
    "schema", "catalogue", "storefront", "currency", "locale", "products", "diagnostics",
    "ownStorefront", "currencyIsAssumed", "invalidProductIDs", "company",
  ]

  mutating func catalogue(_ root: JSONNode, named name: String) -> Catalogue {
    var catalogue = Catalogue(name: name, format: .json)
    let products: [Fields]
    if let elements = root.elements {
      products = elements.enumerated().compactMap {
        Fields($0.element, path: .index(.root, $0.offset), findings: findings)
      }
    } else if let file = Fields(root, path: .root, findings: findings) {
      catalogue.settings.locale = file.text("locale")
      catalogue.settings.storefront = file.text("storefront")
      products = file.objects("products", .expected)
      file.reportUnknown(known: Self.fileKeys)
    } else {
      return catalogue
    }
    locale = catalogue.settings.locale ?? locale
    digits = PriceDigits(storefront: catalogue.settings.storefront)
    var list = ProductList()
    for fields in products {
      guard let product = product(fields) else { continue }
      list.add(product, at: fields)
    }
    catalogue.products = list.all
    catalogue.groups = groups
    catalogue.policies = policies(products)
    if catalogue.settings.storefront == nil { reportCurrency(products) }
    return catalogue
  }

  private static let productKeys: Set = [
    "id", "type", "referenceName", "displayName", "description", "displayPrice", "price",
    "currency", "period", "group", "level", "offers", "disclosure", "familyShareable", "obstacle",
    "rawType", "displayNameLocale",
  ]

  private mutating func product(_ fields: Fields) -> Product? {
    guard let id = fields.text("id"), !id.isEmpty else {
      findings.add(
        .error, "no-product-id", fields.place,
        "A product without an id cannot be bought and is ignored; give it an \"id\".")
      return nil
    }
    let type = type(fields)
    let price = fields.price(
      fields.has("displayPrice") && !fields.has("price") ? "displayPrice" : "price", .optional,
      digits: digits)
    if price.text == nil {
      findings.add(
        .warning, "no-price", fields.place(of: "price"),
        "There is no price; write an amount such as \"9.99\".")
    }
    var product = Product(
      id: id, type: type,
      rawType: type == .unknown ? fields.quiet.text("type") ?? "" : TypeName.xcode(type),
      referenceName: fields.text("referenceName") ?? "",
      localizations: fields.text("displayName", .expected).map {
        [
          Localization(
            locale: locale, displayName: $0, description: fields.text("description") ?? "")
        ]
      } ?? [],
      price: price.amount, rawPrice: price.text,
      isFamilyShareable: fields.bool("familyShareable") ?? false)
    if product.price == nil { product.obstacle = .noPrice }
    if type == .autoRenewable {
      let subscription = subscription(fields)
      product.subscription = subscription
      if subscription.period == nil { product.obstacle = .noPeriod }
    }
    if type == .unknown { product.obstacle = .unknownType }
    fields.reportUnknown(known: Self.productKeys)
    return product
  }

  private func type(_ fields: Fields) -> ProductType {
    let words = ProductType.allCases.filter { $0 != .unknown }
    guard let text = fields.text("type", .expected) else { return .unknown }
    if let type = words.first(where: { $0.rawValue == text }) { return type }
    if let type = TypeName.guess(text) {
      findings.add(
        .warning, "type-spelling", fields.place(of: "type"),
        "The type \"\(text)\" is read as \"\(type.rawValue)\"; write it that way.")
      return type
    }
    findings.add(
      .error, "unknown-type", fields.place(of: "type"),
      """
      "\(text)" is not a type of product, so this one cannot be sold; write one of \
      \(list: words.map { "\($0.rawValue)" }).
      """)
    return .unknown
  }

  private mutating func subscription(_ fields: Fields) -> Subscription {
    let group = fields.text("group", .expected) ?? ""
    if !groups.contains(where: { $0.id == group }) {
      groups.append(SubscriptionGroup(id: group, name: group))
    }
    return Subscription(
      groupID: group, groupName: group, level: fields.integer("level"),
      period: period(
        fields, .error,
        """
        There is no readable period, so the subscription cannot be sold; write "P1M" (a month) \
        or the like.
        """),
      offers: fields.objects("offers").compactMap { offer($0) })
  }

  private func period(
    _ fields: Fields, _ severity: Diagnostic.Severity, _ message: Sentence
  ) -> SubscriptionPeriod? {
    let text = fields.text("period")
    if let period = text.flatMap({ SubscriptionPeriod(iso8601: $0) }) { return period }
    findings.add(severity, "no-period", fields.place(of: "period"), message)
    return nil
  }

  private static let offerKeys: Set = [
    "kind", "mode", "period", "periods", "price", "displayPrice", "id", "referenceName",
    "eligibility", "billingPlanType",
  ]

  private func offer(_ fields: Fields) -> Offer? {
    fields.reportUnknown(known: Self.offerKeys)
    let kind = fields.text("kind", .expected).flatMap(Offer.Kind.init)
    let mode = fields.text("mode", .expected).flatMap(Offer.PaymentMode.init)
    guard let kind, let mode else {
      findings.add(
        .warning, "unknown-offer", fields.place,
        """
        The offer's "kind" or "mode" is not known, and it is ignored; kinds are \
        \(list: Offer.Kind.allCases.map { "\($0.rawValue)" }), modes \
        \(list: Offer.PaymentMode.allCases.map { "\($0.rawValue)" }).
        """)
      return nil
    }
    let period = period(
      fields, .warning,
      """
      There is no readable period, so the offer is ignored; write "P1W" (a week) or the like.
      """)
    guard let period else { return nil }
    let price =
      mode == .freeTrial ? nil : fields.price("price", .expected, digits: digits).amount
    return Offer(
      kind: kind, mode: mode, period: period, periods: max(1, fields.integer("periods") ?? 1),
      price: price, id: fields.text("id"), referenceName: fields.text("referenceName"),
      eligibility: fields.texts("eligibility"), billingPlanType: fields.text("billingPlanType"))
  }

  /// The links of the first disclosure that has any; all products of an app share them.
  private func policies(_ products: [Fields]) -> Catalogue.Policies {
    var policies = Catalogue.Policies()
    for disclosure in products.compactMap({ $0.object("disclosure") }) {
      if policies.eula.isEmpty { policies.eula = disclosure.text("termsURL") ?? "" }
      if policies.privacy.isEmpty, let url = disclosure.text("privacyURL") {
        policies.privacy = [Catalogue.PrivacyPolicy(locale: locale, text: "", url: url)]
      }
    }
    return policies
  }

  /// Prices in another currency than the default storefront's must not be shown in dollars.
  private func reportCurrency(_ products: [Fields]) {
    guard
      let fields = products.first(where: { ($0.quiet.text("currency") ?? "USD") != "USD" }),
      let currency = fields.text("currency")
    else { return }
    findings.add(
      .warning, "no-storefront", fields.place(of: "currency"),
      """
      Prices are in \(currency), but the file names no "storefront", so USA is used; add one \
      such as "DEU" beside "products".
      """)
  }
}

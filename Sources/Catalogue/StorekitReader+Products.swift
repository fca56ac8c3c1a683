import StoreModel
import Text

extension StorekitReader {
  private static let productKeys: Set = [
    "productID", "type", "referenceName", "internalID", "displayPrice", "familyShareable",
    "localizations", "promotionalImageID",
  ]

  /// What hand-written files put beside the id instead of into `localizations`.
  private static let flatKeys = productKeys.union(["displayName", "description", "locale"])

  private static let subscriptionKeys = productKeys.union([
    "recurringSubscriptionPeriod", "subscriptionGroupID", "groupNumber", "introductoryOffer",
    "introductoryOffers", "adHocOffers", "codeOffers", "winbackOffers", "billingPlans",
  ])

  private static let suiteKeys: Set = [
    "productID", "type", "referenceName", "internalID", "displayPrice", "isFamilyShareable",
    "familyShareable", "localizations", "duration", "subscriptionGroupID", "groupNumber",
    "introductoryOffers", "members",
  ]

  /// A product of a section; nil only where nobody could ask for it, which is an error.
  func product(
    _ fields: Fields, in section: String, of group: SubscriptionGroup? = nil
  ) -> Product? {
    guard let id = id(fields) else { return nil }
    let (type, rawType) = type(fields, in: section)
    let isFlat = !fields.has("localizations") && fields.has("displayName")
    let price = fields.price("displayPrice", .expected, digits: digits)
    var product = Product(
      id: id, type: type, rawType: rawType,
      referenceName: fields.text("referenceName", isFlat ? .optional : .nullable) ?? "",
      localizations: isFlat ? flatLocalization(fields) : localizations(fields, .expected),
      price: price.amount, rawPrice: price.text,
      isFamilyShareable: fields.bool("familyShareable", .expected) ?? false)
    _ = fields.text("internalID", .expected)
    if product.price == nil { product.obstacle = .noPrice }
    if type == .autoRenewable {
      let subscription = subscription(fields, of: group)
      product.subscription = subscription
      if subscription.period == nil { product.obstacle = .noPeriod }
    }
    if type == .unknown { product.obstacle = .unknownType }
    if TypeName.suites.contains(rawType) { product.obstacle = .suite }
    fields.reportUnknown(
      known: type == .autoRenewable || group != nil
        ? Self.subscriptionKeys : isFlat ? Self.flatKeys : Self.productKeys)
    return product
  }

  /// A suite or bundle: listed, with its words and price, and not for sale.
  func suite(_ fields: Fields, of group: SubscriptionGroup) -> Product? {
    guard let id = id(fields) else { return nil }
    let price = fields.price("displayPrice", .optional, digits: digits)
    let period = fields.text("duration").flatMap { SubscriptionPeriod(iso8601: $0) }
    fields.reportUnknown(known: Self.suiteKeys)
    findings.add(
      .warning, "suite", fields.place,
      """
      "\(id)" is a suite or bundle, which an app cannot sell as a product; in Xcode, add an \
      auto-renewable subscription instead.
      """)
    return Product(
      id: id, type: .unknown, rawType: fields.text("type") ?? "SubscriptionSuite",
      referenceName: fields.text("referenceName") ?? "",
      localizations: localizations(fields, .optional), price: price.amount, rawPrice: price.text,
      isFamilyShareable: fields.bool("isFamilyShareable") ?? false,
      subscription: Subscription(
        groupID: group.id, groupName: group.name, level: fields.integer("groupNumber"),
        period: period),
      obstacle: .suite)
  }

  private func id(_ fields: Fields) -> String? {
    if let id = fields.text("productID"), !id.isEmpty { return id }
    findings.add(
      .error, "no-product-id", fields.place,
      "A product without an id cannot be bought and is ignored; give it a \"productID\".")
    return nil
  }

  /// The kind of a product: Xcode's word, a word that is nearly it, or what the section holds.
  private func type(_ fields: Fields, in section: String) -> (ProductType, rawType: String) {
    let isTold = section != "products"
    guard let rawType = fields.text("type", isTold ? .expected : .optional) else {
      switch section {
      case "nonRenewingSubscriptions": return (.nonRenewing, "")
      case "subscriptions": return (.autoRenewable, "")
      default:
        findings.add(
          .error, "unknown-type", fields.place(of: "type"),
          "The product cannot be sold without a type; write \"Consumable\" or \"NonConsumable\".")
        return (.unknown, "")
      }
    }
    let place = fields.place(of: "type")
    if let type = TypeName.xcode[rawType] {
      reportSection(type, section, place)
      return (type, rawType)
    }
    if TypeName.suites.contains(rawType) {
      findings.add(
        .warning, "suite", place,
        "Suites and bundles cannot be bought from an app; add an auto-renewable subscription.")
      return (.unknown, rawType)
    }
    if let type = TypeName.guess(rawType) {
      findings.add(
        .warning, "type-spelling", place,
        """
        The type "\(rawType)" is read as "\(TypeName.xcode(type))"; write it that way, or Xcode will \
        not read the file.
        """)
      reportSection(type, section, place)
      return (type, rawType)
    }
    let types = Set(TypeName.xcode.keys)
    findings.add(
      .error, "unknown-type", place,
      findings.suggestion(for: rawType, among: types).map {
        """
        "\(rawType)" is not a type of product, so this one cannot be sold; did you mean "\($0)"?
        """
      }
        ?? """
        "\(rawType)" is not a type of product, so this one cannot be sold; write one of \
        \(list: types.sorted().map { "\($0)" }).
        """)
    return (.unknown, rawType)
  }

  private func reportSection(_ type: ProductType, _ section: String, _ place: Place) {
    let right =
      switch type {
      case .autoRenewable: "subscriptions"
      case .nonRenewing: "nonRenewingSubscriptions"
      case .consumable, .nonConsumable, .unknown: "products"
      }
    guard right != section else { return }
    findings.add(
      .warning, "wrong-section", place,
      type == .autoRenewable
        ? """
        An auto-renewable subscription belongs in the "subscriptions" of a group in \
        "subscriptionGroups"; move it there.
        """ : "A product of this type belongs in \"\(right)\"; move it there.")
  }

  // MARK: - Subscriptions

  private func subscription(_ fields: Fields, of group: SubscriptionGroup?) -> Subscription {
    let ownGroup = fields.text("subscriptionGroupID")
    if let group, let ownGroup, ownGroup != group.id {
      findings.add(
        .warning, "group-mismatch", fields.place(of: "subscriptionGroupID"),
        """
        The subscription names the group "\(ownGroup)" but stands in "\(group.id)", which is the one \
        that counts; make them equal.
        """)
    } else if group != nil, ownGroup == nil {
      findings.add(
        .note, "missing-key", fields.place(of: "subscriptionGroupID"),
        "\"subscriptionGroupID\" is missing; the group that the subscription stands in is taken.")
    }
    return Subscription(
      groupID: group?.id ?? ownGroup ?? "", groupName: group?.name ?? "",
      level: level(fields, group), period: period(fields), offers: offers(fields),
      billingPlans: billingPlans(fields))
  }

  private func level(_ fields: Fields, _ group: SubscriptionGroup?) -> Int? {
    let level = fields.integer("groupNumber", group == nil ? .optional : .expected)
    guard let level, level < 1 else { return level }
    findings.add(
      .warning, "out-of-range", fields.place(of: "groupNumber"),
      "The level \(level) is out of range; levels begin at 1, the highest level of service.")
    return nil
  }

  private static let planPeriods: Set = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"]

  private func period(_ fields: Fields) -> SubscriptionPeriod? {
    let key = "recurringSubscriptionPeriod"
    guard let text = fields.text(key) else {
      findings.add(
        .error, "no-period", fields.place(of: key),
        """
        A subscription without a period cannot be sold; write "\(key)" as "P1M" (a month) or the like.
        """)
      return nil
    }
    guard let period = SubscriptionPeriod(iso8601: text) else {
      findings.add(
        .error, "no-period", fields.place(of: key),
        """
        "\(text)" is not a period, so the subscription cannot be sold; write "P1M" (a month) or the \
        like.
        """)
      return nil
    }
    if !Self.planPeriods.contains(text) {
      findings.add(
        .warning, "unusual-period", fields.place(of: key),
        """
        The App Store sells subscriptions of 1 week, of 1, 2, 3 and 6 months and of 1 year (P1W, \
        P1M, P2M, P3M, P6M, P1Y), not of \(text).
        """)
    }
    return period
  }

  // MARK: - Words

  private static let localizationKeys: Set = ["locale", "displayName", "description"]

  func localizations(_ fields: Fields, _ presence: Fields.Presence) -> [Localization] {
    var found: [Localization] = []
    for entry in fields.objects("localizations", presence) {
      let localization = Localization(
        locale: entry.text("locale", .expected) ?? "",
        displayName: entry.text("displayName", .expected) ?? "",
        description: entry.text("description") ?? "")
      entry.reportUnknown(known: Self.localizationKeys)
      if found.contains(where: { $0.locale == localization.locale }) {
        findings.add(
          .warning, "duplicate-locale", entry.place,
          "\"\(localization.locale)\" is here twice and the first one counts; take one out.")
      }
      found.append(localization)
    }
    if found.isEmpty, presence == .expected {
      findings.add(
        .note, "no-localization", fields.place(of: "localizations"),
        """
        There is no name in any language, so the reference name is shown; add a localization.
        """)
    } else if found.contains(where: \.displayName.isEmpty) {
      findings.add(
        .note, "empty-name", fields.place(of: "localizations"),
        "A display name is empty; write one, or take its localization out.")
    }
    return found
  }

  private func flatLocalization(_ fields: Fields) -> [Localization] {
    findings.add(
      .warning, "misplaced-text", fields.place(of: "displayName"),
      """
      "displayName" and "description" belong in an entry of "localizations", beside a "locale"; \
      move them there.
      """)
    return [
      Localization(
        locale: fields.text("locale") ?? "en_US", displayName: fields.text("displayName") ?? "",
        description: fields.text("description") ?? "")
    ]
  }
}

import FoundationEssentials
import StoreModel
import Text

extension StorekitReader {
  private static let offerKeys: Set = [
    "internalID", "paymentMode", "subscriptionPeriod", "numberOfPeriods", "displayPrice",
    "offerID", "referenceName", "eligibility", "isStackable", "isEligible", "billingPlanType",
  ]

  /// All offers of a subscription, the introductory ones first.
  func offers(_ fields: Fields) -> [Offer] {
    introductoryOffers(fields)
      + offers(fields, "adHocOffers", .promotional)
      + offers(fields, "codeOffers", .offerCode)
      + offers(fields, "winbackOffers", .winBack)
  }

  private func offers(_ fields: Fields, _ key: String, _ kind: Offer.Kind) -> [Offer] {
    fields.objects(key).compactMap { offer($0, kind) }
  }

  /// The introductory offers, at most one a billing plan.
  ///
  /// The single offer of earlier versions stands beside the list of 5.0 as a copy of one of it, and
  /// counts where the list has none for its plan.
  private func introductoryOffers(_ fields: Fields) -> [Offer] {
    let list = fields.objects("introductoryOffers")
    var offers: [Offer] = []
    for fields in list {
      guard let offer = offer(fields, .introductory) else { continue }
      if isNew(offer, beside: offers, fields) { offers.append(offer) }
    }
    guard let single = fields.object("introductoryOffer") else { return offers }
    // What is odd in a copy was found in the list.
    let copy = offer(single.quiet, .introductory)
    let isCopy = copy.map { copy in offers.contains { $0.plan == copy.plan } } ?? !list.isEmpty
    guard let offer = isCopy ? copy : offer(single, .introductory) else { return offers }
    return isNew(offer, beside: offers, single) ? offers + [offer] : offers
  }

  /// Whether no offer is there for the same plan; one that differs is a finding.
  private func isNew(_ offer: Offer, beside offers: [Offer], _ fields: Fields) -> Bool {
    guard let other = offers.first(where: { $0.plan == offer.plan }) else { return true }
    var copy = offer
    copy.billingPlanType = other.billingPlanType
    if copy != other {
      findings.add(
        .warning, "two-introductory-offers", fields.place,
        """
        There is another introductory offer for the billing plan \(offer.plan), which is the one \
        that counts; make them agree, or take one out.
        """)
    }
    return false
  }

  /// One offer; nil, with a finding, where it says too little to be made.
  private func offer(_ fields: Fields, _ kind: Offer.Kind) -> Offer? {
    fields.reportUnknown(known: Self.offerKeys)
    guard let mode = mode(fields), let period = period(fields) else { return nil }
    let price =
      mode == .freeTrial
      ? nil : fields.price("displayPrice", .expected, digits: digits).amount
    if price == 0 {
      fields.findings.add(
        .warning, "offer-price-zero", fields.place(of: "displayPrice"),
        "An offer at 0 is a free one; write \"free\" as its \"paymentMode\", or a price.")
    }
    let id = fields.text(
      "offerID", kind == .promotional || kind == .winBack ? .expected : .optional)
    return Offer(
      kind: kind, mode: mode, period: period, periods: periods(fields, mode), price: price, id: id,
      referenceName: fields.text("referenceName"), eligibility: eligibility(fields),
      billingPlanType: fields.text("billingPlanType"),
      isStackable: kind == .offerCode && fields.bool("isStackable") ?? false,
      isEligible: kind == .winBack ? isEligible(fields) : true)
  }

  private func mode(_ fields: Fields) -> Offer.PaymentMode? {
    guard let text = fields.text("paymentMode", .expected) else { return nil }
    let place = fields.place(of: "paymentMode")
    switch text {
    case "free": return .freeTrial
    case "payAsYouGo": return .payAsYouGo
    case "payUpFront": return .payUpFront
    case "none":
      fields.findings.add(
        .note, "no-offer", place,
        "The offer was left half filled in and counts as none; finish it in Xcode, or remove it.")
      return nil
    default: break
    }
    let letters = text.lowercased().filter { $0.isLetter }
    let guess = Offer.PaymentMode.allCases.first { $0.rawValue.lowercased() == letters }
    fields.findings.add(
      .warning, "unknown-payment-mode", place,
      guess.map {
        "\"\(text)\" is read as \($0.rawValue); Xcode writes free, payAsYouGo, payUpFront."
      }
        ?? """
        "\(text)" is not a way to pay for an offer, which is ignored; write free, payAsYouGo or \
        payUpFront.
        """)
    return guess
  }

  private static let offerPeriods: Set = [
    "P3D", "P1W", "P2W", "P1M", "P2M", "P3M", "P6M", "P1Y",
  ]

  private func period(_ fields: Fields) -> SubscriptionPeriod? {
    let key = "subscriptionPeriod"
    guard let text = fields.text(key, .expected) else { return nil }
    guard let period = SubscriptionPeriod(iso8601: text) else {
      fields.findings.add(
        .warning, "no-period", fields.place(of: key),
        """
        "\(text)" is not a period, so the offer is ignored; write "P1W" (a week) or the like.
        """)
      return nil
    }
    if !Self.offerPeriods.contains(text) {
      fields.findings.add(
        .warning, "unusual-period", fields.place(of: key),
        """
        The App Store makes offers of 3 days, of 1 and 2 weeks, of 1, 2, 3 and 6 months and of \
        1 year (P3D, P1W, P2W, P1M, P2M, P3M, P6M, P1Y), not of \(text).
        """)
    }
    return period
  }

  private func periods(_ fields: Fields, _ mode: Offer.PaymentMode) -> Int {
    let periods = fields.integer("numberOfPeriods") ?? 1
    let place = fields.place(of: "numberOfPeriods")
    guard (1...999).contains(periods) else {
      fields.findings.add(
        .warning, "out-of-range", place,
        "An offer cannot last \(periods) periods; write a number from 1 to 999.")
      return 1
    }
    if periods > 1, mode != .payAsYouGo {
      fields.findings.add(
        .warning, "offer-periods", place,
        """
        Only an offer that is paid as you go has several periods; write 1, and the whole length as \
        "subscriptionPeriod".
        """)
    }
    return periods
  }

  /// The tester's switch of a win-back offer.
  ///
  /// Every file that Xcode wrote has it. That an offer without it may be redeemed is an assumption:
  /// whoever writes an offer by hand means it to be one.
  private func isEligible(_ fields: Fields) -> Bool { fields.bool("isEligible") ?? true }

  private func eligibility(_ fields: Fields) -> [String] {
    let groups = fields.texts("eligibility")
    for group in groups where !["new", "existing", "expired"].contains(group) {
      fields.findings.add(
        .warning, "unknown-eligibility", fields.place(of: "eligibility"),
        "\"\(group)\" is not a group of customers; write new, existing or expired.")
    }
    return groups
  }
}

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

  /// The list of 5.0 where there is one, since the single offer beside it is a copy of one of it.
  private func introductoryOffers(_ fields: Fields) -> [Offer] {
    let list = offers(fields, "introductoryOffers", .introductory)
    guard let single = fields.object("introductoryOffer") else { return list }
    guard let offer = offer(single, .introductory, isCopy: !list.isEmpty) else { return list }
    guard !list.isEmpty else { return [offer] }
    let isCopy = list.contains {
      $0.mode == offer.mode && $0.period == offer.period && $0.periods == offer.periods
        && $0.price == offer.price
    }
    if !isCopy {
      findings.add(
        .warning, "two-introductory-offers", single.place,
        """
        "introductoryOffer" differs from "introductoryOffers", which are the ones that count; make \
        them agree.
        """)
    }
    return list
  }

  /// One offer; nil, with a finding, where it says too little to be made.
  private func offer(_ fields: Fields, _ kind: Offer.Kind, isCopy: Bool = false) -> Offer? {
    let fields = isCopy ? fields.quiet : fields
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
      billingPlanType: fields.text("billingPlanType"))
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

import FoundationEssentials
import Pricing
import StoreModel

/// Writes the clauses of one subscription, in the order in which a customer must meet them.
///
/// The billed amount is the first price; the offer and the calculated amount come after it and are
/// subordinate, as App Review asks.
struct SubscriptionPage {
  let shop: Disclosures
  let product: Product
  /// The offer this customer may use, if any.
  let offer: Offer?

  var clauses: [Clause] {
    [
      title, billed, length, offered, perMonth, committed, charge, renews, renewalCharge, manage,
      forfeit,
      link(shop.links.termsURL, .termsLabel, .termsLink),
      link(shop.links.privacyURL, .privacyLabel, .privacyLink),
    ].compactMap(\.self)
  }

  private var copy: DisclosureCopy { shop.copy }
  private var name: String { oneLine(product.displayName(for: shop.locale).text) }
  private var price: String? { product.price.map(shop.displayPrice) }
  private var period: SubscriptionPeriod? { product.subscription?.period }

  private var title: Clause {
    clause(.title, [.title], from: [.displayName], [.title: name])
  }

  private var billed: Clause {
    guard let price else { return missing(.missingPrice, [.price], from: [.displayPrice]) }
    guard let period else {
      return clause(
        .billedNoPeriod, [.price], .billed, from: [.displayPrice], [.price: price])
    }
    return clause(
      .billed, [.price], .billed, from: [.displayPrice, .recurringSubscriptionPeriod],
      [.price: price, .rate: shop.periodRate(period)])
  }

  private var length: Clause {
    guard let period else {
      return missing(.missingLength, [.length], from: [.recurringSubscriptionPeriod])
    }
    return clause(
      .length, [.length], from: [.recurringSubscriptionPeriod],
      [.length: shop.periodLength(period)])
  }

  private var offered: Clause? {
    guard let offer else { return nil }
    let rules: [Clause.Rule] = offer.mode == .freeTrial ? [.trial, .price] : [.price]
    let sources: [Clause.Source] = [.introductoryOffer, .displayPrice]
    guard let summary = shop.completeOfferSummary(offer, of: product) else {
      return missing(.missingOffer, rules, from: sources)
    }
    return clause(.offer, rules, .subordinate, from: sources, [.offer: summary])
  }

  private var perMonth: Clause? {
    guard let amount = shop.monthlyEquivalent(of: product), let price, let period,
      let regular = shop.regularPrice(of: product)
    else { return nil }
    return clause(
      .perMonth, [.pricePerUnit], .subordinate,
      from: [.calculation, .displayPrice, .recurringSubscriptionPeriod],
      [
        .perMonth: amount, .price: price, .rate: shop.periodRate(period), .regular: regular,
      ])
  }

  /// The total of a commitment stands beside its monthly amount.
  private var committed: Clause? {
    let plans = product.subscription?.billingPlans ?? []
    guard let summary = plans.lazy.compactMap({ shop.planSummary($0.type, of: product) }).first
    else { return nil }
    return clause(
      .commitment, [.price, .length], .subordinate, from: [.billingPlans], [.offer: summary])
  }

  private var charge: Clause {
    if let offer, offer.mode == .freeTrial {
      let sources: [Clause.Source] = [.introductoryOffer, .displayPrice]
      guard let price else { return missing(.missingCharge, [.charge, .trial], from: sources) }
      return clause(.chargeAfterTrial, [.charge, .trial], from: sources, [.price: price])
    }
    let source: Clause.Source = offer == nil ? .displayPrice : .introductoryOffer
    guard let amount = offer == nil ? product.price : offer?.price else {
      return missing(.missingCharge, [.charge], from: [source])
    }
    return clause(
      .charge, [.charge], from: [source], [.chargedNow: shop.displayPrice(amount)])
  }

  private var renews: Clause {
    clause(.renews, [.renews, .cancel24], from: [.displayName], [.title: name])
  }

  private var renewalCharge: Clause {
    let rules: [Clause.Rule] = [.renewal24, .renewalCost]
    guard let price else {
      return missing(.missingRenewalCharge, rules, from: [.displayPrice])
    }
    guard let offer, offer.mode == .payAsYouGo, offer.periods > 1 else {
      return clause(.renewalCharge, rules, from: [.displayPrice], [.price: price])
    }
    let sources: [Clause.Source] = [.introductoryOffer, .displayPrice]
    guard let offerPrice = offer.price.map(shop.displayPrice) else {
      return missing(.missingRenewalCharge, rules, from: sources)
    }
    return clause(
      .renewalChargeIntroductory, rules, from: sources,
      [.price: price, .offerPrice: offerPrice, .count: String(offer.periods)])
  }

  private var manage: Clause { clause(.manage, [.manage], from: []) }

  private var forfeit: Clause? {
    guard offer?.mode == .freeTrial else { return nil }
    return clause(.trialForfeit, [.forfeit], from: [.introductoryOffer])
  }

  private func link(
    _ url: String?, _ label: DisclosureCopy.Sentence, _ rule: Clause.Rule
  ) -> Clause {
    let label = copy.text(label)
    var clause =
      if let url {
        clause(.link, [rule], from: [.links], [.label: label, .url: oneLine(url)])
      } else {
        missing(.missingLink, [rule], from: [.links], [.label: label])
      }
    clause.link = Clause.Link(label: label, url: url)
    return clause
  }

  private func clause(
    _ sentence: DisclosureCopy.Sentence, _ rules: [Clause.Rule],
    _ prominence: Clause.Prominence = .plain, from sources: [Clause.Source],
    _ facts: [DisclosureCopy.Placeholder: String] = [:]
  ) -> Clause {
    Clause(
      key: sentence.rawValue, rules: rules, text: copy.text(sentence, facts),
      prominence: prominence, link: nil, sources: sources, isMissing: false)
  }

  private func missing(
    _ sentence: DisclosureCopy.Sentence, _ rules: [Clause.Rule], from sources: [Clause.Source],
    _ facts: [DisclosureCopy.Placeholder: String] = [:]
  ) -> Clause {
    var clause = clause(sentence, rules, from: sources, facts)
    clause.isMissing = true
    return clause
  }
}

extension SubscriptionPage {
  /// What a reviewer must know of this page.
  var notes: [Note] {
    var notes: [Note] = []
    let storefront = shop.storefront
    let currency = storefront.currencyCode
    if let own = shop.ownStorefront, own.uppercased() != storefront.countryCode {
      notes.append(
        note(.notConverted, .noteNotConverted, [.ownStorefront: own, .currency: currency]))
    }
    if storefront.isAssumed {
      notes.append(
        note(
          .assumedCurrency, .noteAssumedCurrency,
          [.storefront: storefront.countryCode, .currency: currency]))
    }
    if shop.isStandIn {
      notes.append(
        note(
          .standInLanguage, .noteStandInLanguage,
          [.locale: shop.locale, .language: shop.language]))
    }
    if product.displayName(for: shop.locale).isStandIn {
      notes.append(note(.standInName, .noteStandInName, [.locale: shop.locale]))
    }
    for amount in [product.price, offer?.price].compactMap(\.self)
    where !PriceFormatter.fits(amount, currency) {
      notes.append(
        note(.rounded, .noteRounded, [.amount: amount.description, .currency: currency]))
    }
    return notes
  }

  private func note(
    _ kind: Note.Kind, _ sentence: DisclosureCopy.Sentence,
    _ facts: [DisclosureCopy.Placeholder: String]
  ) -> Note {
    Note(kind: kind, text: oneLine(copy.text(sentence, facts)))
  }
}

/// The text with each line break as a space, so that a name cannot pose as a clause.
private func oneLine(_ text: String) -> String {
  String(text.map { $0.isNewline ? " " : $0 })
}

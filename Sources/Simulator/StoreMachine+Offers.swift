import FoundationEssentials
import StoreModel

extension StoreMachine {
  /// Puts the offer or plan that a payment asks for on the sale; without one the introductory offer
  /// where this customer gets it.
  ///
  /// - Returns: why the store refuses it; nil when it does not.
  func apply(
    _ option: PurchaseOption?, to sale: inout Sale, _ life: Life?, of customer: Customer
  ) -> StoreError? {
    guard let subscription = sale.product.subscription else { return .storeProductNotAvailable }
    let isActive = life?.isEntitled == true
    switch option {
    case nil, .billingPlan(BillingPlan.billedUpFront):
      if !isActive,
        allowsIntroductoryOffer(inGroup: subscription.groupID, account: customer.account),
        let offer = subscription.introductoryOffer, let money = money(of: offer)
      {
        sale.offer = offer
        sale.money = money.times(sale.quantity)
      }
      return nil
    case .promotionalOffer(let id):
      guard let offer = subscription.offers.first(where: { $0.kind == .promotional && $0.id == id })
      else { return .invalidOfferIdentifier }
      // For existing and former subscribers of the app (Apple, "Promotional offers").
      guard customer.lives.contains(where: { !$0.key.isShared }) else { return .ineligibleForOffer }
      if controls.discountFault == .stalePrice { return .invalidOfferPrice }
      return grant(offer, on: &sale)
    case .winBackOffer(let id):
      guard let offer = subscription.offers.first(where: { $0.kind == .winBack && $0.id == id })
      else { return .invalidOfferIdentifier }
      guard let life, winBackOffers(of: life).contains(offer) else { return .ineligibleForOffer }
      return grant(offer, on: &sale)
    case .billingPlan(let type):
      guard let plan = subscription.billingPlans.first(where: { $0.type == type && $0.isEnabled }),
        let bill = self.plan(plan, of: subscription, quantity: sale.quantity)
      else { return .storeProductNotAvailable }
      sale.plan = bill
      (sale.money, sale.regularMoney) = (bill.money, bill.money)
      return nil
    }
  }

  /// An offer may not cost more than the regular price.
  private func grant(_ offer: Offer, on sale: inout Sale) -> StoreError? {
    guard let money = money(of: offer), let regular = shelf.money(sale.product.price),
      offer.mode == .payUpFront || money.milliunits <= regular.milliunits
    else { return .invalidOfferPrice }
    sale.offer = offer
    sale.money = money.times(sale.quantity)
    return nil
  }

  /// What one charge of an offer costs; nil where it cannot be granted.
  private func money(of offer: Offer) -> Money? {
    offer.isGrantable ? shelf.money(offer.mode == .freeTrial ? 0 : offer.price) : nil
  }

  /// A plan of bills by the month; nil where the catalogue does not say what it costs.
  private func plan(
    _ plan: BillingPlan, of subscription: Subscription, quantity: Int
  ) -> Bill.Plan? {
    guard let count = subscription.period?.months, count > 1, let money = shelf.money(plan.price),
      let total = shelf.money(plan.commitmentPrice ?? plan.price.map { $0 * Decimal(count) })
    else { return nil }
    return Bill.Plan(
      name: plan.type, count: count, money: money.times(quantity), total: total.times(quantity))
  }

  /// The offers with which somebody who left may come back: the tester's switch alone decides
  /// (Apple, "Testing win-back offers in Xcode").
  func winBackOffers(of life: Life) -> [Offer] {
    guard life.state == .expired, !life.key.isShared else { return [] }
    return shelf.offers(.winBack).filter {
      $0.product.subscription?.groupID == life.key.groupID && $0.offer.isEligible
    }.map(\.offer)
  }
}

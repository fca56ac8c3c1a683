import FoundationEssentials
import StoreModel
import Text

extension StorekitReader {
  private static let planKeys: Set = [
    "billingPlanType", "displayPrice", "commitmentDisplayPrice", "internalID", "isEnabled",
  ]

  /// The billing plans of a subscription; where they and the price disagree is a finding.
  func billingPlans(_ subscription: Fields) -> [BillingPlan] {
    let own = subscription.quiet.price("displayPrice", .optional, digits: digits)
    let plans = subscription.objects("billingPlans").map { fields in
      fields.reportUnknown(known: Self.planKeys)
      let plan = billingPlan(fields)
      if plan.isEnabled { reportDisagreements(of: plan, fields, own) }
      return plan
    }
    reportOthers(plans, subscription, own.text ?? "")
    return plans
  }

  /// One plan; what one that is off leaves out or has odd is no finding.
  private func billingPlan(_ fields: Fields) -> BillingPlan {
    let isEnabled = fields.bool("isEnabled") ?? true
    let fields = isEnabled ? fields : fields.quiet
    let price = fields.price("displayPrice", .expected, digits: digits)
    let total = fields.price("commitmentDisplayPrice", .optional, digits: digits)
    return BillingPlan(
      type: fields.text("billingPlanType", .expected) ?? "", price: price.amount,
      commitmentPrice: total.amount, isEnabled: isEnabled, rawPrice: price.text,
      rawCommitmentPrice: total.text)
  }

  private func reportDisagreements(
    of plan: BillingPlan, _ fields: Fields, _ own: (amount: Decimal?, text: String?)
  ) {
    guard let price = plan.price, let rawPrice = plan.rawPrice else { return }
    let total = plan.rawCommitmentPrice ?? ""
    switch plan.type {
    case BillingPlan.monthly:
      let year = price * 12
      guard let commitment = plan.commitmentPrice, commitment != year else { return }
      findings.add(
        .warning, "commitment-total", fields.place(of: "commitmentDisplayPrice"),
        """
        Twelve bills of \(rawPrice) are \("\(year)"), but the total of the commitment is \
        \(total); make them agree.
        """)
    case BillingPlan.billedUpFront:
      if let commitment = plan.commitmentPrice, commitment != price {
        findings.add(
          .warning, "commitment-total", fields.place(of: "commitmentDisplayPrice"),
          """
          The one bill is \(rawPrice), but the total of the commitment is \(total); make them agree.
          """)
      }
      if let amount = own.amount, let text = own.text, amount != price {
        findings.add(
          .warning, "plan-price", fields.place(of: "displayPrice"),
          """
          The plan costs \(rawPrice) up front, but the product's own price is \(text), which is the \
          one that counts here; make them agree.
          """)
      }
    default:
      findings.add(
        .warning, "unknown-billing-plan", fields.place(of: "billingPlanType"),
        "\"\(plan.type)\" is not a billing plan; write BILLED_UPFRONT or MONTHLY.")
    }
  }

  /// Says in which other ways than at its own price a subscription is sold.
  private func reportOthers(_ plans: [BillingPlan], _ fields: Fields, _ price: String) {
    let others = plans.filter { plan in
      plan.type != BillingPlan.billedUpFront || plan.rawPrice != price
    }
    guard !others.isEmpty else { return }
    let sentences: [Sentence] = plans.map { plan in
      let price = plan.rawPrice ?? "?"
      let total = plan.rawCommitmentPrice ?? price
      return total == price
        ? "\(plan.type) \(price)" : "\(plan.type) \(price) (in total \(total))"
    }
    findings.add(
      .note, "billing-plans", fields.place(of: "billingPlans"),
      """
      Beside its own price \(price) the subscription has billing plans: \(list: sentences).
      """)
  }
}

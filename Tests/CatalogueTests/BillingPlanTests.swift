import Catalogue
import FoundationEssentials
import StoreModel
import Testing

/// A yearly subscription for 11.88 with these billing plans.
private func yearly(_ plans: String) -> Catalogue {
  let plan = Shelf.plan.with("recurringSubscriptionPeriod", #""P1Y""#)
    .with("displayPrice", #""11.88""#).with("billingPlans", plans)
  return Shelf.read(Shelf.file(plans: [plan], more: #""version" : {"major" : 5, "minor" : 0}"#))
}

extension Catalogue {
  fileprivate var plans: [BillingPlan] { product("monthly")?.subscription?.billingPlans ?? [] }

  /// The findings but for the note that plans are not sold, from the plans on.
  fileprivate var planFindings: [String] {
    findings.filter { !$0.hasPrefix("note billing-plans") }
      .map { $0.replacing("$.subscriptionGroups[0].subscriptions[0].billingPlans", with: "") }
  }
}

private func plan(_ type: String, _ price: String, _ total: String, _ more: String = "") -> String {
  """
  {"billingPlanType" : "\(type)", "displayPrice" : "\(price)", \
  "commitmentDisplayPrice" : "\(total)", "internalID" : "1"\(more)}
  """
}

@Suite struct `Reading billing plans` {
  @Test func `every plan is kept with its prices and their texts`() {
    let catalogue = yearly(
      """
      [\(plan("BILLED_UPFRONT", "11.88", "11.88", #", "isEnabled" : true"#)),
      \(plan("MONTHLY", "1.10", "13.20")),
      \(plan("MONTHLY", "", "lots", #", "isEnabled" : false"#))]
      """)
    #expect(catalogue.planFindings == [])
    #expect(
      catalogue.plans == [
        BillingPlan(
          type: "BILLED_UPFRONT", price: Decimal(string: "11.88"),
          commitmentPrice: Decimal(string: "11.88"), rawPrice: "11.88", rawCommitmentPrice: "11.88"),
        BillingPlan(
          type: "MONTHLY", price: Decimal(string: "1.1"), commitmentPrice: Decimal(string: "13.2"),
          rawPrice: "1.10", rawCommitmentPrice: "13.20"),
        BillingPlan(
          type: "MONTHLY", price: nil, isEnabled: false, rawPrice: "", rawCommitmentPrice: "lots"),
      ])
  }

  @Test(arguments: [
    (plan("MONTHLY", "0.5", "6.00"), []),
    (plan("MONTHLY", "0.5", "6.01"), ["warning commitment-total [0].commitmentDisplayPrice"]),
    (plan("MONTHLY", "0.5", "6.01", #", "isEnabled" : false"#), []),
    (
      plan("BILLED_UPFRONT", "11.88", "12"),
      ["warning commitment-total [0].commitmentDisplayPrice"]
    ),
    (plan("BILLED_UPFRONT", "11.880", "11.88"), []),
    (plan("BILLED_UPFRONT", "0.99", "0.99"), ["warning plan-price [0].displayPrice"]),
    (plan("WEEKLY", "1", "52"), ["warning unknown-billing-plan [0].billingPlanType"]),
    (plan("MONTHLY", "", "6"), ["warning no-price [0].displayPrice"]),
    (plan("MONTHLY", "0,5", "6"), ["warning price-spelling [0].displayPrice"]),
    (
      #"{"isEnabled" : true}"#,
      [
        "warning missing-key [0].displayPrice", "warning missing-key [0].billingPlanType",
      ]
    ),
    (
      plan("MONTHLY", "99999999999999999999999999999999999999", "1"),
      ["warning commitment-total [0].commitmentDisplayPrice"]
    ),
    ("7", ["warning wrong-type [0]"]),
  ])
  func `prices that disagree are findings`(plan: String, findings: [String]) {
    let catalogue = yearly("[\(plan)]")
    #expect(catalogue.planFindings == findings)
    #expect(catalogue.product("monthly")?.obstacle == nil)
    #expect(catalogue.product("monthly")?.price == Decimal(string: "11.88"))
  }

  @Test func `what disagrees is said in figures`() throws {
    let catalogue = yearly(
      "[\(plan("BILLED_UPFRONT", "0.99", "0.99")), \(plan("MONTHLY", "0.5", "6.50"))]")
    #expect(
      catalogue.diagnostics.map(\.message.text) == [
        """
        Beside its own price 11.88 the subscription has billing plans: \
        BILLED_UPFRONT 0.99, MONTHLY 0.5 (in total 6.50).
        """,
        """
        The plan costs 0.99 up front, but the product's own price is 11.88, which is the one that \
        counts here; make them agree.
        """,
        "Twelve bills of 0.5 are 6, but the total of the commitment is 6.50; make them agree.",
      ])
  }
}

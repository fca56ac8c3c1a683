import Foundation
import Screens
import StoreModel
import StoreTestSupport
import Testing

@Suite struct `Offers and plans of a product` {
  private func shop() -> ScreenDriver {
    var reading = SampleShop.reading()
    let month = SubscriptionPeriod(value: 1, unit: .month)
    for index in reading.catalogue.products.indices
    where reading.catalogue.products[index].id == "pro.year" {
      reading.catalogue.products[index].subscription?.offers = [
        Offer(kind: .promotional, mode: .payAsYouGo, period: month, price: 5, id: "LOYAL"),
        Offer(kind: .winBack, mode: .freeTrial, period: month, id: "COMEBACK"),
      ]
      reading.catalogue.products[index].subscription?.billingPlans = [
        BillingPlan(type: BillingPlan.monthly, price: 7, commitmentPrice: 84)
      ]
    }
    var driver = ScreenDriver(words: SampleShop.words())
    driver.hand(.catalogueRead(reading))
    driver.hand(.queueChanged(QueueState(mode: .open), at: SampleShop.now))
    return driver
  }

  @Test(arguments: [
    ("MON", PurchaseOption.billingPlan("MONTHLY")),
    ("loyal", .promotionalOffer(id: "LOYAL")), ("COME", .winBackOffer(id: "COMEBACK")),
  ])
  func `are chosen by what they cost or by their names`(text: String, option: PurchaseOption) {
    var driver = shop()
    driver.press(.character("O"))
    for shown in ["12 bills, $84.00 in total", "LOYAL", "COMEBACK"] {
      #expect(driver.screen.contains(shown), "\(shown)")
    }
    driver.type(text)
    #expect(
      driver.press(.enter) == [.pay(productID: "pro.year", quantity: 1, option: option)])
  }

  @Test func `of a product without any say so`() {
    var driver = shop()
    driver.type("/coins")
    driver.press(.enter, .character("O"))
    #expect(driver.screen.contains("This product has no offers or plans to choose from."))
  }
}

import FoundationEssentials
import StoreModel
import StoreTestSupport
import Testing

@testable import Screens

@Suite struct `The order of the products` {
  private func shop(_ size: Size = Size(columns: 80, rows: 24)) -> ScreenDriver {
    Scene.all[2].driver(size: size)
  }

  private func ids(_ driver: ScreenDriver) -> [String] {
    driver.state.products.map { list in list.matches.map { list.products[$0].id } } ?? []
  }

  static let orders: [(order: ProductList.Order, ids: [String], head: String)] = [
    (
      .name, ["coins100", "ghost", "lite.month", "pro.month", "pro.year", "noads", "pass90"],
      "Name ^"
    ),
    (
      .price, ["coins100", "lite.month", "noads", "pro.month", "pass90", "pro.year", "ghost"],
      "Price ^"
    ),
    (
      .type, ["coins100", "noads", "ghost", "pro.year", "pro.month", "lite.month", "pass90"],
      "Type ^"
    ),
  ]

  @Test(arguments: orders)
  func `is said by the head and has no headings`(
    order: ProductList.Order, ids: [String], head: String
  ) {
    var driver = shop(Size(columns: 100, rows: 24))
    driver.state.products?.sort(by: order)
    #expect(self.ids(driver) == ids)
    #expect(driver.screen.contains(head))
    #expect(driver.screen.split(separator: "^").count == 2)
    #expect(!driver.screen.contains("subscription group, 3 levels"))
    driver.state.products?.sort(by: .file)
    #expect(driver.screen == shop(Size(columns: 100, rows: 24)).screen)
  }

  @Test func `keeps the selection on its product, where it is on the screen`() {
    var driver = shop()
    driver.press(.down, .down)
    let row = driver.frame.cursor?.row
    for _ in ProductList.Order.allCases {
      driver.type("s")
      #expect(driver.screen.contains("> Lite Monthly"))
    }
    #expect(driver.frame.cursor?.row == row)
  }

  @Test func `survives filter and reading again`() {
    var driver = shop()
    driver.type("s")
    driver.type("/pro.")
    driver.press(.enter)
    #expect(ids(driver) == ["pro.month", "pro.year"])
    driver.hand(.catalogueRead(SampleShop.reading()))
    #expect(ids(driver) == ["pro.month", "pro.year"])
    driver.press(.escape)
    #expect(ids(driver).first == "coins100")
    #expect(driver.screen.contains("Name ^"))
  }

  @Test func `is made quickly for ten thousand products`() {
    var driver = ScreenDriver(words: SampleShop.words())
    driver.hand(.catalogueRead(SampleShop.reading(SampleShop.large(10_000))))
    for order in ProductList.Order.allCases {
      let time = ContinuousClock().measure { driver.state.products?.sort(by: order) }
      #expect(time < .seconds(5), "\(order)")
    }
    #expect(driver.state.products?.matches.count == 10_000)
  }
}

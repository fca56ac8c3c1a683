import Foundation
import StoreModel
import StoreTestSupport
import Testing
import Text

@testable import Screens

/// A shop of products with these names, each for 1234.50.
private func shop(_ names: [String], _ columns: Int, _ rows: Int) -> ScreenDriver {
  var driver = ScreenDriver(words: SampleShop.words(), size: Size(columns: columns, rows: rows))
  let products = names.enumerated().map { index, name in
    Product(
      id: "id\(index)", type: .nonConsumable,
      localizations: [Localization(locale: "en_US", displayName: name)],
      price: Decimal(string: "1234.50"))
  }
  driver.hand(.catalogueRead(SampleShop.reading(Catalogue(name: "a", products: products))))
  driver.hand(.queueChanged(QueueState(mode: .open), at: SampleShop.now))
  driver.press(.home)
  return driver
}

/// The text of the rows that are in reverse, without their spaces at the end.
///
/// The reverse covers the whole width of the list.
private func selection(_ driver: ScreenDriver) -> [String] {
  let columns = Layout(size: driver.size).listColumns
  return driver.frame.rows.filter { $0.first?.style.contains(.reverse) == true }.map { row in
    let covered = row.prefix { $0.style.contains(.reverse) }
    #expect(covered.map(\.width).reduce(0, +) == columns)
    var text = covered.map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }
}

@Suite struct `A name of 30 characters` {
  static let names = [
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ1234", "Thirty characters of a long na",
    "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十",
    "プレミアム月額プランプレミアム月額プランプレミアム月額プラン", "e\u{301}" + String(repeating: "é", count: 29),
  ]

  @Test(arguments: names, [40, 60, 80, 100, 120, 132])
  func `is whole at every size`(name: String, columns: Int) {
    for rows in [12, 24, 43] {
      let text = selection(shop([name, "Other"], columns, rows)).joined().filter { $0 != " " }
      #expect(text.contains(name.filter { $0 != " " }), "\(text)")
      #expect(text.contains("$1,234.50"))
    }
  }
}

@Suite struct `An entry of several lines` {
  @Test(arguments: [
    (
      "A name that needs two lines here", ["> A name that needs two lines here", "  $1,234.50"]
    ),
    (
      "A name that needs two lines because it is long",
      ["> A name that needs two lines because", "  it is long $1,234.50"]
    ),
    (
      "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十",
      ["> 一二三四五六七八九十一二三四五六七八", "  九十一二三四五六七八九十 $1,234.50"]
    ),
  ])
  func `has its price at the right of the last line or below`(name: String, rows: [String]) {
    let driver = shop([name, "Other"], 40, 12)
    let found = selection(driver).map { row in
      row.replacing(/[ ]+\$/) { _ in row.hasPrefix("   ") ? "  $" : " $" }
    }
    #expect(found == rows)
    for row in selection(driver) where row.hasSuffix("$1,234.50") {
      #expect(Cells.width(row) == 39)
    }
  }

  @Test func `is seen whole while one moves through the list`() {
    let names = (1...20).map { "Number \($0) of the names that need two lines" }
    for (columns, rows) in [(40, 12), (40, 9), (30, 8), (120, 30)] {
      var driver = shop(names, columns, rows)
      for key in [Key.down, .up] {
        for _ in names {
          let text = selection(driver).joined().filter { $0 != " " }
          let index = driver.state.products?.position.selected ?? 0
          #expect(text.contains(names[index].filter { $0 != " " }), "\(columns)x\(rows)")
          #expect(text.contains("$1,234.50"))
          driver.press(key)
        }
      }
    }
  }

  @Test func `is not skipped by a page key`() {
    let names = (1...20).map { "Number \($0) of the names that need two lines" }
    var driver = shop(names, 40, 12)
    var seen: Set<Int> = []
    for _ in names {
      for index in 0..<20 where driver.screen.contains("Number \(index + 1) of") {
        seen.insert(index)
      }
      driver.press(.pageDown)
    }
    #expect(seen == Set(0..<20))
  }

  @Test func `of a purchase keeps its price too`() {
    var driver = shop(["A name that needs two lines because it is long"], 40, 12)
    let purchase = Purchase(
      id: "a1", productID: "id0", stage: .paid,
      history: [Purchase.Mark(.open, SampleShop.now), Purchase.Mark(.paid, SampleShop.now)],
      price: Price(Decimal(string: "1234.50") ?? 0, "USD"))
    driver.hand(
      .queueChanged(QueueState(mode: .open, purchases: [purchase]), at: SampleShop.now))
    driver.type("2")
    #expect(
      selection(driver) == [
        "> ! A name that needs two lines because", "    it is long                $1,234.50",
      ])
  }
}

@Suite struct `A resize` {
  static let sizes = [(80, 24), (40, 12), (120, 40), (100, 30), (60, 18), (30, 8), (132, 43)]

  @Test func `keeps the selected product in sight`() {
    let names = (1...200).map { "Number \($0) of the names that may need two lines" }
    var driver = shop(names, 80, 24)
    for _ in 0..<101 { driver.press(.down) }
    for (columns, rows) in Self.sizes + Self.sizes.reversed() {
      driver.hand(.resized(Size(columns: columns, rows: rows)))
      #expect(driver.state.products?.position.selected == 101)
      #expect(selection(driver).joined().contains("Number 102 of"), "\(columns)x\(rows)")
    }
  }

  @Test func `leaves the selected product at its height where it can`() {
    var driver = shop((1...200).map { "Number \($0)" }, 80, 40)
    for _ in 0..<60 { driver.press(.down) }
    for _ in 0..<9 { driver.press(.up) }
    let row = driver.frame.cursor?.row
    for (columns, rows) in [(90, 40), (80, 44), (100, 28), (80, 40)] {
      driver.hand(.resized(Size(columns: columns, rows: rows)))
      #expect(driver.frame.cursor?.row == row || rows == 28)
      #expect(selection(driver).joined().contains("Number 52"))
    }
  }

  @Test func `keeps the selected purchase in sight`() {
    var driver = shop(["A name that needs two lines because it is long"], 80, 24)
    let purchases = (0..<50).map { index in
      Purchase(
        id: "p\(index)", productID: "id0", stage: .finished,
        history: [Purchase.Mark(.open, SampleShop.now)],
        price: Price(Decimal(index + 1000), "USD"))
    }
    driver.hand(.queueChanged(QueueState(mode: .open, purchases: purchases), at: SampleShop.now))
    driver.type("2")
    for _ in 0..<30 { driver.press(.down) }
    for (columns, rows) in Self.sizes {
      driver.hand(.resized(Size(columns: columns, rows: rows)))
      #expect(selection(driver).joined().contains("$1,030.00"), "\(columns)x\(rows)")
    }
  }
}

@Suite struct `A screen that is too small` {
  @Test func `may see its lists shrink`() {
    let names = (1...50).map { "Number \($0)" }
    var driver = shop(names, 80, 24)
    let purchases = (0..<50).map { index in
      Purchase(
        id: "p\(index)", productID: "id0", stage: .finished,
        history: [Purchase.Mark(.open, SampleShop.now)], price: Price(1, "USD"))
    }
    driver.hand(.queueChanged(QueueState(mode: .open, purchases: purchases), at: SampleShop.now))
    driver.press(.end)
    driver.type("2")
    driver.press(.end)
    driver.hand(.resized(Size(columns: 20, rows: 5)))
    driver.hand(
      .queueChanged(
        QueueState(mode: .open, purchases: Array(purchases.prefix(2))), at: SampleShop.now))
    let few = Catalogue(name: "a", products: Array(SampleShop.aurora.products.prefix(2)))
    driver.hand(.catalogueRead(SampleShop.reading(few)))
    driver.hand(.resized(Size(columns: 80, rows: 24)))
    #expect(driver.screen.contains("2 of 2"))
    driver.type("1")
    #expect(driver.screen.contains("of 2"))
  }
}

@Suite struct `Columns` {
  @Test func `stand still while one scrolls`() {
    let names = (1...60).map { "N\($0)" + String(repeating: "n", count: $0 % 29) }
    var driver = shop(names, 80, 24)
    let head = driver.screen.split(separator: "\n")[3]
    for _ in names {
      driver.press(.down)
      #expect(driver.screen.split(separator: "\n")[3] == head)
    }
  }

  @Test func `give way in order before a name needs a second line`() {
    let widths = (20...60).map { name in
      ProductColumns(
        columns: 80, name: name, price: 9, type: 10, period: 8, state: 20, isCompact: false)
    }
    let shown = widths.map { table in
      [table.period, table.type, table.state].map { $0 > 0 ? "x" : "-" }.joined()
    }
    #expect(Set(shown) == ["xxx", "-xx", "--x", "---"])
    #expect(shown == shown.sorted().reversed())
    for (table, name) in zip(widths, 20...60) { #expect(table.name >= name) }
  }

  @Test func `to the right of Arabic names are where they are for others`() {
    let driver = Scene.all.first { $0.name == "scripts" }?
      .driver(size: Size(columns: 80, rows: 24))
    let rows = driver?.screen.split(separator: "\n").filter { $0.contains("$1,234.50  -") } ?? []
    #expect(rows.count == 8)
    let columns = Set(
      rows.map { row in Cells.width(row[..<(row.range(of: "$1,234")?.lowerBound ?? row.endIndex)]) }
    )
    #expect(columns.count == 1)
  }
}

import Screens
import StoreTestSupport
import Testing
import Text

@Suite struct `At every size` {
  static let sizes: [Size] = {
    let columns = [1, 7, 29, 30, 40, 59, 60, 99, 100, 200]
    let rows = [1, 7, 8, 12, 17, 18, 30, 60]
    return columns.flatMap { column in rows.map { Size(columns: column, rows: $0) } }
  }()

  @Test(arguments: Scene.all)
  func `a frame keeps inside its size`(scene: Scene) {
    for (turn, language) in ["en", "zh-Hans"].enumerated() {
      var driver = scene.driver(size: Size(columns: 80, rows: 24), language: language)
      for (index, size) in Self.sizes.enumerated() where index % 2 == turn {
        // Both ways: drawn for a size that was announced, and for one that was not.
        check(driver.state.frame(size: size))
        driver.hand(.resized(size))
        check(driver.frame)
      }
      driver.hand(.resized(Size(columns: 80, rows: 24)))
    }
  }

  private func check(_ frame: Frame) {
    let size = frame.size
    #expect(frame.rows.count <= size.rows)
    for row in frame.rows {
      let width = row.map(\.width).reduce(0, +)
      #expect(width <= size.columns, "\(size) \(row.map(\.text).joined())")
      for span in row where Cells.width(span.text) != span.width {
        Issue.record("\(size): \(span.text) is not \(span.width) cells wide")
      }
      for span in row where SafeText.line(span.text) != span.text {
        Issue.record("\(size): \(span.text) is not safe")
      }
    }
    if let cursor = frame.cursor {
      #expect((0..<size.rows).contains(cursor.row) && (0..<size.columns).contains(cursor.column))
    }
  }

  @Test func `nothing is drawn on no screen at all`() {
    let driver = Scene.all[2].driver(size: Size(columns: 80, rows: 24))
    #expect(driver.state.frame(size: Size(columns: 0, rows: 0)).rows.isEmpty)
  }

  @Test func `a card says that it is too small and counts what is unfinished`() {
    let driver = Scene.all[2].driver(size: Size(columns: 20, rows: 5))
    expectSnapshot(driver.frame, named: "too-small")
  }

  @Test func `the selection survives a screen that is too small`() {
    var driver = Scene.all[2].driver(size: Size(columns: 80, rows: 24))
    driver.press(.down, .down)
    let before = driver.screen
    driver.hand(.resized(Size(columns: 10, rows: 3)))
    driver.hand(.resized(Size(columns: 80, rows: 24)))
    #expect(driver.screen == before)
  }

  @Test(arguments: [40, 60, 80, 100, 132, 200])
  func `a price is never cut`(columns: Int) {
    for rows in [12, 24, 40] {
      let driver = Scene.all[2].driver(size: Size(columns: columns, rows: rows))
      for price in ["$79.99", "$9.99", "$2.99"] { #expect(driver.screen.contains(price)) }
    }
  }
}

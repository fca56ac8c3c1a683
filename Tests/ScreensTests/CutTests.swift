import StoreModel
import StoreTestSupport
import Testing
import Text

@testable import Screens

/// No word of the interface is cut, on any screen, in either language.
///
/// What is drawn in a narrow place is compared with what the same thing says where there is room:
/// a page must hold every character of the wide one, and a header, a footer or a list no word that
/// the wide one has not.
@Suite struct `Nothing is cut` {
  static let languages = ["en", "zh-Hans"]
  static let sizes = [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24)]

  /// How often a page holds each character but blanks: lines may break anywhere and columns may
  /// stand beside or below each other, but nothing may be missing.
  private func characters(_ page: PageText) -> [Character: Int] {
    page.text.reduce(into: [:]) { if !$1.isWhitespace { $0[$1, default: 0] += 1 } }
  }

  private func missing(_ page: PageText, of whole: PageText) -> [Character: Int] {
    characters(whole).merging(characters(page)) { $0 - $1 }.filter { $0.value > 0 }
  }

  private func pages(of state: AppState) -> [(name: String, page: (Int) -> PageText)] {
    var pages: [(name: String, page: (Int) -> PageText)] = [
      ("file", state.filePage), ("help", state.helpPage),
    ]
    if state.isShelfEmpty {
      pages.append(("shelf", { state.emptyShopPage(columns: $0) ?? PageText(columns: $0) }))
    }
    for product in state.products?.products ?? [] {
      pages.append((product.id, { state.productPage(of: product, columns: $0) }))
    }
    for purchase in state.queue.purchases {
      pages.append((purchase.id, { state.purchasePage(of: purchase, columns: $0) }))
      for isRaw in [false, true] {
        pages.append(
          (
            "verification of \(purchase.id)",
            { state.verificationPage(of: purchase, isRaw: isRaw, columns: $0) }
          ))
      }
    }
    return pages
  }

  @Test(arguments: Scene.all, languages)
  func `on a page`(scene: Scene, language: String) {
    let state = scene.driver(size: Self.sizes[1], language: language).state
    for (name, page) in pages(of: state) {
      let whole = page(400)
      for columns in [30, 40, 46, 58, 80] {
        #expect(missing(page(columns), of: whole) == [:], "\(name) at \(columns)")
      }
    }
  }

  private func words(_ lines: [Line]) -> Set<String> {
    Set(
      lines.flatMap { line in
        line.spans.map(\.text).joined().split(separator: " ").map(String.init)
      })
  }

  /// Everything around the text of a page: header, list and footer.
  private func edges(of driver: ScreenDriver, size: Size) -> Set<String> {
    var state = driver.state
    state.resize(to: size)
    state.settle()
    let layout = state.layout
    let list =
      state.tab == .purchases
      ? state.purchaseListRows(columns: size.columns, height: 30, isFocused: true).rows
      : state.productListRows(columns: size.columns, height: 30, isFocused: true).rows
    let isList = state.tab == .purchases ? !state.queue.purchases.isEmpty : !isOutside(state)
    return words(state.header(layout) + (isList ? list : []) + [state.footer(layout)])
  }

  /// Whether the list holds no products, or names that are wrapped inside their words.
  private func isOutside(_ state: AppState) -> Bool {
    state.products?.matches.isEmpty != false
      || ["Long.storekit", "Scripts.storekit"].contains(state.reading?.catalogue.name)
  }

  @Test(arguments: Scene.all, languages)
  func `in header, list and footer`(scene: Scene, language: String) {
    for size in Self.sizes {
      let driver = scene.driver(size: size, language: language)
      let wide = Size(columns: 200, rows: size.rows)
      let cut = edges(of: driver, size: size).subtracting(edges(of: driver, size: wide))
      // What is on in the store is counted where there is no room to name it.
      let on = driver.state.panel.map { driver.state.words.whatIsOn($0) } ?? []
      let counted = Set(
        (0...size.columns).flatMap {
          driver.state.words.list(on, columns: $0).split(separator: " ")
        }
        .map(String.init))
      // A file's name gives way to what the shop has to say; a rule is as long as the screen.
      #expect(
        cut.filter { !$0.hasPrefix("Aurora.") && !$0.hasPrefix("─") && !counted.contains($0) }
          == [], "\(size)")
    }
  }

  @Test(arguments: Scene.all, languages)
  func `in a message`(scene: Scene, language: String) {
    for size in Self.sizes {
      let state = scene.driver(size: size, language: language).state
      guard let message = state.message?.text, !state.isFiltering else { continue }
      let lines = state.messageLines(state.layout, place: "")
      let shown = lines.flatMap(\.spans).map(\.text).joined().filter { $0 != " " }
      #expect(shown.contains(message.filter { $0 != " " }), "\(size)")
    }
  }

  @Test(arguments: Scene.all, languages)
  func `in a dialog`(scene: Scene, language: String) {
    let driver = scene.driver(size: Self.sizes[1], language: language)
    guard let dialog = driver.state.dialogs.last else { return }
    let whole = text(of: dialog, driver.state, Size(columns: 200, rows: 60))
    for size in [
      Size(columns: 30, rows: 60), Size(columns: 40, rows: 60), Size(columns: 80, rows: 60),
    ] {
      #expect(text(of: dialog, driver.state, size) == whole, "\(size)")
    }
  }

  /// What a dialog says, in order of its characters, without border and blanks.
  private func text(of dialog: Dialog, _ state: AppState, _ size: Size) -> [Character] {
    let box = state.box(of: dialog, layout: Layout(size: size))
    return box.rows.flatMap(\.spans).map(\.text).joined()
      .filter { !$0.isWhitespace && !"─│┌┐└┘".contains($0) }.sorted()
  }
}

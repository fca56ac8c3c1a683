import StoreModel
import Text

extension AppState {
  /// Whether there is nothing to sell, so that a page stands in place of the list.
  var isShelfEmpty: Bool {
    if isWithheld || isNothingPublished { return true }
    guard let catalogue = reading?.catalogue else { return true }
    return catalogue.products.isEmpty || isNothingFound(catalogue)
  }

  /// Whether the store offers nothing, or its products fail to load, although there are some.
  var isWithheld: Bool {
    guard let panel, reading?.catalogue.products.isEmpty == false else { return false }
    return panel.withheld != nil || panel.error(of: .loadProducts) != nil
  }

  /// Whether none of the products has come to the store yet.
  var isNothingPublished: Bool {
    products.map { $0.count == 0 && !$0.products.isEmpty } ?? false
  }

  /// How many products have not come to the store yet, in a sentence; nil where all have.
  var missingText: String? {
    guard let products, products.count < products.products.count else { return nil }
    return words["list.missing", ["n": String(products.products.count - products.count)]]
  }

  private func isNothingFound(_ catalogue: Catalogue) -> Bool {
    !catalogue.invalidProductIDs.isEmpty
      && catalogue.products.allSatisfy { $0.obstacle == .notInCatalogue }
  }

  /// What stands in place of the list when there is nothing to sell; nil when there is.
  func emptyShopPage(columns: Int) -> PageText? {
    guard isShelfEmpty else { return nil }
    if isWithheld || isNothingPublished { return withheldPage(columns: columns) }
    if let catalogue = reading?.catalogue {
      return isNothingFound(catalogue)
        ? nothingFoundPage(catalogue, columns: columns)
        : noProductsPage(catalogue, columns: columns)
    }
    if let failedReading { return unreadablePage(failedReading.catalogue, columns: columns) }
    var page = PageText(columns: columns)
    page.paragraph("")
    page.paragraph(words["msg.reading"])
    return page
  }

  /// What failed, where it stands in the file, and what to do.
  private func unreadablePage(_ catalogue: Catalogue, columns: Int) -> PageText {
    var page = PageText(columns: columns)
    let file = self.line(catalogue.name)
    page.paragraph("")
    page.paragraph(words["err.cannotRead", ["file": file]], [.red, .bold])
    let errors = catalogue.diagnostics.filter { $0.severity == .error }
    for finding in (errors.isEmpty ? catalogue.diagnostics : errors).prefix(3) {
      page.blank()
      page.paragraph(place(of: finding).map { file + words["file.comma"] + $0 } ?? file, .dim)
      page.paragraph(self.paragraph(words.text(of: finding.message)))
    }
    addWayOut(to: &page, alsoFile: true)
    return page
  }

  private func noProductsPage(_ catalogue: Catalogue, columns: Int) -> PageText {
    var page = PageText(columns: columns)
    page.paragraph("")
    page.paragraph(words["empty.products", ["file": self.line(catalogue.name)]], .bold)
    page.paragraph(words["empty.productsWhy"])
    addWayOut(to: &page, alsoFile: !catalogue.diagnostics.isEmpty)
    return page
  }

  /// What keeps the store from offering its products, and the way to it.
  private func withheldPage(columns: Int) -> PageText {
    var page = PageText(columns: columns)
    page.paragraph("")
    if let error = panel?.error(of: .loadProducts) {
      page.paragraph(words["empty.notLoaded", ["error": error.label]], [.yellow, .bold])
      page.paragraph(words["empty.error"])
    } else if let reason = panel?.withheld {
      page.paragraph(
        words["empty.withheld", ["reason": words["withheld.\(reason.rawValue)"]]],
        [.yellow, .bold])
      page.paragraph(words["mend.\(reason.rawValue)"])
      page.paragraph(words["empty.likeStoreKit"])
    } else if let missingText {
      page.paragraph(missingText, [.yellow, .bold])
      page.paragraph(words["empty.likeStoreKit"])
    }
    page.heading(words["err.whatNow"])
    page.fact(
      keyHint(.showStore), words["empty.toStore"], labelColumns: keyHint(.showStore).width)
    return page
  }

  /// None of the ids that were asked for is known: the ids and the likely reasons.
  private func nothingFoundPage(_ catalogue: Catalogue, columns: Int) -> PageText {
    var page = PageText(columns: columns)
    let ids = catalogue.invalidProductIDs
    page.paragraph("")
    page.paragraph(words["empty.allInvalid", ["n": String(ids.count)]], .bold)
    for id in ids.prefix(5) { page.paragraph(self.line(id), .yellow, indent: 2) }
    if ids.count > 5 {
      page.paragraph(words["empty.andMore", ["n": String(ids.count - 5)]], indent: 2)
    }
    page.blank()
    page.paragraph(words["file.invalidReasons"])
    addWayOut(to: &page, alsoFile: true)
    return page
  }

  private func addWayOut(to page: inout PageText, alsoFile: Bool) {
    page.heading(words["err.whatNow"])
    var ways: [(Action, String)] = [
      (.readAgain, words["empty.readAgain"]), (.openFile, words["empty.openFile"]),
    ]
    if alsoFile { ways.append((.showFile, words["empty.seeFile"])) }
    let columns = ways.map { keyHint($0.0).width }.reduce(2, max)
    for (action, text) in ways { page.fact(keyHint(action), text, labelColumns: columns) }
  }
}

import Disclosure
import StoreModel
import Text

extension AppState {
  /// Everything a customer must read before the buy key, in reading order.
  ///
  /// The billed amount is the first price of the page and the only one in bold.
  func productPage(of product: Product, columns: Int) -> PageText {
    var page = PageText(columns: columns)
    guard let reading else { return page }
    let name = name(of: product, reading)
    addTitle(markedName(of: product, reading), id: self.line(product.id), to: &page)
    page.paragraph(kind(of: product))
    let disclosure = reading.disclosures.disclosure(
      for: product, isEligibleForOffer: isEligible(product))
    page.blank()
    addTerms(of: product, named: name, disclosure, reading, to: &page)
    addStanding(of: product, to: &page)
    addBuyKey(of: product, reading, to: &page)
    if let description = product.description(for: reading.locale) {
      page.blank()
      page.paragraph(self.paragraph(description.text))
    }
    addLinks(disclosure, to: &page)
    addOtherOffers(of: product, reading, to: &page)
    addNotes(of: product, disclosure, reading, to: &page)
    return page
  }

  /// The name, and the id beside it where there is room.
  private func addTitle(_ name: String, id: String, to page: inout PageText) {
    if Cells.width(name) + Cells.width(id) + 4 <= page.columns {
      page.add(.between(Line(name, .bold), Line(id, .dim), columns: page.columns - 2))
    } else {
      page.paragraph(name, .bold)
      page.paragraph(id, .dim)
    }
  }

  /// What kind of product it is, with its level where it has one.
  func kind(of product: Product) -> String {
    let type =
      product.type == .unknown
      ? words["kind.unknown", ["type": self.line(product.rawType)]]
      : words["kind.\(product.type.rawValue)"]
    guard let subscription = product.subscription else { return type }
    let group = self.line(
      subscription.groupName.isEmpty ? subscription.groupID : subscription.groupName)
    guard let level = subscription.level else {
      return words["kind.inGroup", ["kind": type, "group": group]]
    }
    return words["kind.inGroupAtLevel", ["kind": type, "group": group, "level": String(level)]]
  }

  /// The clauses up to the links; of a product that does not renew, its price.
  private func addTerms(
    of product: Product, named name: String, _ disclosure: Disclosure?,
    _ reading: CatalogueReading, to page: inout PageText
  ) {
    guard let disclosure else {
      page.paragraph(priceText(product, reading), .bold)
      return
    }
    var previous: Clause.Prominence?
    for clause in disclosure.clauses where clause.link == nil {
      let text = shown(clause.text)
      guard text != name else { continue }
      if previous == .subordinate, clause.prominence == .plain { page.blank() }
      previous = clause.prominence
      page.paragraph(text, style(of: clause))
    }
  }

  private func style(of clause: Clause) -> Style {
    if clause.isMissing { return .yellow }
    return switch clause.prominence {
    case .billed: .bold
    case .plain: []
    case .subordinate: .dim
    }
  }

  private func addStanding(of product: Product, to page: inout PageText) {
    guard let status = statuses[product.id] else { return }
    page.blank()
    page.paragraph(status.text(words), status.style.union(.bold))
  }

  /// The key that buys, or why it does not.
  private func addBuyKey(
    of product: Product, _ reading: CatalogueReading, to page: inout PageText
  ) {
    page.blank()
    if let reason = buyRefusal(of: product) {
      page.fact(Line("(b)", .dim), reason, .yellow, labelColumns: 3)
      return
    }
    var line = Line("b", [.cyan, .bold])
    let word = product.type == .autoRenewable ? "page.subscribe" : "page.buy"
    line.add("  " + words[word, ["price": priceText(product, reading)]])
    page.add(line)
  }

  private func addLinks(_ disclosure: Disclosure?, to page: inout PageText) {
    guard let disclosure else { return }
    var number = 0
    for clause in disclosure.clauses {
      guard let link = clause.link else { continue }
      number += 1
      page.blank()
      guard let url = link.url else {
        page.paragraph(words["link.missing", ["label": shown(link.label)]], .yellow)
        continue
      }
      page.paragraph("\(shown(link.label)) [\(number)]")
      page.paragraph(self.line(url), .cyan)
    }
  }

  /// The offers that not every new customer sees: promotional, offer codes, win-back.
  private func addOtherOffers(
    of product: Product, _ reading: CatalogueReading, to page: inout PageText
  ) {
    let others = product.subscription?.offers.filter { $0.kind != .introductory } ?? []
    guard !others.isEmpty else { return }
    page.heading(words["page.otherOffers"])
    for offer in others {
      let handle = offer.referenceName ?? offer.id ?? ""
      var title = words["offer.\(offer.kind.rawValue)"]
      if !handle.isEmpty { title += "  " + self.line(handle) }
      page.paragraph(title)
      page.paragraph(shown(reading.disclosures.offerSummary(offer, of: product)), .dim, indent: 2)
    }
  }

  private func addNotes(
    of product: Product, _ disclosure: Disclosure?, _ reading: CatalogueReading,
    to page: inout PageText
  ) {
    var notes = disclosure?.notes.map { shown($0.text) } ?? plainNotes(of: product, reading)
    if product.description(for: reading.locale)?.isStandIn == true {
      notes.append(words["note.standInDescription", ["locale": self.line(reading.locale)]])
    }
    let hidden =
      [product.displayName(for: reading.locale).text, product.id]
      .contains(where: SafeText.hasHiddenCharacters)
    guard !notes.isEmpty || hidden || product.isFamilyShareable else { return }
    page.heading(words["page.notes"])
    if product.isFamilyShareable { page.paragraph(words["page.familySharing"]) }
    for note in notes { page.paragraph(note) }
    if hidden { page.paragraph(words["page.hiddenCharacters"], .yellow) }
  }

  /// What a disclosure would note, for products that have none.
  private func plainNotes(of product: Product, _ reading: CatalogueReading) -> [String] {
    var notes: [String] = []
    let storefront = reading.storefront
    let codes = ["storefront": storefront.countryCode, "currency": storefront.currencyCode]
    if let own = reading.disclosures.ownStorefront, own.uppercased() != storefront.countryCode {
      notes.append(words["note.notConverted", codes.merging(["own": own]) { old, _ in old }])
    }
    if storefront.isAssumed { notes.append(words["note.assumed", codes]) }
    if product.displayName(for: reading.locale).isStandIn {
      notes.append(words["note.standInName", ["locale": self.line(reading.locale)]])
    }
    return notes
  }

  /// The few lines under the list on screens that have no room for the page beside it.
  func productPreview(of product: Product, columns: Int, height: Int) -> [Line] {
    guard let reading else { return [] }
    var page = PageText(columns: columns)
    addTitle(markedName(of: product, reading), id: self.line(product.id), to: &page)
    let clauses =
      reading.disclosures.disclosure(for: product, isEligibleForOffer: isEligible(product))?
      .clauses ?? []
    if let billed = clauses.first(where: { $0.prominence == .billed }) {
      page.add(Line(shown(billed.text), .bold))
    } else {
      page.add(Line(priceText(product, reading), .bold))
    }
    for clause in clauses where clause.prominence == .subordinate {
      page.add(Line(shown(clause.text), .dim))
    }
    if let obstacle = product.obstacle {
      page.paragraph(words["obstacle.\(obstacle.rawValue)"], .yellow)
    }
    page.add(Line(kind(of: product)))
    for (number, link) in clauses.compactMap(\.link).enumerated() {
      let label = shown(link.label)
      if let url = link.url.map(line) {
        var line = Line("\(label) [\(number + 1)]  ")
        if line.width + Cells.width(url) <= columns - 2 {
          line.add(url, .cyan)
        } else {
          line.add(words["link.onPage"], .dim)
        }
        page.add(line)
      } else {
        page.add(Line(words["link.missing", ["label": label]], .yellow))
      }
    }
    if clauses.isEmpty, let description = product.description(for: reading.locale) {
      page.paragraph(self.paragraph(description.text))
    }
    return Array(page.lines.prefix(height))
  }
}

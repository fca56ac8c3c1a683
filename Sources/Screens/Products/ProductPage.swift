import Disclosure
import FoundationEssentials
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
    addTitle(of: product, reading, to: &page)
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
    if let company = reading.company {
      page.blank()
      page.paragraph(words["page.soldBy", ["company": line(company)]])
    }
    addLinks(disclosure, to: &page)
    addOtherOffers(of: product, reading, to: &page)
    addNotes(of: product, disclosure, reading, to: &page)
    return page
  }

  /// The name, and the id beside it where there is room, with what the filter found.
  private func addTitle(
    of product: Product, _ reading: CatalogueReading, to page: inout PageText
  ) {
    let name = markedName(of: product, reading)
    let id = line(product.id)
    guard Cells.width(name) + Cells.width(id) + 4 <= page.columns else {
      page.paragraph(name, .bold)
      page.paragraph(id, .dim)
      return
    }
    var right = Line()
    var offset = 0
    right.add(Cells.drawn(id), .dim, marking: match(in: product.id), from: &offset)
    page.add(.between(Line(name, .bold), right, columns: page.columns - 2))
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
    if promoted == product.id {
      page.blank()
      page.paragraph(words["promoted.chosen"], [.yellow, .bold])
    }
    if product.type == .consumable, let balance, balance.amount > 0 {
      page.blank()
      var line = keyHint(.payFromBalance)
      line.add("  " + words["balance.pay", ["price": priceText(balance)]])
      page.add(line)
    }
    guard let status = statuses[product.id] else { return }
    page.blank()
    page.paragraph(status.text(words), status.style.union(.bold))
  }

  /// The key that buys, or why it does not.
  private func addBuyKey(
    of product: Product, _ reading: CatalogueReading, to page: inout PageText
  ) {
    page.blank()
    addConsent(of: product, to: &page)
    if let reason = buyRefusal(of: product) {
      let label = words.call(.buy)
      page.fact(
        Line("(\(label))", .dim), reason, .yellow, labelColumns: Cells.width(label) + 2)
      return
    }
    var line = keyHint(.buy)
    let word = product.type == .autoRenewable ? "page.subscribe" : "page.buy"
    line.add("  " + words[word, ["price": priceText(product, reading)]])
    page.add(line)
    guard !product.options.isEmpty else { return }
    var other = keyHint(.buyWithOption)
    other.add("  " + words["page.withOption"])
    page.add(other)
  }

  /// That a higher price waits for the customer, with the key that answers it.
  private func addConsent(of product: Product, to page: inout PageText) {
    guard let life = panel?.lives.first(where: { $0.productID == product.id }),
      let text = consentText(of: life)
    else { return }
    page.fact(keyHint(.approve), text, .yellow, labelColumns: keyHint(.approve).width)
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
      page.paragraph(self.line(url), .cyan, link: url)
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

  /// What stands under the list on screens that have no room for the page beside it: the page, or
  /// the most important of it.
  func productPreview(of product: Product, columns: Int, height: Int) -> [Line] {
    guard let reading else { return [] }
    // The page of a subscription never fits into a few lines.
    if height >= 12 || product.type != .autoRenewable {
      let whole = productPage(of: product, columns: columns)
      if whole.lines.count <= height { return whole.lines }
      if height >= 12 { return cut(whole, to: height) }
    }
    var page = PageText(columns: columns)
    addTitle(of: product, reading, to: &page)
    let clauses =
      reading.disclosures.disclosure(for: product, isEligibleForOffer: isEligible(product))?
      .clauses ?? []
    let billed = clauses.first { $0.prominence == .billed }.map { shown($0.text) }
    page.paragraph(billed ?? priceText(product, reading), .bold)
    for clause in clauses where clause.prominence == .subordinate {
      page.paragraph(shown(clause.text), .dim)
    }
    if let obstacle = product.obstacle {
      page.paragraph(words["obstacle.\(obstacle.rawValue)"], .yellow)
    }
    page.paragraph(kind(of: product))
    for (number, link) in clauses.compactMap(\.link).enumerated() {
      addShortLink(link, number: number + 1, to: &page)
    }
    if clauses.isEmpty, let description = product.description(for: reading.locale) {
      page.paragraph(paragraph(description.text))
    }
    return cut(page, to: height)
  }

  /// A link on one line, or where it stands whole.
  private func addShortLink(_ link: Clause.Link, number: Int, to page: inout PageText) {
    let label = shown(link.label)
    guard let url = link.url else {
      page.paragraph(words["link.missing", ["label": label]], .yellow)
      return
    }
    let address = self.line(url)
    var line = Line("\(label) [\(number)]  ")
    if line.width + Cells.width(address) <= page.columns - 2 {
      line.add(address, .cyan, link: url)
    } else {
      line.add(words["link.onPage"], .dim)
    }
    page.add(line)
  }

  /// The first lines of a page; where there are more, the last one says how to see them.
  private func cut(_ page: PageText, to height: Int) -> [Line] {
    guard page.lines.count > height else { return page.lines }
    let more = Line(" " + words["page.more", ["key": Key.enter.label]], .dim)
    return page.lines.prefix(height - 1) + [more]
  }
}

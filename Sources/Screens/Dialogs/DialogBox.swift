import Disclosure
import FoundationEssentials
import StoreModel
import Text

/// A dialog as it is drawn: rows in the middle of the screen, and where the focus is.
struct DialogBox: Sendable {
  var rows: [Line]
  /// The first row of the box on the screen; nil puts it in the middle.
  var row: Int?
  /// The column of the box on the screen.
  var column: Int
  /// The row and column of the focused button, inside the rows.
  var cursor: Frame.Position
  /// How far the text can be scrolled.
  var lastScroll: Int
}

extension AppState {
  private static let widest = 68
  /// So many rows of its text a dialog keeps when it has more buttons than rows.
  private static let fewest = 5

  /// The topmost dialog, laid out for a screen; without a border where rows are dear.
  func box(of dialog: Dialog, layout: Layout) -> DialogBox {
    let hasBorder = !layout.isCompact
    let columns = min(layout.size.columns - (hasBorder ? 2 : 0), Self.widest)
    var page = PageText(columns: columns - (hasBorder ? 2 : 0), isTight: !hasBorder)
    let (title, badge) = fill(&page, with: dialog.kind)
    let head = head(title, badge, columns: page.columns)
    let room =
      layout.size.rows - (standingMessage == nil ? 2 : 3) - head.count - (hasBorder ? 3 : 0)
    let (buttons, focus) = buttonRows(
      of: dialog, columns: page.columns,
      limit: max(1, room - min(page.lines.count, Self.fewest)))
    let space = max(1, room - buttons.count)
    let height = min(space, page.lines.count)
    let scroll = min(max(0, dialog.scroll), page.lines.count - height)
    let isCut = page.lines.count > height
    var rows = head
    if hasBorder { rows.append(Line()) }
    rows += page.lines[scroll..<(scroll + height)]
    let place = isCut ? lines(from: scroll, height: height, of: page) + " " : ""
    rows.append(.between(Line(), Line(place, .dim), columns: page.columns))
    var cursor = Frame.Position(row: rows.count + focus.row, column: focus.column)
    rows += buttons
    if hasBorder {
      rows = Self.bordered(rows, columns: columns)
      cursor.row += 1
      cursor.column += 1
    }
    return DialogBox(
      rows: rows, column: (layout.size.columns - columns) / 2, cursor: cursor,
      lastScroll: page.lines.count - height)
  }

  /// The title and, beside or below it, what must be known before anything else.
  private func head(_ title: String, _ badge: String, columns: Int) -> [Line] {
    let left = Line(" " + title, .bold)
    let right = Line(" " + badge + " ", [.yellow, .bold])
    return left.width + right.width < columns
      ? [.between(left, right, columns: columns)] : [left, right]
  }

  /// Rows in a frame; a row that is a line across becomes part of it.
  static func bordered(_ rows: [Line], columns: Int) -> [Line] {
    let rule = String(repeating: Glyph.horizontal, count: columns - 2)
    var result = [Line(Glyph.topLeft + rule + Glyph.topRight)]
    for row in rows {
      if row.spans.first?.text == rule {
        result.append(Line(Glyph.teeRight + rule + Glyph.teeLeft))
        continue
      }
      var line = Line(Glyph.vertical)
      line.add(row.cut(to: columns - 2))
      line.pad(to: columns - 1)
      line.add(Glyph.vertical)
      result.append(line)
    }
    result.append(Line(Glyph.bottomLeft + rule + Glyph.bottomRight))
    return result
  }

  /// The buttons beside each other, or below each other where they do not fit, and the focused one.
  ///
  /// Of more than `limit` rows those are shown that the focus is among.
  private func buttonRows(
    of dialog: Dialog, columns: Int, limit: Int
  ) -> (lines: [Line], focus: Frame.Position) {
    let buttons = buttonLabels(of: dialog.kind).enumerated().map { index, label in
      index == dialog.focus
        ? Line("[> \(label) <]", [.reverse, .bold]) : Line("[  \(label)  ]")
    }
    let gap = 3
    let width = buttons.map(\.width).reduce(-gap) { $0 + $1 + gap }
    var lines = [Line()]
    lines[0].pad(to: max(0, (columns - width) / 2))
    var focus = Frame.Position(row: 0, column: 0)
    for (index, button) in buttons.enumerated() {
      if index > 0 {
        if width > columns {
          lines.append(Line())
        } else {
          lines[lines.count - 1].add(String(repeating: " ", count: gap))
        }
      }
      let row = lines.count - 1
      if index == dialog.focus { focus = Frame.Position(row: row, column: lines[row].width + 1) }
      lines[row].add(button)
    }
    let first = min(max(0, focus.row - limit / 2), max(0, lines.count - limit))
    focus.row -= first
    return (lines[first...].prefix(limit).map { $0.cut(to: columns) }, focus)
  }

  /// The words on the buttons; the first one changes nothing.
  func buttonLabels(of kind: Dialog.Kind) -> [String] {
    switch kind {
    case .sheet(let sheet): [words["button.cancel"], buyLabel(of: sheet)]
    case .signIn(let sheet): [words["button.cancel"]] + sheet.accounts.map(line)
    case .priceConsent:
      [words["consent.notNow"], words["consent.refuse"], words["consent.agree"]]
    case .quit: [words["quit.stay"], words["quit.leave"]]
    case .restore: [words["button.cancel"], words["button.restore"]]
    case .control(let control):
      [words["button.cancel"], words["do.\(control.words.first ?? "")"]]
    case .note: [words["button.ok"]]
    }
  }

  private func buyLabel(of sheet: PaymentSheet) -> String {
    if sheet.chargedNow.amount == 0, sheet.offer?.mode == .freeTrial { return words["sheet.trial"] }
    let price = priceText(sheet.chargedNow)
    if sheet.isFromRenewalOn { return words["sheet.change"] }
    return words[sheet.renewal == nil ? "sheet.buy" : "sheet.subscribe", ["price": price]]
  }

  /// Writes the dialog's text and returns its title and what stands at the right of it.
  func fill(
    _ page: inout PageText, with kind: Dialog.Kind
  ) -> (title: String, badge: String) {
    switch kind {
    case .sheet(let sheet):
      fill(&page, with: sheet)
      return (words["sheet.title"], words["sheet.simulated"])
    case .signIn(let sheet):
      fill(&page, with: sheet)
      return (words["signIn.title"], words["sheet.simulated"])
    case .priceConsent(let life):
      fill(&page, with: life)
      return (words["consent.title"], words["sheet.simulated"])
    case .quit:
      page.paragraph(words["quit.inFlight", ["n": String(inFlightCount)]])
      return (words["quit.title"], "")
    case .restore:
      page.paragraph(words["restore.ask"])
      page.paragraph(words["restore.consumables"], .dim)
      return (words["restore.title"], "")
    case .control(let control):
      page.paragraph(consequence(of: control))
      page.paragraph(words["ask.final"], .yellow)
      return (words["tab.store"], words["sheet.simulated"])
    case .note(let title, let paragraphs):
      for (index, paragraph) in paragraphs.enumerated() {
        page.paragraph(paragraph, index == 0 ? .bold : [])
      }
      return (title, "")
    }
  }

  /// What the customer confirms: the billed amount first, then what comes later.
  private func fill(_ page: inout PageText, with sheet: PaymentSheet) {
    if isStale(sheet.productID) { page.paragraph(words["sheet.stale"], [.yellow, .bold]) }
    page.paragraph(name(ofProduct: sheet.productID), .bold)
    let now = sheet.chargedNow
    if let renewal = sheet.renewal, let reading {
      let rate = shown(
        reading.disclosures.billed(priceText(renewal.price), every: renewal.period))
      page.paragraph(rate, .bold)
      page.blank()
      page.paragraph(chargedText(now))
      if let refund = sheet.refund, refund.price.amount != 0 {
        let facts = [
          "price": priceText(refund.price), "product": name(ofProduct: refund.productID),
        ]
        page.paragraph(words["sheet.credit", facts])
      }
      if sheet.isFromRenewalOn {
        page.paragraph(words["sheet.until", ["date": Moment(renewal.date).date]])
      }
      if let offer = sheet.offer, sheet.isFromRenewalOn || offer.periods > 1,
        let product = reading.catalogue.product(sheet.productID)
      {
        page.paragraph(shown(reading.disclosures.offerSummary(offer, of: product)))
      }
      if let commitment = sheet.commitment {
        page.paragraph(text(of: commitment))
      }
      page.paragraph(words["sheet.later", ["date": Moment(renewal.date).date, "rate": rate]])
      page.paragraph(words["sheet.renews"])
    } else {
      page.blank()
      page.paragraph(chargedText(now), .bold)
    }
    page.blank()
    if sheet.quantity != 1 {
      page.paragraph("\(words["sheet.quantity"])  \(sheet.quantity)")
    }
    page.paragraph("\(words["sheet.buyer"])  \(self.line(sheet.account))")
  }

  private func fill(_ page: inout PageText, with sheet: SignInSheet) {
    switch sheet.purpose {
    case .purchase(let productID):
      page.paragraph(name(ofProduct: productID), .bold)
      page.blank()
      page.paragraph(words["signIn.buys"])
    case .restore: page.paragraph(words["signIn.restores"])
    }
    page.paragraph(words[sheet.accounts.isEmpty ? "signIn.nobody" : "signIn.noPassword"], .dim)
  }

  private func text(of commitment: PaymentSheet.Commitment) -> String {
    words[
      "sheet.commitment",
      [
        "n": String(commitment.bills), "total": priceText(commitment.total),
        "date": Moment(commitment.end).date,
      ]]
  }

  private func chargedText(_ price: Price) -> String {
    price.amount == 0
      ? words["sheet.nowNothing"] : words["sheet.now", ["price": priceText(price)]]
  }
}

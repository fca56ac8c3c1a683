import FoundationEssentials
import StoreModel
import Text

extension AppState {
  /// The verdict first, then what it rests on: trust, every check, every decoded fact.
  func verificationPage(of purchase: Purchase, isRaw: Bool, columns: Int) -> PageText {
    var page = PageText(columns: columns)
    let (verdict, style) = verdictText(of: purchase.verification)
    var title = Line(verdict, style.union(.bold))
    title.add("   " + name(ofProduct: purchase.productID))
    page.add(title)
    page.paragraph(words.trust(of: purchase.verification))
    if isRaw {
      addToken(of: purchase, to: &page)
    } else if let verification = purchase.verification {
      add(verification, to: &page)
    }
    return page
  }

  private func add(_ verification: Verification, to page: inout PageText) {
    addJudgement(verification, to: &page)
    addChecks(verification.checks, to: &page)
    addFacts(verification.facts, to: &page)
    for part in verification.parts {
      page.heading(words.text("proof.\(part.kind)", or: self.line(part.kind)))
      let (verdict, style) = verdictText(of: part)
      page.paragraph(verdict, style.union(.bold))
      add(part, to: &page)
    }
  }

  private func addJudgement(_ verification: Verification, to page: inout PageText) {
    let kind = words.text("proof.\(verification.kind)", or: self.line(verification.kind))
    let facts = [
      ("verify.kind", kind),
      ("verify.code", self.line(verification.code)),
      ("verify.environment", verification.environment.map(line) ?? "-"),
    ]
    let columns = facts.map { Cells.width(words[$0.0]) }.max() ?? 0
    page.blank()
    for fact in facts { page.fact(words[fact.0], fact.1, labelColumns: columns) }
  }

  private func addChecks(_ checks: [Verification.Check], to page: inout PageText) {
    guard !checks.isEmpty else { return }
    page.heading(words["verify.checks"])
    let names = checks.map { words.text("check.\($0.id)", or: self.line($0.id)) }
    let columns = min(names.map(Cells.width).max() ?? 0, max(8, page.columns / 3)) + 4
    for (check, name) in zip(checks, names) {
      var label = Line()
      label.addCell(check.result.mark, columns: 4, style(of: check.result))
      label.add(name)
      page.fact(label, self.line(words.text(of: check.detail)), labelColumns: columns)
    }
  }

  private func style(of result: Verification.Check.Result) -> Style {
    switch result {
    case .pass: .green
    case .fail: [.red, .bold]
    case .skipped: .dim
    }
  }

  private func addFacts(_ facts: [Verification.Fact], to page: inout PageText) {
    guard !facts.isEmpty else { return }
    page.heading(words["verify.facts"])
    let names = facts.map { self.line($0.name) }
    let columns = min(names.map(Cells.width).max() ?? 0, max(8, page.columns / 2 - 4))
    for (fact, name) in zip(facts, names) {
      page.fact(name, fact.text(revealing: showsHidden), labelColumns: columns)
    }
  }

  private func addToken(of purchase: Purchase, to page: inout PageText) {
    guard let signed = purchase.signed else {
      page.blank()
      page.paragraph(words["why.noToken"])
      return
    }
    page.heading(
      words["verify.token", ["n": String(signed.jwsRepresentation.utf8.count)]])
    page.solid(self.line(signed.jwsRepresentation))
  }

  // MARK: Words

  /// The verdict in one of six words, and its colour: green for VALID alone.
  func verdictText(of verification: Verification?) -> (text: String, style: Style) {
    guard let verification else { return (words["verdict.notChecked"], .dim) }
    let style: Style =
      switch verification.verdict {
      case .valid: .green
      case .local: .cyan
      case .invalid, .unreadable: .red
      case .inconclusive: .yellow
      }
    return (words["verdict.\(verification.verdict.rawValue)"], style)
  }
}

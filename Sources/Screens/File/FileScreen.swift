import StoreModel
import Text

extension AppState {
  /// More findings than these are counted and not shown.
  private static let findingsShown = 500

  /// What was read, what it sets, what was not found, and everything that was wrong with the file.
  func filePage(columns: Int) -> PageText {
    var page = PageText(columns: columns)
    guard let shown = failedReading ?? reading else {
      page.paragraph(words["msg.reading"])
      return page
    }
    let catalogue = shown.catalogue
    let name = self.line(catalogue.name)
    if failedReading == nil {
      page.paragraph(name, .bold)
      page.paragraph(summary(of: catalogue))
    } else {
      page.paragraph(words["err.cannotRead", ["file": name]], [.red, .bold])
      if let reading {
        page.paragraph(
          words["err.lastGood", ["n": String(reading.catalogue.products.count)]])
      }
    }
    addPresets(of: catalogue, to: &page)
    addInvalidIDs(of: catalogue, to: &page)
    addFindings(of: catalogue, to: &page)
    if !queue.diagnostics.isEmpty {
      page.heading(words["file.journal"])
      for finding in queue.diagnostics { add(finding, to: &page) }
    }
    return page
  }

  private func summary(of catalogue: Catalogue) -> String {
    var parts = [words["format.\(catalogue.format.rawValue)"]]
    if let version = catalogue.version {
      parts.append(words["file.version", ["version": self.line(version)]])
    }
    parts.append(words["file.products", ["n": String(catalogue.products.count)]])
    parts.append(words["file.groups", ["n": String(catalogue.groups.count)]])
    return parts.joined(separator: words["file.comma"])
  }

  private func addPresets(of catalogue: Catalogue, to page: inout PageText) {
    let presets = presets(of: catalogue.settings)
    guard !presets.isEmpty else { return }
    page.heading(words["file.presets"])
    for preset in presets { page.paragraph(preset) }
  }

  private func addInvalidIDs(of catalogue: Catalogue, to page: inout PageText) {
    let ids = catalogue.invalidProductIDs
    guard !ids.isEmpty else { return }
    page.heading(words["file.invalidIDs", ["n": String(ids.count)]])
    for id in ids.prefix(Self.findingsShown) {
      page.paragraph(self.line(id), .yellow, indent: 2)
    }
    page.paragraph(words["file.invalidReasons"])
  }

  private func addFindings(of catalogue: Catalogue, to page: inout PageText) {
    let findings = catalogue.diagnostics
    page.heading(
      findings.isEmpty
        ? words["file.clean"] : words["file.findings", ["n": String(findings.count)]])
    for finding in findings.prefix(Self.findingsShown) {
      page.blank()
      add(finding, to: &page)
    }
    if findings.count > Self.findingsShown {
      page.blank()
      page.paragraph(words["file.more", ["n": String(findings.count - Self.findingsShown)]])
    }
  }

  /// A finding: its severity and code, where it stands, and its sentence.
  private func add(_ finding: Diagnostic, to page: inout PageText) {
    let style: Style =
      switch finding.severity {
      case .error: [.red, .bold]
      case .warning: [.yellow, .bold]
      case .note: .bold
      }
    var head = Line(words["diag.\(finding.severity.rawValue)"], style)
    head.add("  " + self.line(finding.code))
    let place = place(of: finding) ?? ""
    if head.width + Cells.width(place) + 4 <= page.columns {
      head.add("  " + place, .dim)
      page.add(head)
    } else {
      page.add(head)
      page.paragraph(place, .dim, indent: 2)
    }
    page.paragraph(self.paragraph(words.text(of: finding.message)), indent: 2)
    page.paragraph(self.line(finding.path), .dim, indent: 2)
  }

  /// The line and the column of a finding; nil where it has no place.
  func place(of finding: Diagnostic) -> String? {
    guard let line = finding.line else { return nil }
    guard let column = finding.column else { return words["err.line", ["line": String(line)]] }
    return words["err.position", ["line": String(line), "column": String(column)]]
  }
}

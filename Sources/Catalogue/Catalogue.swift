package import StoreModel
import Text

// The front door of this room: bytes in, products and diagnostics out.
//
// - `Catalogue.read` decides by content: a `.storekit` file of any version, our own JSON, or what
//   cannot be read, with the one sentence that says what to do.
// - `Catalogue.productIDs` reads a `productIDs.plist`, and `Catalogue.resolved` looks its ids up.
// - `counts` and `groupCount` are the figures of `show --json`.

extension StoreModel.Catalogue {
  /// The file that is read where a catalogue is a folder, `X.storekit/`.
  package static let fileInFolder = "Configuration.storekit"

  /// Reads a catalogue; whatever is wrong with it is in its diagnostics, and nothing traps.
  ///
  /// Where the bytes are no catalogue at all, `isReadable` is false and there is exactly one error.
  package static func read(_ bytes: [UInt8], named name: String) -> Catalogue {
    if bytes.isEmpty {
      return unreadable(
        name, .storekit, "empty-file", bytes, 0,
        "The file is empty. Choose a .storekit file, or save this one again from Xcode")
    }
    if isPropertyList(bytes) { return unreadablePropertyList(bytes, named: name) }
    let root: JSONNode
    do throws(JSONError) {
      root = try JSONReader.read(bytes, strict: false)
    } catch {
      return unreadable(
        name, .storekit, "not-json", bytes, error.offset,
        "The file is not JSON: \(error.message). Mend it there, or export it again from Xcode")
    }
    let findings = Findings()
    var catalogue: Catalogue
    switch CatalogueShape(root) {
    case .storekit:
      var reader = StorekitReader(findings: findings)
      catalogue = reader.catalogue(root, named: name)
    case .products:
      var reader = ProductsReader(findings: findings)
      catalogue = reader.catalogue(root, named: name)
    case .neither:
      return unreadable(
        name, .json, "not-a-catalogue", bytes, root.offset,
        """
        The file is JSON, but holds no products. A catalogue is an object with a "products" array; \
        choose a .storekit file or write one in Xcode
        """)
    }
    catalogue.diagnostics = findings.diagnostics(in: bytes)
    return catalogue
  }

  /// A catalogue of nothing but one error.
  static func unreadable(
    _ name: String, _ format: Format, _ code: String, _ bytes: [UInt8], _ offset: Int,
    _ sentence: Sentence
  ) -> Catalogue {
    let position = SourceLines(bytes).position(at: offset)
    let error = Diagnostic(
      .error, code, line: position.line, column: position.column,
      "\(sentence) (line \(position.line), column \(position.column)).")
    return Catalogue(name: name, format: format, diagnostics: [error], isReadable: false)
  }
}

/// Which of the JSON forms a file has; the keys decide, never the name or the version.
private enum CatalogueShape {
  case storekit, products, neither

  init(_ root: JSONNode) {
    guard let members = root.members else {
      let isList = root.elements?.contains { $0.members != nil } ?? false
      self = isList ? .products : .neither
      return
    }
    let keys = Set(members.map(\.key))
    let sections: Set = [
      "products", "subscriptionGroups", "nonRenewingSubscriptions", "subscriptionSuiteGroups",
      "subscriptionBundleGroups",
    ]
    guard !keys.isDisjoint(with: sections) else {
      self = .neither
      return
    }
    let marks: Set = [
      "subscriptionGroups", "nonRenewingSubscriptions", "identifier", "settings", "appPolicies",
      "version", "subscriptionOffersKeyPair", "subscriptionSuiteGroups",
      "subscriptionBundleGroups",
    ]
    let hasMark = !keys.isDisjoint(with: marks)
    let first = root["products"]?.elements?.first
    self = hasMark || first?["productID"] != nil ? .storekit : .products
  }
}

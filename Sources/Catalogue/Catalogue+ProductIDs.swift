import FoundationEssentials
package import StoreModel
import Text

extension StoreModel.Catalogue {
  /// The ids of a `productIDs.plist`, in its order; nil when the bytes are no such list.
  ///
  /// That is a property list, XML or binary, which is an array of strings.
  package static func productIDs(_ bytes: [UInt8]) -> [String]? {
    guard isPropertyList(bytes) else { return nil }
    return try? PropertyListDecoder().decode([String].self, from: Data(bytes))
  }

  /// What a request for `ids` gets from a catalogue, in the order of the request.
  ///
  /// An id that the catalogue lacks is in `invalidProductIDs`, with a diagnostic that names the
  /// nearest one; an id that is asked for twice is answered once.
  package static func resolved(ids: [String], in catalogue: Catalogue) -> Catalogue {
    var answer = catalogue
    answer.format = .plist
    answer.products = []
    let products = Dictionary(
      catalogue.products.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let known = catalogue.products.map(\.id)
    var asked: Set<String> = []
    for (index, id) in ids.enumerated() {
      let path = "$[\(index)]"
      guard asked.insert(id).inserted else {
        answer.diagnostics.append(
          Diagnostic(
            .note, "repeated-id", path: path,
            "\"\(id)\" is in the list more than once; take the second one out."))
        continue
      }
      if let product = products[id] {
        answer.products.append(product)
        continue
      }
      answer.invalidProductIDs.append(id)
      answer.diagnostics.append(
        Diagnostic(
          .warning, "invalid-product-id", path: path,
          Nearest.word(to: id, among: known).map {
            "\"\(id)\" is not in \(catalogue.name). Did you mean \"\($0)\"?"
          }
            ?? """
            "\(id)" is not in \(catalogue.name). Add it to the catalogue, or take it out of the list.
            """))
    }
    let groups = Set(answer.products.compactMap(\.subscription?.groupID))
    answer.groups.removeAll { !groups.contains($0.id) }
    return answer
  }

  /// Whether the bytes begin as a property list does, in XML or in binary.
  static func isPropertyList(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: "bplist".utf8) { return true }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
      .drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return ["<?xml", "<!DOCTYPE plist", "<plist"].contains { text.starts(with: $0.utf8) }
  }

  /// The one sentence about a property list that is no catalogue.
  static func unreadablePropertyList(_ bytes: [UInt8], named name: String) -> Catalogue {
    if let ids = productIDs(bytes) {
      return unreadable(
        name, .plist, "product-ids-only", bytes, 0,
        """
        This is a list of product ids (\(ids.count)), without names and prices. Say with --catalogue \
        which catalogue holds them
        """)
    }
    return unreadable(
      name, .plist, "property-list", bytes, 0,
      """
      This is a property list, and catalogues are JSON. Convert it with \
      "plutil -convert json -o Store.storekit FILE" and compare the keys with a file that Xcode wrote
      """)
  }
}

package import StoreModel

/// The storefronts of the App Store and the currency each of them bills in.
package struct StorefrontTable: Sendable {
  /// In the order of the file: by alpha-3 code.
  package let storefronts: [Storefront]
  private let indices: [String: Int]

  /// A line of the table that is not a storefront.
  package struct Malformed: Error, Hashable, CustomStringConvertible {
    /// 1-based.
    package var line: Int

    package var description: String {
      "Line \(line) of the storefront table is not a storefront. "
        + "Write alpha-3, alpha-2, currency, name and perhaps `assumed`, with tabs between."
    }
  }

  /// A table without storefronts, in which nothing is found.
  package init() {
    storefronts = []
    indices = [:]
  }

  /// Reads the table: `#` begins a comment, columns are separated by tabs.
  package init(tsv bytes: [UInt8]) throws(Malformed) {
    var storefronts: [Storefront] = []
    var indices: [String: Int] = [:]
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
      guard let storefront = Storefront(row: line), indices[storefront.countryCode] == nil else {
        throw Malformed(line: index + 1)
      }
      indices[storefront.countryCode] = storefronts.count
      storefronts.append(storefront)
    }
    self.storefronts = storefronts
    self.indices = indices
  }

  /// The storefront of an alpha-3 code, in either case.
  package func storefront(_ code: String) -> Storefront? {
    indices[code.uppercased()].map { storefronts[$0] }
  }

  /// The storefront that was probably meant by a code that is not in the table.
  ///
  /// The alpha-2 code (`DE`), initials (`UK`), the beginning of the English name (`GER`), then one
  /// wrong or two swapped letters (`DUE`); nil when nothing is near.
  package func nearest(to code: String) -> Storefront? {
    let wanted = code.uppercased()
    guard wanted.count >= 2 else { return nil }
    return storefronts.first { $0.regionCode == wanted }
      ?? storefronts.first { $0.initials == wanted }
      ?? storefronts.first { $0.name.uppercased().hasPrefix(wanted) }
      ?? storefronts.first { isSlip(of: $0.countryCode, wanted) }
  }
}

extension Storefront {
  /// One line of the table; nil when a column is missing or no code.
  fileprivate init?(row: ArraySlice<UInt8>) {
    let columns = row.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard (4...5).contains(columns.count), isCode(columns[0], 3), isCode(columns[1], 2),
      isCode(columns[2], 3), !columns[3].isEmpty,
      ["", "assumed"].contains(columns.dropFirst(4).first ?? "")
    else { return nil }
    self.init(
      countryCode: columns[0], regionCode: columns[1], currencyCode: columns[2], name: columns[3],
      isAssumed: columns.count == 5 && columns[4] == "assumed")
  }

  /// The first letters of a name of several words: `UK`, `UAE`.
  fileprivate var initials: String? {
    let words = name.split(separator: " ")
    return words.count > 1 ? String(words.compactMap(\.first)).uppercased() : nil
  }
}

/// Whether the text is a code of that many capital letters.
private func isCode(_ text: String, _ length: Int) -> Bool {
  text.utf8.count == length && text.utf8.allSatisfy { (65...90).contains($0) }
}

/// Whether `typed` is `code` with one letter wrong or two neighbours swapped.
private func isSlip(of code: String, _ typed: String) -> Bool {
  let code = Array(code)
  let typed = Array(typed)
  guard code.count == typed.count else { return false }
  let wrong = code.indices.filter { code[$0] != typed[$0] }
  if wrong.count == 2, wrong[1] == wrong[0] + 1 {
    return code[wrong[0]] == typed[wrong[1]] && code[wrong[1]] == typed[wrong[0]]
  }
  return wrong.count == 1
}

/// What makes an address one of the web, fit to be opened or to be a link on a terminal.
package enum WebAddress {
  /// Whether it is an `http` or `https` address with a host and without control characters.
  package static func isOpenable(_ text: String) -> Bool {
    let scheme = text.prefix { $0 != ":" }
    guard ["http", "https"].contains(scheme.lowercased()) else { return false }
    let rest = text.dropFirst(scheme.count)
    guard rest.hasPrefix("://"), let host = rest.dropFirst(3).unicodeScalars.first,
      !"/?#".unicodeScalars.contains(host)
    else { return false }
    return !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// The longest address that terminals take as a link, in bytes.
  private static let longest = 2_083

  /// Whether a terminal may be told to link to it: an openable address in printable ASCII.
  package static func isLinkable(_ text: String) -> Bool {
    text.utf8.count <= longest && text.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
      && isOpenable(text)
  }
}

/// A purchase that the customer began in the App Store, outside of the app (`PurchaseIntent`).
package struct PurchaseIntent: Sendable, Hashable {
  package var bundleID: String
  package var productID: Product.ID

  /// Reads a link such as
  /// `itms-services://?action=purchaseIntent&bundleId=com.example.app&productIdentifier=coins`
  /// (Apple, "Testing promoted in-app purchases").
  package init(link: String) throws(PurchaseIntentError) {
    guard link.lowercased().hasPrefix(Self.scheme) else { throw .notALink(link) }
    guard let mark = link.firstIndex(of: "?") else { throw .missing("action") }
    var members: [String: String] = [:]
    for part in link[link.index(after: mark)...].split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      if pair.count == 2 { members[pair[0]] = Self.decoded(pair[1]) }
    }
    guard let action = members["action"] else { throw .missing("action") }
    guard action == "purchaseIntent" else { throw .otherAction(action) }
    guard let bundleID = members["bundleId"] else { throw .missing("bundleId") }
    guard let productID = members["productIdentifier"] else { throw .missing("productIdentifier") }
    self.bundleID = bundleID
    self.productID = productID
  }

  /// Whether a text is meant as such a link, right or wrong.
  package static func isMeant(by text: String) -> Bool {
    text.lowercased().hasPrefix(scheme)
  }

  private static let scheme = "itms-services:"

  /// A value with its percent signs resolved; as it is where one stands for nothing.
  private static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Why a link is no purchase that can be made here.
package enum PurchaseIntentError: ExplainedError, Sendable, Hashable {
  case notALink(String)
  case otherAction(String)
  case missing(String)
  case otherApp(String, own: String)
  case unknownProduct(String)

  package var sentence: Sentence {
    switch self {
    case .notALink(let text):
      "\"\(text)\" is no link to a purchase. It begins with itms-services://?action=purchaseIntent."
    case .otherAction(let action):
      "The link is for \"\(action)\", not for a purchase (purchaseIntent)."
    case .missing(let name): "The link to a purchase does not say \(name)."
    case .otherApp(let bundleID, let own):
      "The link is for the app \(bundleID), and this is \(own). Use --bundle-id to be that app."
    case .unknownProduct(let id): "The link is for \(id), which this catalogue does not have."
    }
  }
}

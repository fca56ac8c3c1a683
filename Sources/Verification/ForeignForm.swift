import StoreModel

/// What bytes are that are plainly no JWS, so that the refusal can name it.
enum ForeignForm {
  case receipt, base64Receipt, transactionReceipt, base64TransactionReceipt
  case notificationBody, verifyReceiptAnswer, json, propertyList, certificate

  var name: Sentence {
    switch self {
    case .receipt: "an app receipt (PKCS#7 in DER or BER)"
    case .base64Receipt: "a base64 app receipt"
    case .transactionReceipt: "an iOS 6 receipt (transactionReceipt)"
    case .base64TransactionReceipt: "a base64 iOS 6 receipt (transactionReceipt)"
    case .notificationBody:
      "the body of a server notification, whose token is the text of its \"signedPayload\""
    case .verifyReceiptAnswer: "an answer of Apple's verifyReceipt service"
    case .json: "a JSON document"
    case .propertyList: "an XML document"
    case .certificate: "a PEM file"
    }
  }

  /// Looks at the beginning, and nil means that the bytes may be a JWS.
  init?(of bytes: ArraySlice<UInt8>) {
    let start = bytes.drop(while: Self.isSpace)
    switch start.first {
    case 0x30 where start.dropFirst().first.map { $0 >= 0x80 } == true: self = .receipt
    case UInt8(ascii: "{"): self = Self.braced(start)
    case UInt8(ascii: "<"): self = .propertyList
    case UInt8(ascii: "-") where start.starts(with: "-----BEGIN".utf8): self = .certificate
    case UInt8(ascii: "M") where Self.decodedStart(start)?.starts(with: [0x30]) == true:
      self = .base64Receipt
    case UInt8(ascii: "e") where !start.contains(UInt8(ascii: ".")):
      guard let text = Self.decodedStart(start), Self.braced(text[...]) == .transactionReceipt
      else { return nil }
      self = .base64TransactionReceipt
    default: return nil
    }
  }

  /// Tells a JSON object from the property list of iOS 6, which says `=` behind a key.
  private static func braced(_ bytes: ArraySlice<UInt8>) -> ForeignForm {
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    let afterKey = text.drop { $0 != "\"" }.dropFirst().drop { $0 != "\"" }.dropFirst()
    if afterKey.first(where: { !$0.isWhitespace }) == "=" { return .transactionReceipt }
    if text.contains("\"signedPayload\"") { return .notificationBody }
    if text.contains("\"status\"") { return .verifyReceiptAnswer }
    return .json
  }

  /// What the first line of a base64 text says, as far as its first 64 letters go.
  private static func decodedStart(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    Base64.decode(bytes.prefix(64).prefix { !isSpace($0) }, .standard)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}

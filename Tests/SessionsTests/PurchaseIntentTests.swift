import StoreModel
import Testing

@Suite struct `A link to a purchase` {
  @Test(arguments: [
    (
      "itms-services://?action=purchaseIntent&bundleId=com.example.app&productIdentifier=coins",
      "coins"
    ),
    (
      "ITMS-services:///?productIdentifier=a%20b%26c&bundleId=com.example.app&action=purchaseIntent",
      "a b&c"
    ),
    (
      "itms-services://?action=purchaseIntent&bundleId=com.example.app&productIdentifier=50%", "50%"
    ),
  ])
  func `names app and product`(link: String, productID: String) throws {
    let intent = try PurchaseIntent(link: link)
    #expect(intent.bundleID == "com.example.app")
    #expect(intent.productID == productID)
    #expect(PurchaseIntent.isMeant(by: link))
  }

  @Test(arguments: [
    (
      "https://example.com/?action=purchaseIntent",
      "\"https://example.com/?action=purchaseIntent\" is no link to a purchase. It begins with "
        + "itms-services://?action=purchaseIntent."
    ),
    ("itms-services://", "The link to a purchase does not say action."),
    (
      "itms-services://?action=download-manifest",
      "The link is for \"download-manifest\", not for a purchase (purchaseIntent)."
    ),
    ("itms-services://?action=purchaseIntent", "The link to a purchase does not say bundleId."),
    (
      "itms-services://?action=purchaseIntent&bundleId=a&productIdentifier=",
      "The link to a purchase does not say productIdentifier."
    ),
  ])
  func `that is none says why`(link: String, reason: String) {
    let error = #expect(throws: PurchaseIntentError.self) { try PurchaseIntent(link: link) }
    #expect(error?.sentence.text == reason)
  }
}

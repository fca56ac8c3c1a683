import StoreModel
import Text

extension AppState {
  /// The page that `w` writes: its suggested file name, and its text at a width for reading.
  var writablePage: (name: String, text: String) {
    let columns = 80
    let locale = reading?.locale ?? "en_US"
    switch screenContext {
    case .product:
      guard let product = selectedProduct else { break }
      return (
        fileName("\(product.id)-\(locale)"), productPage(of: product, columns: columns).text
      )
    case .purchase:
      guard let purchase = selectedPurchase else { break }
      return (
        fileName("purchase-\(purchase.transactionID ?? purchase.id)"),
        purchasePage(of: purchase, columns: columns).text
      )
    case .verification:
      guard let purchase = selectedPurchase, case .verification(let isRaw) = pages.last?.kind
      else { break }
      return (
        fileName("verification-\(purchase.transactionID ?? purchase.id)"),
        verificationPage(of: purchase, isRaw: isRaw, columns: columns).text
      )
    case .store: return (fileName("store"), storePage(columns: columns).text)
    case .timeline:
      guard let life = lifeAtHand else { break }
      return (
        fileName("timeline-\(life.id)"), timelinePage(of: life, columns: columns).text
      )
    case .purchases:
      let pages = queue.purchases.map { purchasePage(of: $0, columns: columns).text }
      return (fileName("purchases"), pages.joined(separator: "\n"))
    case .file:
      return (fileName("\(fileTitle)-findings"), filePage(columns: columns).text)
    default: break
    }
    if let page = emptyShopPage(columns: columns) {
      return (fileName("\(fileTitle)-findings"), page.text)
    }
    let list = products?.matches.compactMap { products?.products[$0] } ?? []
    let pages = list.map { productPage(of: $0, columns: columns).text }
    return (fileName("\(fileTitle)-\(locale)"), pages.joined(separator: "\n"))
  }

  private var fileTitle: String { (reading ?? failedReading)?.catalogue.name ?? "catalogue" }

  /// A name without a folder, of letters that every file system takes.
  private func fileName(_ text: String) -> String {
    let kept = text.unicodeScalars.map { scalar in
      let isPlain =
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || ["-", "_", "."].contains(scalar)
      return isPlain ? String(scalar) : "_"
    }.joined()
    let name = String(kept.drop { $0 == "." }.prefix(60))
    return (name.isEmpty ? "page" : name) + ".txt"
  }
}

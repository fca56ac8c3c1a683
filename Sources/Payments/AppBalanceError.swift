package import StoreModel

/// Why something cannot be paid with the app's balance.
package enum AppBalanceError: ExplainedError, Sendable, Hashable {
  case noAmount(String)
  case notForBalance(Product.ID)
  /// So much is missing.
  case notEnough(Price)
  case notWritten(path: String, reason: Sentence)

  package var sentence: Sentence {
    switch self {
    case .noAmount(let text): "\"\(text)\" is no amount to add. Write it like 10.00."
    case .notForBalance(let id):
      "\(id) cannot be paid with the app's balance. Only consumables can; the store sells the rest."
    case .notEnough(let price):
      """
      \("\(price.amount)") \(price.currencyCode) are missing in the app's balance. Add some \
      (:top-up 10), or buy in the store.
      """
    case .notWritten(let path, let reason):
      "The app's balance at \(path) cannot be written (\(reason)). Check the disk and try again."
    }
  }
}

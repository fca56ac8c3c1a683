import FoundationEssentials
import Payments
import Screens
import StoreModel

// Purchases that were begun in the App Store, and the balance that they can be paid with instead.

extension App {
  func tellBalance() async {
    guard let shop, let reading else { return }
    let currency = reading.storefront.currencyCode
    take(.balanceChanged(await shop.balance.amount(in: currency)))
  }

  func payFromBalance(_ productID: String) async {
    await opening?.value
    guard let shop, let reading, let product = reading.catalogue.product(productID) else { return }
    do throws(AppBalanceError) {
      try await shop.balance.pay(
        for: product, in: reading.storefront.currencyCode)
      await tellBalance()
      take(.paidFromBalance(productID: productID))
    } catch {
      take(.controlRefused(error.sentence))
    }
  }

  func topUp(_ amount: Decimal) async {
    await opening?.value
    guard let shop, let reading else { return }
    do throws(AppBalanceError) {
      try await shop.balance.add(
        Price(amount, reading.storefront.currencyCode))
      await tellBalance()
    } catch {
      take(.controlRefused(error.sentence))
    }
  }

  /// Keeps a promoted purchase on disk, then shows it.
  func take(link: String) async {
    PendingIntent(settings.folder).keep(link)
    killPoint.passed("CP")
    await opening?.value
    showPendingIntent()
  }

  /// Shows the promoted purchase that waits, once, or says why it cannot be made here.
  func showPendingIntent() {
    let pending = PendingIntent(settings.folder)
    guard let link = pending.link else { return }
    pending.forget()
    do throws(PurchaseIntentError) {
      let intent = try PurchaseIntent(link: link)
      guard intent.bundleID == settings.bundleID else {
        throw .otherApp(intent.bundleID, own: settings.bundleID)
      }
      guard reading?.catalogue.product(intent.productID) != nil else {
        throw .unknownProduct(intent.productID)
      }
      take(.promoted(productID: intent.productID))
    } catch {
      take(.controlRefused(error.sentence))
    }
  }
}

import FoundationEssentials
package import StoreModel

extension Simulator {
  /// A promotional offer as the app's server signs it: in a shop without a server the store lends
  /// its key; what a tester wants wrong is wrong.
  package func discount(_ request: DiscountRequest) -> PaymentDiscount? {
    do throws(SimulatorError) {
      let fault = try perform { machine, _ in machine.controls.discountFault }
      let signed = fault == .otherBuyer ? request.nonce : request.appAccountToken
      let age: Int64 = fault == .expired ? 2 * 86_400_000 : 0
      var discount = PaymentDiscount(
        identifier: request.offerID + (fault == .unknownOffer ? ".unknown" : ""),
        keyIdentifier: fault == .otherKey ? "OTHERKEY00" : offersKeyID, nonce: request.nonce,
        signature: "", timestamp: Milliseconds(time.now).count - age)
      if fault == .incomplete { return discount }
      var bytes = try signature(of: discount, productID: request.productID, for: signed)
      if fault == .wrongSignature { bytes[40] ^= 1 }
      discount.signature = Data(bytes).base64EncodedString()
      return discount
    } catch {
      lastError = error
      return nil
    }
  }

  /// A signature is good for this many milliseconds (Apple, "Generating a signature").
  private static let discountLifetime: Int64 = 86_400_000

  /// Why the store does not take the signature of a promotional offer; nil where it does, or where
  /// the payment needs none.
  func refusal(of payment: Payment) throws(SimulatorError) -> StoreError? {
    guard case .promotionalOffer = payment.option else { return nil }
    guard let discount = payment.discount, !discount.signature.isEmpty,
      !discount.keyIdentifier.isEmpty, discount.timestamp > 0
    else { return .missingOfferParams }
    let age = Milliseconds(time.now).count - discount.timestamp
    guard discount.keyIdentifier == offersKeyID, age <= Self.discountLifetime,
      age >= -Self.discountLifetime,
      // Signatures of one key repeat, so that making it again is checking it.
      Data(try signature(of: discount, productID: payment.productID, for: payment.appAccountToken))
        .base64EncodedString() == discount.signature
    else { return .invalidSignature }
    return nil
  }

  private func signature(
    of discount: PaymentDiscount, productID: Product.ID, for token: UUID
  ) throws(SimulatorError) -> [UInt8] {
    let message = discount.message(
      bundleID: bundleID, productID: productID, appAccountToken: token)
    return try openForBusiness().signature(of: message)
  }
}

import FoundationEssentials
import StoreModel

/// What a signed renewal info says, under Apple's names (`JWSRenewalInfoDecodedPayload`).
struct RenewalPayload: Encodable {
  var originalTransactionId: String
  var productId: String
  var autoRenewProductId: String
  /// 0 off, 1 on.
  var autoRenewStatus: Int
  var expirationIntent: Int?
  /// True through the grace period as well.
  var isInBillingRetryPeriod: Bool?
  var gracePeriodExpiresDate: SignedDate?
  /// 0 asked, 1 agreed.
  var priceIncreaseStatus: Int?
  var renewalDate: SignedDate?
  /// Thousandths of the currency's unit.
  var renewalPrice: Int64?
  var currency: String?
  var recentSubscriptionStartDate: SignedDate
  var offerType: Int?
  var offerIdentifier: String?
  var offerDiscountType: String?
  var offerPeriod: String?
  var eligibleWinBackOfferIds: [String]?
  var renewalBillingPlanType: String?
  var commitmentInfo: CommitmentInfo?
  var environment: String
  var signedDate: SignedDate
  var deviceVerification: String?
  var deviceVerificationNonce: String?
}

extension StoreMachine {
  /// The renewal info of a subscription of an account.
  func renewalPayload(_ life: Life, of account: String, as stamp: Stamp) -> RenewalPayload {
    let terms = life.isBilledNext ? renewalTerms(of: life) : nil
    let isXcode = stamp.personality == .xcode
    let isOverdue = life.state == .inBillingRetry || life.state == .inGracePeriod
    let changed = max(
      customer(account)[life.entryID]?.changeDate ?? life.anchor,
      life.marks.last?.date ?? life.anchor)
    let offers = winBackOffers(of: life).compactMap(\.id)
    let device = stamp.deviceVerification(for: life.originalID, "renewal")
    return RenewalPayload(
      originalTransactionId: stamp.id(life.originalID), productId: life.productID,
      autoRenewProductId: life.nextProductID, autoRenewStatus: life.willAutoRenew ? 1 : 0,
      expirationIntent: life.state == .expired ? life.expirationReason?.rawValue : nil,
      isInBillingRetryPeriod: isOverdue ? true : isXcode ? nil : false,
      gracePeriodExpiresDate: life.graceEnd.map { stamp.date($0, of: life.entryID) },
      priceIncreaseStatus: life.raise.map { $0.isAgreed ? 1 : 0 },
      renewalDate: life.isBilledNext ? stamp.date(life.periodEnd, of: life.entryID) : nil,
      renewalPrice: isXcode || life.key.isShared ? nil : terms?.money.milliunits,
      currency: isXcode || life.key.isShared ? nil : terms?.money.currencyCode,
      recentSubscriptionStartDate: stamp.date(start(of: life, account), of: life.originalID),
      offerType: terms?.offer.map { TransactionPayload.number(of: $0.kind) },
      offerIdentifier: terms?.offer?.id,
      offerDiscountType: isXcode ? nil : terms?.offer.map { TransactionPayload.word(for: $0.mode) },
      offerPeriod: isXcode ? nil : terms?.offer?.length.iso8601,
      eligibleWinBackOfferIds: offers.isEmpty ? nil : offers,
      renewalBillingPlanType: life.bill?.plan, commitmentInfo: life.bill.map(CommitmentInfo.init),
      environment: stamp.environment, signedDate: stamp.date(changed, of: life.originalID + 1),
      deviceVerification: device?.digest, deviceVerificationNonce: device?.nonce)
  }

  /// When the customer began what has gone on without a gap since.
  private func start(of life: Life, _ account: String) -> Date {
    life.marks.last { $0.kind == .started }?.date
      ?? customer(account)[life.originalID]?.purchaseDate ?? life.originalPurchaseDate
  }
}

/// What a signed app transaction says (`AppTransaction`).
struct AppTransactionPayload: Encodable {
  var receiptType: String
  var bundleId: String
  var applicationVersion = "1"
  var originalApplicationVersion = "1"
  var receiptCreationDate: SignedDate
  var requestDate: SignedDate
  var originalPurchaseDate: SignedDate
  var deviceVerification: String?
  var deviceVerificationNonce: String?

  /// - Parameters:
  ///   - bundleID: the app's.
  ///   - date: when it was made.
  ///   - first: when the customer got the app, as far as the store knows.
  ///   - stamp: as whom it is signed.
  init(bundleID: String, at date: Date, first: Date, as stamp: Stamp) {
    receiptType = stamp.environment
    bundleId = bundleID
    receiptCreationDate = stamp.date(date, of: 1)
    requestDate = receiptCreationDate
    originalPurchaseDate =
      switch stamp.personality {
      // The first of January of the year 1, as Xcode writes it.
      case .xcode: SignedDate(milliseconds: -62_135_769_600_000)
      // The first of August 2013, which the sandbox gives everybody.
      case .sandbox: SignedDate(milliseconds: 1_375_340_400_000)
      case .production: stamp.date(first, of: 1)
      }
    let device = stamp.deviceVerification(for: 0, "app")
    (deviceVerification, deviceVerificationNonce) = (device?.digest, device?.nonce)
  }
}

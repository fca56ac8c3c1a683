import FoundationEssentials
import StoreModel

/// What the customer has of a product, in one word or two.
enum ProductStatus: Sendable, Hashable {
  case underWay(PurchaseStage)
  case waitingForApproval
  case owned
  case ownedUntil(Date)
  case expired(Date)
  case revoked(Date)
  /// Takes the place of another level at its next renewal.
  case begins(Date)

  /// The status of every product that has one, by product id.
  ///
  /// What is under way comes first, then what is owned, then what was.
  static func all(in queue: QueueState, at now: Date) -> [String: ProductStatus] {
    var result: [String: ProductStatus] = [:]
    for purchase in queue.purchases
    where purchase.stage.isUnfinished || purchase.stage == .open {
      if result[purchase.productID] == nil {
        result[purchase.productID] = .underWay(purchase.stage)
      }
    }
    var latest: Set<String> = []
    for purchase in queue.purchases
    where purchase.stage != .closedUnpaid && latest.insert(purchase.productID).inserted {
      if purchase.stage == .deferred, result[purchase.productID] == nil {
        result[purchase.productID] = .waitingForApproval
      }
    }
    var held: [String: ProductStatus] = [:]
    for entitlement in queue.entitlements {
      let status: ProductStatus =
        if let date = entitlement.revocationDate {
          .revoked(date)
        } else if let date = entitlement.expirationDate {
          now < date ? .ownedUntil(date) : .expired(date)
        } else {
          .owned
        }
      if held[entitlement.productID].map({ status.outranks($0) }) ?? true {
        held[entitlement.productID] = status
      }
    }
    for status in queue.statuses where status.isChanging {
      switch held[status.nextProductID] {
      case .owned, .ownedUntil: break
      default: held[status.nextProductID] = .begins(status.renewalDate ?? status.accessEnd)
      }
    }
    return result.merging(held) { underWay, _ in underWay }
  }

  private func outranks(_ other: ProductStatus) -> Bool {
    switch (self, other) {
    case (.owned, _): true
    case (.ownedUntil(let date), .ownedUntil(let otherDate)): date > otherDate
    case (.ownedUntil, .expired), (.ownedUntil, .revoked): true
    case (.expired(let date), .expired(let otherDate)): date > otherDate
    default: false
    }
  }

  /// The short words of the list.
  func text(_ words: Words) -> String {
    switch self {
    case .underWay(let stage): words["state.\(stage.rawValue)"]
    case .waitingForApproval: words["state.waitingApproval"]
    case .owned: words["state.owned"]
    case .ownedUntil(let date): words["state.ownedUntil", ["date": Moment(date).date]]
    case .expired(let date): words["state.expired", ["date": Moment(date).date]]
    case .revoked(let date): words["state.revoked", ["date": Moment(date).date]]
    case .begins(let date): words["state.begins", ["date": Moment(date).date]]
    }
  }

  var style: Style {
    switch self {
    case .underWay(let stage): stage.style
    case .waitingForApproval: .yellow
    case .owned, .ownedUntil: .green
    case .expired: .dim
    case .begins: .yellow
    case .revoked: .red
    }
  }
}

extension PurchaseStage {
  /// The colour that repeats the stage's word.
  var style: Style {
    switch self {
    case .open, .deferred, .paid: .yellow
    case .delivered, .settled, .finished: .green
    case .blocked: [.yellow, .bold]
    case .rejected, .failed: .red
    case .cancelled, .closedUnpaid: .dim
    }
  }
}

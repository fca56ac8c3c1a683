package import StoreModel

extension StoreModel.Catalogue {
  /// How many products a catalogue holds of each kind, told by Xcode's own spelling of the type.
  package struct Counts: Sendable, Hashable {
    package var consumable = 0
    package var nonConsumable = 0
    package var nonRenewing = 0
    package var autoRenewable = 0
    /// Every other spelling, also those that were mapped to a kind.
    package var other = 0

    package init() {}
  }

  /// The products by kind, those that cannot be sold included.
  package var counts: Counts {
    var counts = Counts()
    for product in products {
      switch TypeName.xcode[product.rawType] {
      case .consumable: counts.consumable += 1
      case .nonConsumable: counts.nonConsumable += 1
      case .nonRenewing: counts.nonRenewing += 1
      case .autoRenewable: counts.autoRenewable += 1
      case .unknown, nil: counts.other += 1
      }
    }
    return counts
  }

  /// The subscription groups, without suites and bundles.
  package var groupCount: Int { groups.count { !$0.isSuite } }
}

/// A kind of product as files spell it.
struct TypeName {
  /// Xcode's own spellings.
  static let xcode: [String: ProductType] = [
    "Consumable": .consumable, "NonConsumable": .nonConsumable,
    "NonRenewingSubscription": .nonRenewing, "RecurringSubscription": .autoRenewable,
  ]

  static func xcode(_ type: ProductType) -> String {
    xcode.first { $0.value == type }?.key ?? ""
  }

  /// Suites and bundles of Xcode 27, which are no products of one app.
  static let suites: Set = ["SubscriptionSuite", "SubscriptionBundle"]

  /// What a spelling that is nearly right means; nil when it could be anything.
  static func guess(_ spelling: String) -> ProductType? {
    switch spelling.lowercased().filter({ $0.isLetter }) {
    case "consumable": .consumable
    case "nonconsumable": .nonConsumable
    case "nonrenewingsubscription", "nonrenewablesubscription", "nonrenewing", "nonrenewable":
      .nonRenewing
    case "recurringsubscription", "autorenewablesubscription", "autorenewingsubscription",
      "autorenewable", "autorenewing", "subscription", "recurring":
      .autoRenewable
    default: nil
    }
  }
}

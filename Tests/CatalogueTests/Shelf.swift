import CResources
import Catalogue
import StoreModel

/// Members of an object, each with its JSON text.
struct Members {
  var pairs: [(key: String, json: String)]

  var text: String { pairs.map { "\"\($0.key)\" : \($0.json)" }.joined(separator: ", ") }

  /// The same members with one changed or added; without it where `json` is nil.
  func with(_ key: String, _ json: String?) -> Members {
    var changed = self
    let index = pairs.firstIndex { $0.key == key }
    switch (index, json) {
    case (let index?, let json?): changed.pairs[index].json = json
    case (let index?, nil): changed.pairs.remove(at: index)
    case (nil, let json?): changed.pairs.append((key, json))
    case (nil, nil): break
    }
    return changed
  }
}

/// Makes `.storekit` text of our own, a few members at a time.
enum Shelf {
  static let product = Members(pairs: [
    ("productID", #""night""#), ("type", #""NonConsumable""#),
    ("referenceName", #""Night Vision""#), ("internalID", #""0A0B0C0D""#),
    ("displayPrice", #""4.99""#), ("familyShareable", "false"),
    ("localizations", #"[{"locale" : "en_US", "displayName" : "Night Vision"}]"#),
  ])

  static let plan = Members(pairs: [
    ("productID", #""monthly""#), ("type", #""RecurringSubscription""#),
    ("referenceName", #""Monthly""#), ("internalID", #""0A0B0C0E""#),
    ("displayPrice", #""7.99""#), ("familyShareable", "false"),
    ("localizations", #"[{"locale" : "en_US", "displayName" : "Monthly"}]"#),
    ("recurringSubscriptionPeriod", #""P1M""#), ("subscriptionGroupID", #""G1""#),
    ("groupNumber", "1"),
  ])

  static let version = #""version" : {"major" : 4, "minor" : 0}"#

  /// A file with these objects in `products` and with more top-level members.
  static func file(
    products: [Members] = [], plans: [Members] = [], more: String = version
  ) -> String {
    let group = #"{"id" : "G1", "name" : "Powers", "localizations" : [], "subscriptions" : ["#
    return """
      {"products" : [\(products.map { "{\($0.text)}" }.joined(separator: ", "))],
      "subscriptionGroups" : [\(group)\(plans.map { "{\($0.text)}" }.joined(separator: ", "))]}],
      \(more)}
      """
  }

  static func read(_ text: String) -> Catalogue {
    Catalogue.read(Array(text.utf8), named: "test.storekit")
  }

  static func resource(_ name: String) -> [UInt8] {
    for index in 0..<storefront_resource_count() {
      let resource = storefront_resource_at(index)
      if String(cString: resource.name) == name {
        return Array(UnsafeBufferPointer(start: resource.bytes, count: resource.count))
      }
    }
    return []
  }
}

extension Catalogue {
  /// `severity code path`, one a finding.
  var findings: [String] {
    diagnostics.map { "\($0.severity) \($0.code) \($0.path)" }
  }
}

import FoundationEssentials
import StoreModel
import Text

/// Reads a `.storekit` file of any version by the presence of its keys.
struct StorekitReader {
  let findings: Findings
  private var products = ProductList()
  private var groups: [SubscriptionGroup] = []
  private(set) var digits = PriceDigits(storefront: nil)

  init(findings: Findings) {
    self.findings = findings
  }

  private static let keys: Set = [
    "identifier", "products", "nonRenewingSubscriptions", "subscriptionGroups", "settings",
    "appPolicies", "subscriptionOffersKeyPair", "subscriptionBundleGroups",
    "subscriptionSuiteGroups", "version",
  ]

  mutating func catalogue(_ root: JSONNode, named name: String) -> Catalogue {
    var catalogue = Catalogue(name: name)
    guard let file = Fields(root, path: .root, findings: findings) else { return catalogue }
    let version = FileVersion(file)
    catalogue.version = version?.text
    catalogue.settings = settings(file)
    digits = PriceDigits(storefront: catalogue.settings.storefront)
    catalogue.policies = policies(file)
    readOneTimeProducts(file, "products", .expected)
    readOneTimeProducts(file, "nonRenewingSubscriptions", .optional)
    readGroups(file)
    readSuites(file, "subscriptionSuiteGroups")
    readSuites(file, "subscriptionBundleGroups")
    version?.reportContradiction(file)
    file.reportUnknown(known: Self.keys)
    reportSync(file)
    catalogue.products = products.all
    catalogue.groups = groups
    return catalogue
  }

  private mutating func readOneTimeProducts(
    _ file: Fields, _ section: String, _ presence: Fields.Presence
  ) {
    for fields in file.objects(section, presence) {
      guard let product = product(fields, in: section) else { continue }
      products.add(product, at: fields)
    }
  }

  private static let groupKeys: Set = ["id", "name", "localizations", "subscriptions"]

  private mutating func readGroups(_ file: Fields) {
    for fields in file.objects("subscriptionGroups", .expected) {
      let group = group(fields, isSuite: false)
      for subscription in fields.objects("subscriptions", .expected) {
        guard let product = product(subscription, in: "subscriptions", of: group) else { continue }
        products.add(product, at: subscription)
      }
    }
  }

  private mutating func readSuites(_ file: Fields, _ section: String) {
    for fields in file.objects(section) {
      let group = group(fields, isSuite: true)
      for suite in fields.objects("subscriptions") {
        guard let product = self.suite(suite, of: group) else { continue }
        products.add(product, at: suite)
      }
    }
  }

  private mutating func group(_ fields: Fields, isSuite: Bool) -> SubscriptionGroup {
    let name = fields.text("name", .nullable) ?? ""
    let group = SubscriptionGroup(
      id: fields.text("id", .expected) ?? name, name: name,
      localizations: localizations(fields, .optional), isSuite: isSuite)
    fields.reportUnknown(known: Self.groupKeys)
    if groups.contains(where: { $0.id == group.id }) {
      findings.add(
        .warning, "duplicate-group-id", fields.place,
        """
        Another group has the id "\(group.id)" too, so both are one group to a customer; give \
        this one an id of its own.
        """)
    }
    groups.append(group)
    return group
  }

  private static let policyKeys: Set = ["locale", "policyText", "policyURL"]

  private func policies(_ file: Fields) -> Catalogue.Policies {
    guard let fields = file.object("appPolicies") else { return Catalogue.Policies() }
    let privacy = fields.objects("policies").map { policy in
      policy.reportUnknown(known: Self.policyKeys)
      return Catalogue.PrivacyPolicy(
        locale: policy.text("locale", .expected) ?? "", text: policy.text("policyText") ?? "",
        url: policy.text("policyURL") ?? "")
    }
    fields.reportUnknown(known: ["eula", "policies"])
    return Catalogue.Policies(eula: fields.text("eula") ?? "", privacy: privacy)
  }

  /// Says of a file that App Store Connect fills when it was filled, or that it never was.
  private func reportSync(_ file: Fields) {
    guard let settings = file.object("settings"),
      settings.has("_shouldSetupSyncOnLoad")
        || settings.has("_lastSynchronizedDate")
    else { return }
    if products.all.isEmpty, settings.bool("_shouldSetupSyncOnLoad") == true {
      findings.add(
        .note, "never-synced", settings.place(of: "_shouldSetupSyncOnLoad"),
        """
        The file waits for its first synchronization with App Store Connect and holds no products; \
        open it in Xcode once.
        """)
    } else if let seconds = settings.number("_lastSynchronizedDate"), seconds > 0,
      seconds < 10_000_000_000, settings.text("_applicationInternalID") ?? "0" != "0"
    {
      let day = Date(timeIntervalSinceReferenceDate: seconds)
        .formatted(.iso8601.year().month().day())
      findings.add(
        .note, "synced", settings.place(of: "_lastSynchronizedDate"),
        """
        The file is synchronized with App Store Connect, last on \(day); what changed there since is \
        not in it.
        """)
    }
  }
}

/// The version of a `.storekit` file, and whether its keys agree with it.
private struct FileVersion {
  let major: Int
  let minor: Int
  let place: Place

  var text: String { "\(major).\(minor)" }

  private static let known: Set = ["1.0", "1.1", "1.2", "2.0", "3.0", "4.0", "5.0", "6.3"]
  private static let newestMajor = 6

  /// Reads `version`; a bare `"4.0"` or `4` in place of the object is read too.
  init?(_ file: Fields) {
    place = file.place(of: "version")
    if let bare = file.bareVersion {
      let parts = bare.split(separator: ".").map { Int($0) }
      guard let major = parts.first ?? nil else { return nil }
      self.major = major
      minor = (parts.dropFirst().first ?? nil) ?? 0
    } else {
      guard let fields = file.object("version", .expected) else { return nil }
      fields.reportUnknown(known: ["major", "minor"])
      guard let major = fields.integer("major", .expected) else { return nil }
      self.major = major
      minor = fields.integer("minor", .expected) ?? 0
    }
    if major > Self.newestMajor {
      file.findings.add(
        .warning, "newer-version", place,
        """
        The file has version \(text), and this program knows versions up to \(Self.newestMajor); what \
        is new in it is listed as unknown keys.
        """)
    } else if !Self.known.contains(text) {
      file.findings.add(
        .note, "unknown-version", place,
        "No known Xcode writes files of version \(text); this one is read by its keys.")
    }
  }

  /// The version that first wrote a key of the file, or of a subscription in it.
  private static let firstVersions: [(key: String, major: Int, minor: Int)] = [
    ("subscriptionSuiteGroups", 6, 0), ("subscriptionBundleGroups", 6, 0),
    ("billingPlans", 5, 0), ("introductoryOffers", 5, 0), ("appPolicies", 4, 0),
    ("winbackOffers", 4, 0), ("codeOffers", 1, 2), ("nonRenewingSubscriptions", 1, 1),
    ("identifier", 1, 1),
  ]

  func reportContradiction(_ file: Fields) {
    let subscriptions = file.quiet.objects("subscriptionGroups").flatMap {
      $0.objects("subscriptions")
    }
    let newer = Self.firstVersions.first { first in
      (first.major, first.minor) > (major, minor)
        && (file.has(first.key) || subscriptions.contains { $0.has(first.key) })
    }
    guard let newer else { return }
    file.findings.add(
      .warning, "contradictory-version", place,
      """
      The file says version \(text), but "\(newer.key)" came with \(newer.major).\(newer.minor); the \
      keys are what counts here. Let Xcode save the file.
      """)
  }
}

extension Fields {
  /// `version` where it is no object, as hand-written files have it.
  fileprivate var bareVersion: String? {
    guard has("version"), quiet.object("version") == nil else { return nil }
    findings.add(
      .warning, "wrong-type", place(of: "version"),
      "\"version\" must be an object, { \"major\" : 4, \"minor\" : 0 }.")
    return quiet.text("version")
  }

  /// A number with a fraction, which is no amount of money.
  fileprivate func number(_ key: String) -> Double? {
    quiet.text(key).flatMap { Double($0) }
  }
}

import Disclosure
import FoundationEssentials
import Pricing
import Screens
import StoreModel
import Text

/// What the options say about the shop, checked once; the catalogue may still decide the rest.
struct ShopSettings: Sendable {
  var source: CatalogueSource
  var folder: DataFolder
  var language: String
  var storefront: Storefront?
  var locale: String?
  var termsURL: String?
  var privacyURL: String?
  var bundleID: String
  var account: String
  var now: Date?
  var seed: UInt64?
  var canMakePayments: Bool
  private let table: StorefrontTable

  /// - Parameters:
  ///   - arguments: the command line; `buy` takes its product before the catalogue.
  ///   - environment: decides the language and the place of the data folder.
  /// - Throws: `UsageError` for a value that is none of its option's.
  init(_ arguments: Arguments, environment: [String: String]) throws(UsageError) {
    let catalogues = arguments.operands.dropFirst(arguments.command == .buy ? 1 : 0)
    guard catalogues.count <= 1 else {
      throw .operands(arguments.command, "\"\(catalogues.last ?? "")\" is one word too many.")
    }
    // A list of ids is looked up in --catalogue; without an operand that file is the catalogue.
    let path = catalogues.first ?? arguments.value("--catalogue")
    source = CatalogueSource(
      path: path, lookup: catalogues.isEmpty ? nil : arguments.value("--catalogue"))
    folder = DataFolder(arguments, catalogue: path, environment: environment)
    language = try Self.language(arguments.value("--lang"), environment: environment)
    let table = Self.table
    self.table = table
    storefront = nil
    if let code = arguments.value("--storefront") {
      guard let found = table.storefront(code) else {
        let nearest = table.nearest(to: code)
        throw .badValue(
          "--storefront", code,
          wanted: "an ISO 3166-1 alpha-3 code of an App Store storefront"
            + (nearest.map { ", perhaps \($0.countryCode) (\($0.name))" } ?? ", such as DEU"))
      }
      storefront = found
    }
    locale = arguments.value("--locale")
    if let locale, locale != "all" || arguments.command != .show, !PriceFormatter.isKnown(locale) {
      throw .badValue("--locale", locale, wanted: "a language and region such as de_DE")
    }
    termsURL = arguments.value("--terms-url")
    privacyURL = arguments.value("--privacy-url")
    bundleID = arguments.value("--bundle-id") ?? "com.example.storefront"
    account = arguments.value("--account") ?? "A"
    now = try arguments.time("--now")
    seed = try arguments.number("--seed", in: 0...Int.max).map(UInt64.init)
    canMakePayments = !arguments.has("--no-payments")
  }

  var clock: StoreClock { now.map(StoreClock.frozen) ?? StoreClock { Date() } }

  func chance(stream: UInt64) -> Chance {
    seed.map { Chance.seeded($0, stream: stream) } ?? .system
  }

  var words: Words { Self.words(language: language) }

  /// The program's own words for `--lang` and the environment.
  static func words(
    _ asked: String?, environment: [String: String]
  ) throws(UsageError) -> Words {
    words(language: try language(asked, environment: environment))
  }

  private static func words(language: String) -> Words {
    Words(json: Resource.bytes("strings/\(language).json"))
  }

  /// Reads the catalogue and resolves storefront, language and links for it.
  func reading() -> CatalogueReading {
    let start = ContinuousClock.now
    let catalogue = source.read()
    // Where the clock stands still, nothing takes time.
    return reading(
      of: catalogue, locale: nil, since: now == nil ? ContinuousClock.now - start : .zero)
  }

  /// Resolves a catalogue, for another locale than the chosen one where `locale` says so.
  func reading(of read: Catalogue, locale override: String?, since time: Duration = .zero)
    -> CatalogueReading
  {
    var catalogue = read
    let locale = override ?? catalogue.locale(asked: self.locale)
    let code = catalogue.storefrontCode(asked: nil)
    let own = table.storefront(code)
    if own == nil, storefront == nil {
      catalogue.diagnostics.append(
        Diagnostic(
          .warning, "unknown-storefront", path: "$.settings._storefront",
          "\"\(code)\" is no App Store storefront; USA stands in."
            + " Write an ISO 3166-1 alpha-3 code such as DEU, or use --storefront."))
    }
    let chosen =
      storefront ?? own ?? table.storefront("USA")
      ?? Storefront(
        countryCode: "USA", regionCode: "US", currencyCode: "USD", name: "United States")
    return CatalogueReading(
      catalogue: catalogue,
      disclosures: Disclosures(
        copies: Self.copies(for: locale), storefront: chosen, locale: locale,
        links: DisclosureLinks.resolved(
          policies: catalogue.policies, locale: locale, terms: termsURL, privacy: privacyURL),
        ownStorefront: code),
      milliseconds: Int(time / .milliseconds(1)))
  }

  /// The copy that suits `locale` best; the others are not even read.
  private static func copies(for locale: String) -> [DisclosureCopy] {
    let languages = ["en", "zh-Hans"]
    guard let best = LocaleTag.best(for: locale, among: languages),
      let copy = try? DisclosureCopy(
        json: Resource.bytes("disclosures/\(languages[best]).json"))
    else { return [] }
    return [copy]
  }

  private static let table: StorefrontTable = {
    let bytes = Resource.bytes("storefronts/storefronts.tsv")
    return (try? StorefrontTable(tsv: bytes)) ?? StorefrontTable()
  }()

  /// `--lang`, else the first of LC_ALL, LC_MESSAGES, LANG that is set: Chinese or English.
  private static func language(
    _ asked: String?, environment: [String: String]
  ) throws(UsageError) -> String {
    if let asked {
      switch LocaleTag(asked) {
      case LocaleTag("en"): return "en"
      case LocaleTag("zh-Hans"), LocaleTag("zh_CN"): return "zh-Hans"
      default: throw .badValue("--lang", asked, wanted: "en or zh-Hans")
      }
    }
    let variable = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    return LocaleTag(variable ?? "en").language == "zh" ? "zh-Hans" : "en"
  }
}

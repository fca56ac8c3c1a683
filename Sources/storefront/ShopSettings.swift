import Disclosure
import FoundationEssentials
import Pricing
import Screens
import StoreModel
import Terminal
import Text

/// What the options say about the shop, checked once; the catalogue may still decide the rest.
struct ShopSettings: Sendable {
  var source: CatalogueSource
  var folder: DataFolder
  var configuration: Configuration
  /// Of the program's own words: `en` or `zh-Hans`.
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
  /// The promoted purchase that was given on the command line.
  var link: String?
  /// Whether the shop is drawn in ASCII, and so speaks English only.
  var isASCII = false

  /// - Parameters:
  ///   - arguments: the command line; `buy` takes its product before the catalogue.
  ///   - configuration: what it says of language, storefront and links is taken.
  ///   - environment: decides the place of the data folder.
  /// - Throws: `UsageError` for a value that is none of its option's.
  init(
    _ arguments: Arguments, _ configuration: Configuration, environment: [String: String]
  ) throws(UsageError) {
    let isControl = arguments.command == .store || arguments.command == .clock
    let operands = arguments.operands.filter {
      arguments.command != .shop || !PurchaseIntent.isMeant(by: $0)
    }
    link = arguments.operands.first { !operands.contains($0) }
    let catalogues = isControl ? [] : operands.dropFirst(arguments.command == .buy ? 1 : 0)
    guard catalogues.count <= 1 else {
      throw .operands(arguments.command, "\"\(catalogues.last ?? "")\" is one word too many.")
    }
    // A list of ids is looked up in --catalogue; without an operand that file is the catalogue.
    let path = catalogues.first ?? arguments.value("--catalogue")
    source = CatalogueSource(
      path: path, lookup: catalogues.isEmpty ? nil : arguments.value("--catalogue"))
    folder = DataFolder(arguments, catalogue: path, environment: environment)
    self.configuration = configuration
    language = configuration.language
    storefront = configuration.text(.storefront).flatMap(Self.table.storefront)
    locale = configuration.text(.locale)
    termsURL = configuration.text(.termsURL)
    privacyURL = configuration.text(.privacyURL)
    bundleID = arguments.value("--bundle-id") ?? "com.example.storefront"
    account = arguments.value("--account") ?? "A"
    now = try arguments.time("--now")
    seed = try arguments.number("--seed", in: 0...Int.max).map(UInt64.init)
    canMakePayments = !arguments.has("--no-payments")
  }

  /// The settings for another catalogue; nil is the built-in demo.
  func opening(_ path: String?) -> ShopSettings {
    var settings = self
    settings.source = CatalogueSource(path: path, lookup: nil)
    settings.folder = folder.of(catalogue: path)
    return settings
  }

  /// Those that can be chosen.
  var storefronts: [Storefront] { Self.table.storefronts }

  /// Chooses another storefront, by its alpha-3 code, and another language.
  mutating func choose(storefront code: String, locale: String) {
    storefront = Self.table.storefront(code) ?? storefront
    self.locale = locale
  }

  /// Mono where colour is switched off.
  var theme: Theme {
    if configuration.choice(.color) == .never { return .mono }
    return configuration.text(.theme).flatMap(Theme.init) ?? .standard
  }

  /// Whether addresses are made links of the terminal's own.
  func showsHyperlinks(in surroundings: Surroundings) -> Bool {
    switch configuration.choice(.hyperlinks) {
    case .always: true
    case .never: false
    case .auto: surroundings.showsHyperlinks
    }
  }

  func chance(stream: UInt64) -> Chance {
    seed.map { Chance.seeded($0, stream: stream) } ?? .system
  }

  var words: Words { Self.words(language: isASCII ? "en" : language) }

  /// Whether English stands in for a language that cannot be drawn.
  var isEnglishStandIn: Bool { isASCII && language != "en" }

  /// The program's own words in `en` or `zh-Hans`.
  static func words(language: String) -> Words {
    Words(
      json: Resource.bytes("strings/\(language).json"),
      sentences: language == "en" ? [] : Resource.bytes("strings/\(language).sentences.json"))
  }

  /// One sentence about what was not understood in the configuration; nil when all was.
  var configurationNotice: String? {
    let findings = configuration.findings
    guard let first = findings.first else { return nil }
    let facts = ["place": first.location, "n": "\(findings.count)"]
    return words["config.notUnderstood", facts]
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
    let locale = override ?? catalogue.locale(asked: self.locale ?? ownLocale(of: catalogue))
    let code = catalogue.storefrontCode(asked: nil)
    let own = Self.table.storefront(code)
    if own == nil, storefront == nil {
      catalogue.diagnostics.append(
        Diagnostic(
          .warning, "unknown-storefront", path: "$.settings._storefront",
          """
          "\(code)" is not an App Store storefront; USA is used instead. Write a country code of \
          three letters (ISO 3166-1 alpha-3) such as DEU, or use --storefront.
          """))
    }
    let chosen =
      storefront ?? own ?? Self.table.storefront("USA")
      ?? Storefront(
        countryCode: "USA", regionCode: "US", currencyCode: "USD", name: "United States")
    return CatalogueReading(
      catalogue: catalogue,
      disclosures: Disclosures(
        copies: Self.copies(for: isASCII ? "en" : locale), storefront: chosen, locale: locale,
        links: DisclosureLinks.resolved(
          policies: catalogue.policies, locale: locale, terms: termsURL, privacy: privacyURL),
        ownStorefront: code, isASCII: isASCII),
      milliseconds: Int(time / .milliseconds(1)), company: configuration.text(.company),
      isDemo: source.isDemo)
  }

  /// The shop's language for somebody who reads Chinese, where neither they nor a file of theirs says
  /// another one; nil leaves it to the catalogue.
  private func ownLocale(of catalogue: Catalogue) -> String? {
    let isOpen = source.isDemo || catalogue.settings.locale == nil
    return isOpen && !isASCII && configuration.language == "zh-Hans" ? "zh_Hans" : nil
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

  static let table: StorefrontTable = {
    let bytes = Resource.bytes("storefronts/storefronts.tsv")
    return (try? StorefrontTable(tsv: bytes)) ?? StorefrontTable()
  }()
}

import Disclosure
import FoundationEssentials
import Pricing
import Screens
import StoreModel
import Text

/// A member of the configuration.
///
/// Reading, the options, `storefront config`, its help and the README's section are made from `row`.
/// None of them names a program to run: a `.storefront.json` may come with a stranger's folder.
enum ConfigurationMember: String, CaseIterable, Sendable {
  case keys, theme, color, language, storefront, locale, termsURL, privacyURL, company
  case ascii, plain, hyperlinks, clipboard

  /// What a member may be.
  enum Kind: Sendable, Hashable {
    case word([String])
    case flag, address, name, language, storefront, locale
    /// An object from action to one key or a list of keys.
    case keys
  }

  /// What there is to know about one member.
  struct Row: Sendable {
    var kind: Kind
    var help: String
    /// The value where nobody gives one; null is told by `standard`.
    var builtIn: JSONValue = .null
    /// What holds without a value, in words.
    var standard: String
    /// The option of the command line that says the same.
    var option: String?
  }

  var row: Row {
    switch self {
    case .keys:
      Row(kind: .keys, help: "other keys for an action", standard: "the keys of ?")
    case .theme:
      Row(
        kind: .word(Theme.allCases.map(\.rawValue)), help: "the colours of the screen",
        builtIn: "default", standard: "default", option: "--theme")
    case .color:
      Row(
        kind: .word(Choice.words), help: "whether there is colour; auto asks NO_COLOR",
        builtIn: "auto", standard: "auto", option: "--color")
    case .language:
      Row(
        kind: .language, help: "the program's own words", builtIn: "en",
        standard: "as LC_ALL, LC_MESSAGES or LANG says", option: "--lang")
    case .storefront:
      Row(
        kind: .storefront, help: "the country's shop", standard: "the catalogue's",
        option: "--storefront")
    case .locale:
      Row(
        kind: .locale, help: "the shop's language", standard: "the catalogue's",
        option: "--locale")
    case .termsURL:
      Row(
        kind: .address, help: "the Terms of Use link", standard: "the catalogue's",
        option: "--terms-url")
    case .privacyURL:
      Row(
        kind: .address, help: "the Privacy Policy link", standard: "the catalogue's",
        option: "--privacy-url")
    case .company:
      Row(
        kind: .name, help: "the seller's name, on each product's page", standard: "not shown",
        option: "--company")
    case .ascii:
      Row(
        kind: .flag, help: "only ASCII characters for lines and marks",
        standard: "as the locale says", option: "--ascii")
    case .plain:
      Row(
        kind: .flag, help: "sentences instead of a screen, for a screen reader",
        builtIn: false, standard: "false", option: "--plain")
    case .hyperlinks:
      Row(
        kind: .word(Choice.words), help: "whether links can be clicked (OSC 8)",
        builtIn: "auto", standard: "auto")
    case .clipboard:
      Row(
        kind: .flag, help: "whether copying may use the terminal's clipboard (OSC 52)",
        builtIn: true, standard: "true")
    }
  }

  /// What the member takes, in a word or two: `auto|always|never`.
  var takes: String {
    switch row.kind {
    case .word(let words): words.joined(separator: "|")
    case .flag: "true|false"
    case .address: "URL"
    case .name: "NAME"
    case .language: "en|zh-Hans"
    case .storefront: "CODE"
    case .locale: "LOCALE"
    case .keys: "ACTION: KEYS"
    }
  }

  /// The end of a sentence that begins with "Give"; it may name what is nearest to the wrong `text`.
  func wanted(insteadOf text: String = "") -> String {
    switch row.kind {
    case .word(let words):
      return words.dropLast().joined(separator: ", ") + " or \(words.last ?? "")"
    case .flag: return "true or false"
    case .address: return "an address that begins with https:// or http://"
    case .name: return "a name on one line, of at most 200 characters"
    case .language: return "en or zh-Hans"
    case .storefront:
      let nearest = ShopSettings.table.nearest(to: text)
      return "an ISO 3166-1 alpha-3 code of an App Store storefront"
        + (nearest.map { ", perhaps \($0.countryCode) (\($0.name))" } ?? ", such as DEU")
    case .locale: return "a language and region such as de_DE"
    case .keys: return "an object such as {\"buy\": \"b\"}"
    }
  }

  /// The value as it is kept, such as `DEU` for `deu`; nil when it is none of this member.
  func value(_ given: JSONValue) -> JSONValue? {
    switch (row.kind, given) {
    case (.flag, .bool): given
    case (.keys, .object): given
    case (.word(let words), .string(let text)) where words.contains(text): given
    case (.address, .string(let text)) where Self.isAddress(text): given
    case (.name, .string(let text)) where Self.isName(text): given
    case (.language, .string(let text)):
      switch LocaleTag(text) {
      case LocaleTag("en"): "en"
      case LocaleTag("zh-Hans"), LocaleTag("zh_CN"): "zh-Hans"
      default: nil
      }
    case (.storefront, .string(let text)):
      ShopSettings.table.storefront(text).map { .string($0.countryCode) }
    case (.locale, .string(let text)) where PriceFormatter.isKnown(text): given
    default: nil
    }
  }

  /// Whether the text is an address on the web, with a host and nothing hidden in it.
  private static func isAddress(_ text: String) -> Bool {
    let lower = text.lowercased()
    guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix),
      text.utf8.count <= 2_000, let host = text.dropFirst(scheme.count).first
    else { return false }
    return !"/?#".contains(host) && !SafeText.hasHiddenCharacters(text)
      && !text.contains(where: \.isWhitespace)
  }

  private static func isName(_ text: String) -> Bool {
    (1...200).contains(text.count) && !text.contains(where: \.isNewline)
      && !text.allSatisfy(\.isWhitespace)
  }
}

/// Whether something is done: as the terminal can, in any case, or never.
enum Choice: String, CaseIterable, Sendable {
  case auto, always, never

  static var words: [String] { allCases.map(\.rawValue) }
}

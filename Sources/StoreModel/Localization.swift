/// A name and a description in one language, as the catalogue writes them.
package struct Localization: Sendable, Hashable {
  /// As written: `en_US`, `zh-Hans`, `fr`.
  package var locale: String
  package var displayName: String
  package var description: String

  package init(locale: String, displayName: String, description: String = "") {
    self.locale = locale
    self.displayName = displayName
    self.description = description
  }
}

/// A text that was looked up for a locale, and whether another language had to stand in.
package struct LocalizedText: Sendable, Hashable {
  package var text: String
  /// The locale of the text as the catalogue writes it; nil when no localization was used.
  package var locale: String?
  /// True when the text is not in the language that was asked for; the reader must see a mark.
  package var isStandIn: Bool

  package init(text: String, locale: String?, isStandIn: Bool) {
    self.text = text
    self.locale = locale
    self.isStandIn = isStandIn
  }
}

extension Product {
  /// The name for `locale`: a localization that is not empty, else the reference name, else the id.
  ///
  /// What Xcode shows here is not documented; the order is an assumption (see `LocaleTag.best`).
  package func displayName(for locale: String) -> LocalizedText {
    let named = localizations.filter { !$0.displayName.isEmpty }
    guard let index = LocaleTag.best(for: locale, among: named.map(\.locale)) else {
      return LocalizedText(
        text: referenceName.isEmpty ? id : referenceName, locale: nil, isStandIn: true)
    }
    let found = named[index]
    return LocalizedText(
      text: found.displayName, locale: found.locale,
      isStandIn: !LocaleTag(found.locale).speaks(locale))
  }

  /// The names of products for `locale`, each as `displayName(for:)` finds it.
  ///
  /// Neighbours mostly carry the same languages; the choice among them is made once for all.
  package static func displayNames(of products: [Product], for locale: String) -> [LocalizedText] {
    var last: (locales: [String], index: Int, isStandIn: Bool)?
    return products.map { product in
      let texts = product.localizations
      if let last, texts.lazy.map(\.locale).elementsEqual(last.locales),
        texts.allSatisfy({ !$0.displayName.isEmpty })
      {
        let found = texts[last.index]
        return LocalizedText(
          text: found.displayName, locale: found.locale, isStandIn: last.isStandIn)
      }
      let name = product.displayName(for: locale)
      last = texts.firstIndex { $0.locale == name.locale && $0.displayName == name.text }
        .map { (texts.map(\.locale), $0, name.isStandIn) }
      return name
    }
  }

  /// The description for `locale`, chosen as the name is; nil when there is none in any language.
  package func description(for locale: String) -> LocalizedText? {
    let described = localizations.filter { !$0.description.isEmpty }
    guard let index = LocaleTag.best(for: locale, among: described.map(\.locale)) else {
      return nil
    }
    let found = described[index]
    return LocalizedText(
      text: found.description, locale: found.locale,
      isStandIn: !LocaleTag(found.locale).speaks(locale))
  }
}

/// A locale identifier in its parts, whichever of the three habits of `.storekit` files wrote it.
package struct LocaleTag: Sendable, Hashable {
  /// Lower case: `zh`.
  package var language: String
  /// As in `Hans`; for Chinese without one it follows from the region (TW, HK, MO: `Hant`).
  package var script: String?
  /// Upper case: `CN`.
  package var region: String?

  package init(_ identifier: String) {
    var parts = identifier.split { $0 == "_" || $0 == "-" || $0 == "@" || $0 == "." }.map(
      String.init)
    language = parts.isEmpty ? "" : parts.removeFirst().lowercased()
    script = nil
    region = nil
    for part in parts {
      if part.utf8.count == 4, script == nil, region == nil {
        script = part.prefix(1).uppercased() + part.dropFirst().lowercased()
      } else if (2...3).contains(part.utf8.count), region == nil {
        region = part.uppercased()
      }
    }
    if language == "zh", script == nil {
      script = ["TW", "HK", "MO"].contains(region ?? "") ? "Hant" : "Hans"
    }
  }

  /// Whether a reader of `identifier` reads this: the same language and, for Chinese, script.
  package func speaks(_ identifier: String) -> Bool {
    let other = LocaleTag(identifier)
    return language == other.language && script == other.script
  }

  /// The index of the locale that suits `wanted` best; nil when there is none at all.
  ///
  /// Exact, then the same language and script, then the same language, then `en_US`, then any
  /// English, then the first. Apple documents no order; this one is an assumption.
  package static func best(for wanted: String, among locales: [String]) -> Int? {
    let want = LocaleTag(wanted)
    let tags = locales.map(LocaleTag.init)
    return tags.firstIndex { $0 == want }
      ?? tags.firstIndex { $0.language == want.language && $0.script == want.script }
      ?? tags.firstIndex { $0.language == want.language }
      ?? tags.firstIndex { $0.language == "en" && $0.region == "US" }
      ?? tags.firstIndex { $0.language == "en" }
      ?? (locales.isEmpty ? nil : 0)
  }
}

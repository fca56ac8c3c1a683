import Pricing
import StoreModel
import Text

extension AppState {
  /// Something that `z` takes back.
  enum Undo: Sendable, Hashable {
    case shop(storefront: String, locale: String)
    case language(String)
    case theme(Theme)
    case order(ProductList.Order)
    case filter(String)
  }

  private static let undosKept = 50

  mutating func remember(_ undo: Undo) {
    undos.append(undo)
    if undos.count > Self.undosKept { undos.removeFirst() }
  }

  /// A sentence with the way back behind it.
  func undoable(_ sentence: String) -> String {
    sentence + words["gap.sentence"] + words["undo.hint"]
  }

  /// Takes the last change of the view back.
  mutating func takeBack() -> [AppEffect] {
    guard let undo = undos.popLast() else { return [] }
    message = Message(.info, words["msg.undone"])
    switch undo {
    case .shop(let storefront, let locale):
      return [.changeShop(storefront: storefront, locale: locale)]
    case .language(let language): return [.changeLanguage(language)]
    case .theme(let theme):
      self.theme = theme
      return [.changeTheme(theme)]
    case .order(let order): lay(in: order)
    case .filter(let text): products?.filter(by: text, words: words, statuses: statuses)
    }
    return []
  }

  /// Shows the shop in another language, such as `de_DE`.
  mutating func changeLocale(_ locale: String) -> [AppEffect] {
    guard PriceFormatter.isKnown(locale) else {
      message = Message(.waiting, words["locale.unknown", ["text": line(locale)]])
      return []
    }
    return changeShop(storefront: nil, locale: locale)
  }

  /// Shows the shop of another country, by its alpha-3 code.
  mutating func changeStorefront(_ code: String) -> [AppEffect] {
    let code = code.uppercased()
    guard storefronts.contains(where: { $0.countryCode == code }) else {
      message = Message(.waiting, words["storefront.unknown", ["text": line(code)]])
      return []
    }
    return changeShop(storefront: code, locale: nil)
  }

  private mutating func changeShop(storefront: String?, locale: String?) -> [AppEffect] {
    guard let reading else { return [] }
    let old = (storefront: reading.storefront.countryCode, locale: reading.locale)
    remember(.shop(storefront: old.storefront, locale: old.locale))
    return [
      .changeShop(storefront: storefront ?? old.storefront, locale: locale ?? old.locale)
    ]
  }

  mutating func changeLanguage(_ language: String) -> [AppEffect] {
    guard ["en", "zh-Hans"].contains(language) else {
      message = Message(.waiting, words["palette.noValue", ["text": line(language)]])
      return []
    }
    if isASCII, language != "en" {
      message = Message(.waiting, words["terminal.ascii"])
      return []
    }
    remember(.language(words["app.language"]))
    return [.changeLanguage(language)]
  }

  mutating func change(theme name: String) -> [AppEffect] {
    guard let theme = Theme(rawValue: name) else {
      message = Message(.waiting, words["palette.noValue", ["text": line(name)]])
      return []
    }
    remember(.theme(self.theme))
    self.theme = theme
    message = Message(.info, undoable(words["theme.now", ["theme": words["theme.\(name)"]]]))
    return [.changeTheme(theme)]
  }
}

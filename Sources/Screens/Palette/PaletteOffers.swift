import Disclosure
import Pricing
import StoreModel
import Text

extension AppState {
  /// Everything that the palette can do from here: what has a key on this screen first.
  func paletteOffers() -> [PaletteEntry] {
    var here: [PaletteEntry] = []
    var elsewhere: [PaletteEntry] = []
    let context = screenContext
    for action in Action.allCases where !action.isOfBox && action != .palette {
      let key = keyMap.key(for: action, in: context)
      var entry = PaletteEntry(
        choice: .action(action), title: words["action.\(action.rawValue)"], name: action.rawValue,
        hint: key?.label ?? "")
      if action.asksFirst { entry.title = words["help.asksFirst", ["action": entry.title]] }
      if canBeDone(action, in: context) {
        here.append(entry)
      } else {
        elsewhere.append(entry)
      }
    }
    return here + elsewhere + productOffers
  }

  /// Whether an action means something on a screen; keys may have been taken from it.
  func canBeDone(_ action: Action, in context: Context) -> Bool {
    KeyMap.standard.key(for: action, in: context) != nil
      || [.language, .theme, .go, .topUp].contains(action)
  }

  /// What an action can be given.
  func argumentOffers(for action: Action) -> [PaletteEntry] {
    switch action {
    case .locale: localeOffers
    case .storefront: storefrontOffers
    case .language:
      ["en", "zh-Hans"].map {
        offer(action, $0, words["language.\($0)"], isCurrent: $0 == words["app.language"])
      }
    case .theme:
      Theme.allCases.map {
        offer(action, $0.rawValue, words["theme.\($0.rawValue)"], isCurrent: $0 == theme)
      }
    case .sort: sortOffers
    case .openLink: linkOffers
    case .copy: copyOffers
    case .openFile:
      catalogueFiles.map { offer(action, $0, line($0)) }
        + [offer(action, Self.demo, words["palette.demo"], isCurrent: reading?.isDemo == true)]
    case .go: productOffers
    case .buyWithOption: optionOffers
    case .topUp: ["5", "10", "50"].map { offer(.topUp, $0, words["entry.topUp", ["amount": $0]]) }
    case .showStore: controlOffers(behind: [])
    case .clock: clockOffers(behind: [])
    case .controlTransaction: transactionOffers
    default: []
    }
  }

  /// The promotional and win-back offers and the plans of the product at hand.
  private var optionOffers: [PaletteEntry] {
    guard let product = selectedProduct, let reading else { return [] }
    return product.options.map { option in
      var entry = offer(.buyWithOption, option.name, shown(text(of: option, product, reading)))
      entry.hint = line(option.name)
      return entry
    }
  }

  private func text(
    of option: PurchaseOption, _ product: Product, _ reading: CatalogueReading
  ) -> String {
    let offers = product.subscription?.offers ?? []
    switch option {
    case .promotionalOffer(let id), .winBackOffer(let id):
      return offers.first { $0.id == id }
        .map { reading.disclosures.offerSummary($0, of: product) } ?? id
    case .billingPlan(let type):
      return reading.disclosures.planSummary(type, of: product) ?? type
    }
  }

  /// The name of the built-in catalogue.
  static let demo = "demo"

  private func offer(
    _ action: Action, _ value: String, _ title: String, isCurrent: Bool = false
  ) -> PaletteEntry {
    PaletteEntry(
      choice: .argument(action, value), title: title, name: line(value),
      hint: isCurrent ? words["palette.current"] : "")
  }

  /// The languages of the catalogue first, then those in which the App Store sells.
  private var localeOffers: [PaletteEntry] {
    let own =
      reading.map { reading in
        Set(reading.catalogue.products.flatMap { $0.localizations.map(\.locale) })
      } ?? []
    let others = Self.storeLocales.filter { !own.contains($0) }
    return own.sorted().map {
      var entry = offer(.locale, $0, line($0), isCurrent: $0 == reading?.locale)
      if entry.hint.isEmpty { entry.hint = words["palette.inCatalogue"] }
      return entry
    } + others.map { offer(.locale, $0, $0, isCurrent: $0 == reading?.locale) }
  }

  /// The languages of App Store Connect, with the regions that it tells apart.
  private static let storeLocales = [
    "ar_SA", "ca_ES", "cs_CZ", "da_DK", "de_DE", "el_GR", "en_AU", "en_CA", "en_GB", "en_US",
    "es_ES", "es_MX", "fi_FI", "fr_CA", "fr_FR", "he_IL", "hi_IN", "hr_HR", "hu_HU", "id_ID",
    "it_IT", "ja_JP", "ko_KR", "ms_MY", "nb_NO", "nl_NL", "pl_PL", "pt_BR", "pt_PT", "ro_RO",
    "ru_RU", "sk_SK", "sv_SE", "th_TH", "tr_TR", "uk_UA", "vi_VN", "zh_CN", "zh_TW",
  ]

  private var storefrontOffers: [PaletteEntry] {
    storefronts.map { storefront in
      var entry = offer(
        .storefront, storefront.countryCode,
        "\(storefront.countryCode)  \(words.country(of: storefront))",
        isCurrent: storefront.countryCode == reading?.storefront.countryCode)
      entry.name += " \(storefront.name) \(storefront.regionCode) \(storefront.currencyCode)"
      if entry.hint.isEmpty { entry.hint = storefront.currencyCode }
      return entry
    }
  }

  private var productOffers: [PaletteEntry] {
    guard let reading, !isWithheld else { return [] }
    let missing = Set(panel?.unpublished ?? [])
    return reading.catalogue.products.filter { !missing.contains($0.id) }.map { product in
      PaletteEntry(
        choice: .argument(.go, product.id),
        title: words["palette.go", ["product": name(of: product, reading)]],
        name: line(product.id), detail: line(product.id), isFoundOnly: true)
    }
  }

  private var sortOffers: [PaletteEntry] {
    ProductList.Order.allCases.map {
      offer(.sort, $0.rawValue, words["sort.\($0.rawValue)"], isCurrent: $0 == products?.order)
    }
  }

  /// The addresses of the selected product, each with the number it has on the page.
  var links: [(number: Int, label: String, url: String)] {
    guard let product = selectedProduct, let reading,
      let disclosure = reading.disclosures.disclosure(
        for: product, isEligibleForOffer: isEligible(product))
    else { return [] }
    return disclosure.clauses.compactMap(\.link).enumerated().compactMap { index, link in
      link.url.map { (number: index + 1, label: shown(link.label), url: $0) }
    }
  }

  private var linkOffers: [PaletteEntry] {
    links.map { link in
      var entry = offer(.openLink, link.url, "[\(link.number)] \(link.label)")
      entry.detail = line(link.url)
      return entry
    }
  }

  /// What can be copied here, each with what would be on the clipboard.
  private var copyOffers: [PaletteEntry] {
    copyables.enumerated().map { index, item in
      var entry = offer(.copy, String(index), "[\(index + 1)] \(item.label)")
      entry.detail = line(String(item.text.prefix(400)))
      return entry
    }
  }
}

import FoundationEssentials
import Screens
import StoreModel
import Text

/// `storefront show`: what a customer sees, then what is wrong with the file.
struct ShowCommand {
  private let settings: ShopSettings
  private let wanted: [String]
  private let isJSON: Bool

  init(_ settings: ShopSettings, _ arguments: Arguments) {
    self.settings = settings
    wanted = arguments.all("--product")
    isJSON = arguments.has("--json")
  }

  /// Prints the catalogue in the chosen language, or once in each of its own for `all`.
  ///
  /// - Returns: 1 when the catalogue cannot be read.
  /// - Throws: `Failure` when it lacks a product that was asked for.
  func run() throws(Failure) -> Int32 {
    let catalogue = settings.source.read()
    guard catalogue.isReadable else {
      if isJSON {
        let reading = settings.reading(of: catalogue, locale: nil)
        Output.write(ShowDocument(reading, only: []).json.text(indented: true) + "\n")
      }
      throw Failure(unreadable: catalogue)
    }
    for id in wanted where catalogue.product(id) == nil {
      throw Failure(noProduct: id, in: catalogue)
    }
    let isAll = settings.locale == "all"
    let locales: [String?] = isAll ? catalogue.locales : [nil]
    let documents = locales.map {
      ShowDocument(settings.reading(of: catalogue, locale: $0), only: wanted)
    }
    if isJSON {
      let json: JSONValue = isAll ? .list(documents.map(\.json)) : documents[0].json
      Output.write(json.text(indented: true) + "\n")
    } else {
      let words = settings.words
      Output.write(documents.map { $0.text(words) }.joined(separator: "\n"))
      Output.write(documents[0].diagnosticsText(words))
    }
    return 0
  }
}

extension Catalogue {
  /// Every language that a product's name is written in, in the order of the file; `en_US` if none.
  fileprivate var locales: [String] {
    var seen: [String] = []
    for localization in products.flatMap(\.localizations) where !seen.contains(localization.locale)
    {
      seen.append(localization.locale)
    }
    return seen.isEmpty ? ["en_US"] : seen
  }
}

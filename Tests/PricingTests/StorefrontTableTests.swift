import Foundation
import Pricing
import StoreModel
import Testing

private func table() throws -> StorefrontTable {
  let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  let file = root.appending(path: "Resources/storefronts/storefronts.tsv")
  return try StorefrontTable(tsv: Array(try Data(contentsOf: file)))
}

@Suite struct `The table of storefronts` {
  @Test func `has the 175 of the App Store, each once, by code`() throws {
    let storefronts = try table().storefronts
    #expect(storefronts.count == 175)
    #expect(Set(storefronts.map(\.regionCode)).count == 175)
    #expect(Set(storefronts.map(\.name)).count == 175)
    #expect(storefronts.map(\.countryCode) == storefronts.map(\.countryCode).sorted())
  }

  @Test func `names only currencies that exist`() throws {
    let currencies = Set(try table().storefronts.map(\.currencyCode))
    #expect(currencies.count == 43)
    #expect(currencies.subtracting(Locale.commonISOCurrencyCodes) == [])
  }

  @Test(arguments: [
    ("USA", "US", "USD", false), ("DEU", "DE", "EUR", false), ("JPN", "JP", "JPY", false),
    ("CHN", "CN", "CNY", false), ("GBR", "GB", "GBP", false), ("SAU", "SA", "SAR", false),
    ("BRA", "BR", "BRL", false), ("KWT", "KW", "USD", true), ("BGR", "BG", "EUR", false),
    ("XKS", "XK", "EUR", true), ("ARG", "AR", "USD", true), ("HUN", "HU", "HUF", false),
  ])
  func `knows the currency`(code: String, region: String, currency: String, assumed: Bool) throws {
    let found = try #require(try table().storefront(code))
    #expect(found.countryCode == code)
    #expect(found.regionCode == region)
    #expect(found.currencyCode == currency)
    #expect(found.isAssumed == assumed)
  }

  @Test func `may be empty, and then knows nothing`() {
    #expect(StorefrontTable().storefront("USA") == nil)
    #expect(StorefrontTable().nearest(to: "US") == nil)
  }

  @Test func `takes a code in either case, and no other code`() throws {
    #expect(try table().storefront("deu")?.name == "Germany")
    #expect(try table().storefront("GER") == nil)
    #expect(try table().storefront("") == nil)
  }

  @Test(arguments: [
    ("DE", "DEU"), ("de", "DEU"), ("GER", "DEU"), ("Germany", "DEU"), ("UK", "GBR"), ("UAE", "ARE"),
    ("DUE", "DEU"), ("JAP", "JPN"), ("SWI", "CHE"), ("USS", "USA"), ("XK", "XKS"),
  ])
  func `guesses what a wrong code meant`(code: String, meant: String) throws {
    #expect(try table().nearest(to: code)?.countryCode == meant)
  }

  @Test(arguments: ["", "D", "QQQ", "12345", "\u{1B}[2J"])
  func `does not guess from nothing`(code: String) throws {
    #expect(try table().nearest(to: code) == nil)
  }

  @Test(arguments: [
    "USA\tUS\tUSD", "US\tUS\tUSD\tUnited States", "USA\tUS\tusd\tUnited States",
    "USA\tUS\tUSD\tUnited States\tperhaps", "USA\tUS\tUSD\t", "USA US USD United States",
    "DEU\tDE\tEUR\tGermany",
  ])
  func `a line that is none is refused by its number`(line: String) {
    let text = "# storefronts\nDEU\tDE\tEUR\tGermany\n\n\(line)\n"
    let refusal = #expect(throws: StorefrontTable.Malformed.self) {
      try StorefrontTable(tsv: Array(text.utf8))
    }
    #expect(refusal?.line == 4)
  }
}

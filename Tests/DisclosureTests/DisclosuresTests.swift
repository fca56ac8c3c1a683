import Disclosure
import Foundation
import StoreModel
import Testing

@Suite struct `The words of a period` {
  @Test(arguments: [
    ("P1D", "per day", "1 day", "/day"), ("P3D", "every 3 days", "3 days", "/3 days"),
    ("P1W", "per week", "1 week", "/wk"), ("P2W", "every 2 weeks", "2 weeks", "/2 wk"),
    ("P1M", "per month", "1 month", "/mo"), ("P2M", "every 2 months", "2 months", "/2 mo"),
    ("P3M", "every 3 months", "3 months", "/3 mo"), ("P6M", "every 6 months", "6 months", "/6 mo"),
    ("P10M", "every 10 months", "10 months", "/10 mo"), ("P1Y", "per year", "1 year", "/yr"),
    ("P2Y", "every 2 years", "2 years", "/2 yr"),
  ])
  func `in English`(code: String, rate: String, length: String, short: String) throws {
    let shop = try shop()
    let period = try period(code)
    #expect(shop.periodRate(period) == rate)
    #expect(shop.periodLength(period) == length)
    #expect(shop.periodShort(period) == short)
  }

  @Test(arguments: [
    ("P1D", "每天", "1 天", "/天"), ("P3D", "每 3 天", "3 天", "/3 天"),
    ("P1W", "每周", "1 周", "/周"), ("P2W", "每 2 周", "2 周", "/2 周"),
    ("P1M", "每月", "1 个月", "/月"), ("P10M", "每 10 个月", "10 个月", "/10 个月"),
    ("P1Y", "每年", "1 年", "/年"), ("P2Y", "每 2 年", "2 年", "/2 年"),
  ])
  func `in Simplified Chinese`(code: String, rate: String, length: String, short: String) throws {
    let shop = try shop("CHN", "zh_CN")
    let period = try period(code)
    #expect(shop.periodRate(period) == rate)
    #expect(shop.periodLength(period) == length)
    #expect(shop.periodShort(period) == short)
  }
}

@Suite struct `The summary of an offer` {
  @Test func `tells what is billed after it, for each kind of payment`() throws {
    let product = try plan()
    let english = try shop()
    let chinese = try shop("CHN", "zh-Hans")
    #expect(
      english.offerSummary(try trial(), of: product) == "1 week free, then $9.99 per month")
    #expect(
      english.offerSummary(try payAsYouGo("4.99", charges: 3), of: product)
        == "$4.99 per month for 3 months, then $9.99 per month")
    #expect(
      english.offerSummary(try payUpFront("4.99"), of: product)
        == "One payment of $4.99 for 3 months, then $9.99 per month")
    #expect(
      chinese.offerSummary(try trial("P3D"), of: product) == "免费试用 3 天，之后每月 ¥9.99")
    #expect(
      chinese.offerSummary(try payAsYouGo("4.99", charges: 3), of: product)
        == "最初 3 个月每月 ¥4.99，之后每月 ¥9.99")
    #expect(
      chinese.offerSummary(try payUpFront("4.99"), of: product)
        == "最初 3 个月一次付清 ¥4.99，之后每月 ¥9.99")
  }

  @Test func `of a trial ignores a stale price and a count of charges`() throws {
    var offer = try trial()
    offer.periods = 3
    offer.price = try decimal("0.99")
    #expect(
      try shop().offerSummary(offer, of: try plan()) == "1 week free, then $9.99 per month")
  }

  @Test func `says that a price is missing`() throws {
    let words = "Offer incomplete: a price is missing in the catalogue."
    let shop = try shop()
    #expect(shop.offerSummary(try payUpFront(nil), of: try plan()) == words)
    #expect(shop.offerSummary(try trial(), of: try plan(price: nil)) == words)
  }
}

@Suite struct `The language of a shop` {
  @Test(arguments: [
    ("en_US", "en", false), ("en_GB", "en", false), ("zh_CN", "zh-Hans", false),
    ("zh-Hans", "zh-Hans", false), ("de_DE", "en", true), ("zh_TW", "zh-Hans", true),
    ("ar_SA", "en", true), ("", "en", true),
  ])
  func `is marked when another stands in`(locale: String, language: String, standIn: Bool) throws {
    let shop = try shop("USA", locale)
    #expect(shop.language == language)
    #expect(shop.isStandIn == standIn)
    let page = try #require(shop.disclosure(for: try plan()))
    #expect(page.language == language)
    #expect(page.isStandIn == standIn)
    #expect(page.notes.contains { $0.kind == .standInLanguage } == standIn)
  }

  @Test func `of a name is marked, too`() throws {
    let product = try plan(names: ["en_US": "Pro Monthly"])
    let english = try #require(try shop().disclosure(for: product))
    #expect(!english.isNameStandIn)
    let chinese = try #require(try shop("CHN", "zh-Hans").disclosure(for: product))
    #expect(chinese.isNameStandIn)
    #expect(!chinese.isStandIn)
    #expect(chinese.notes.map(\.text) == ["产品目录中没有 zh-Hans 的名称。"])
  }

  @Test func `without any copy shows keys and does not crash`() throws {
    let usa = Storefront(
      countryCode: "USA", regionCode: "US", currencyCode: "USD", name: "United States")
    let shop = Disclosures(copies: [], storefront: usa, locale: "en_US", links: bothLinks)
    #expect(shop.isStandIn)
    #expect(shop.periodLength(try period("P1M")) == "P1M")
    #expect(shop.disclosure(for: try plan())?.clauses.count == 9)
  }
}

@Suite struct `The notes of a page` {
  @Test func `are none in the catalogue's own storefront`() throws {
    #expect(try shop(own: "USA").disclosure(for: try plan())?.notes == [])
    #expect(try shop().disclosure(for: try plan())?.notes == [])
  }

  @Test func `tell that the number was not converted`() throws {
    let page = try #require(try shop("DEU", "en_US", own: "USA").disclosure(for: try plan()))
    #expect(page.notes.map(\.kind) == [.notConverted])
    #expect(
      page.notes.map(\.text) == [
        "The price is the catalogue's number for storefront USA. It was not converted to EUR."
      ])
    #expect(!page.isAssumedCurrency)
  }

  @Test func `tell that a currency is assumed`() throws {
    let page = try #require(try shop("KWT").disclosure(for: try plan()))
    #expect(page.isAssumedCurrency)
    #expect(page.notes.map(\.kind) == [.assumedCurrency])
    #expect(
      page.notes.map(\.text) == [
        "The currency of storefront KWT is assumed to be USD."
      ])
  }

  @Test func `tell that an amount was rounded to be shown`() throws {
    let page = try #require(try shop("JPN").disclosure(for: try plan(price: "4.99")))
    #expect(page.text.contains("\n¥5 per month\n"))
    #expect(page.notes.map(\.kind) == [.rounded])
    #expect(
      page.notes.map(\.text) == [
        "The catalogue's amount 4.99 has more digits than JPY; it is shown rounded."
      ])
  }
}

import Testing
import Text

@Suite struct `The order of words` {
  static let orders: [(locale: String, words: [String])] = [
    ("en_US", ["Äpfel", "apple", "Banana", "cote", "côté", "Item 2", "item 10", "Zebra"]),
    ("sv_SE", ["apple", "Zebra", "ål", "ärlig", "öl"]),
    ("zh_CN", ["季票", "轻量版", "移除广告", "专业版"]),
    ("ja_JP", ["あめ", "アメリカ", "かさ"]),
    ("", ["a", "b"]),
    ("no such language", ["a", "B", "c"]),
  ]

  @Test(arguments: orders)
  func `is that of the language`(locale: String, words: [String]) throws {
    let keys = try #require(Collation.keys(of: words, locale: locale))
    for (first, second) in zip(keys, keys.dropFirst()) {
      #expect(first.lexicographicallyPrecedes(second))
    }
  }

  @Test func `has a key for every text`() throws {
    let texts = ["", "\u{0}", String(repeating: "é", count: 5_000), "👨‍👩‍👧", "\u{202E}x"]
    let keys = try #require(Collation.keys(of: texts, locale: "de_DE"))
    #expect(keys.count == texts.count)
    #expect(keys[2].count > 5_000)
  }
}

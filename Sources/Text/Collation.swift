import CText

/// The order of words in a language: Å after Z in Swedish, pinyin in Chinese, 2 before 10.
///
/// The rules are CLDR's, as the ICU of this machine carries them.
package enum Collation {
  /// For each text a key; the bytes of keys compare as the language orders the texts.
  ///
  /// Nil where this machine has no rules at all. An unknown language is ordered as CLDR's root.
  package static func keys(of texts: [String], locale: String) -> [[UInt8]]? {
    guard let collator = ctext_collator_open(locale) ?? ctext_collator_open("") else { return nil }
    defer { ctext_collator_close(collator) }
    return texts.map { key(of: $0, collator, capacity: 8 * $0.utf8.count + 16) }
  }

  private static func key(
    of text: String, _ collator: OpaquePointer, capacity: Int
  ) -> [UInt8] {
    var needed = 0
    let key = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      needed = ctext_sort_key(
        collator, text, text.utf8.count, buffer.baseAddress, buffer.count)
      count = min(needed, capacity)
    }
    return needed <= capacity ? key : self.key(of: text, collator, capacity: needed)
  }
}

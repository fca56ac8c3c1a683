import CText

/// The library that knows Unicode's properties and line breaks, and the names of countries.
package enum ICU {
  /// Its version as linked, such as `72.1`.
  package static var version: String {
    var bytes = [CChar](repeating: 0, count: 20)
    ctext_icu_version(&bytes)
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The name of a region, by its alpha-2 code, in a language such as `zh-Hans`; nil where ICU has
  /// none.
  package static func regionName(_ code: String, in language: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 256)
    let count = ctext_region_name("und_\(code)", language, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

import CText

/// The library that knows Unicode's properties and line breaks.
package enum ICU {
  /// Its version as linked, such as `72.1`.
  package static var version: String {
    var bytes = [CChar](repeating: 0, count: 20)
    ctext_icu_version(&bytes)
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

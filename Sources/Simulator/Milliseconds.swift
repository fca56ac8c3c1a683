import FoundationEssentials

/// A moment in whole milliseconds since 1970, as the books and a signed transaction count it.
struct Milliseconds: Sendable, Hashable {
  var count: Int64

  init(_ count: Int64) {
    self.count = count
  }

  init(_ date: Date) {
    count = Int64((date.timeIntervalSince1970 * 1000).rounded())
  }

  var date: Date { Date(timeIntervalSince1970: Double(count) / 1000) }
}

import Text

/// The lines that a name takes in a list, and whether its price stands below them.
///
/// A name that does not fit beside its price is wrapped, never cut; the price stands at the right of
/// the last line, or on the next one.
struct NameRows: Sendable, Hashable {
  /// The widest name that is never cut, in cells: 30 characters, as App Store Connect allows, of two
  /// cells each.
  static let longest = 60

  let names: [String]
  let isPriceBelow: Bool

  var count: Int { names.count + (isPriceBelow ? 1 : 0) }

  /// Lays out a name that is `width` cells wide: `columns` of them fit on a line, `beside` on the
  /// line of the price.
  init(_ name: String, width: Int, columns: Int, beside: Int) {
    if width <= beside {
      names = [name]
      isPriceBelow = false
    } else {
      let whole = width <= Self.longest ? name : Cells.fitted(name, columns: Self.longest)
      names = Cells.wrapped(whole, columns: columns)
      isPriceBelow = names.last.map(Cells.width) ?? 0 > beside
    }
  }
}

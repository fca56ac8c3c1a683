/// How a size is used: one of three layouts, or a card that says the screen is too small.
struct Layout: Sendable, Hashable {
  let size: Size

  /// Below this the card is shown.
  static let minimum = Size(columns: 30, rows: 8)

  var isTooSmall: Bool { size.columns < Self.minimum.columns || size.rows < Self.minimum.rows }
  /// One thing at a time, the shortest words.
  var isCompact: Bool { size.columns < 60 || size.rows < 18 }
  /// List and page side by side.
  var isWide: Bool { size.columns >= 100 && size.rows >= 30 }

  /// Header with its rule: the name and the environment, and the screens where there is room.
  var headerRows: Int { isCompact ? 2 : 3 }
  /// A rule, the message line and the key line.
  var footerRows: Int { 3 }
  /// What lies between header and footer.
  var bodyRows: Int { max(0, size.rows - headerRows - footerRows) }
  /// The rule and the preview under the product list; none where the page is beside it, and half of
  /// the body where that is high.
  var previewRows: Int { isCompact || isWide ? 0 : size.rows < 30 ? 8 : bodyRows / 2 }
  /// The rule under the store panel and what is said below it.
  var storePreviewRows: Int { isCompact || isWide ? 0 : min(5, bodyRows / 3) }
  /// The width of the list where the page is beside it.
  var listColumns: Int { isWide ? max(58, size.columns * 52 / 100) : size.columns }
  /// The width of a page; beside the list there is a line between them.
  var pageColumns: Int { isWide ? size.columns - listColumns - 1 : size.columns }
}

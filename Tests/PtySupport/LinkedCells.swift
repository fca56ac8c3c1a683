import CVTerm

/// Where each cell of a terminal leads to, as OSC 8 told, through scrolling and erasing.
///
/// It is an emulator of its own beside the one that keeps the screen, which knows no links.
final class LinkedCells {
  /// The addresses, by row and column; nil where a cell leads nowhere.
  private(set) var rows: [[String?]]
  /// Where the cells that are written now lead to.
  private var link: String?
  private let emulator: OpaquePointer
  private let callbacks = UnsafeMutablePointer<VTermStateCallbacks>.allocate(capacity: 1)
  private let fallbacks = UnsafeMutablePointer<VTermParserCallbacks>.allocate(capacity: 1)

  init?(rows: Int32, columns: Int32) {
    guard let emulator = vterm_new(rows, columns) else { return nil }
    self.emulator = emulator
    self.rows = Self.none(rows: rows, columns: columns)
    watch()
  }

  deinit {
    vterm_free(emulator)
    callbacks.deallocate()
    fallbacks.deallocate()
  }

  func write(_ bytes: [CChar], count: Int) {
    vterm_input_write(emulator, bytes, count)
  }

  /// Has a new size, and no links until they are written again.
  func resize(rows: Int32, columns: Int32) {
    self.rows = Self.none(rows: rows, columns: columns)
    vterm_set_size(emulator, rows, columns)
  }

  private static func none(rows: Int32, columns: Int32) -> [[String?]] {
    Array(repeating: Array(repeating: nil, count: Int(columns)), count: Int(rows))
  }

  private func set(_ link: String?, in rect: VTermRect) {
    for row in Int(rect.start_row)..<Int(rect.end_row) where rows.indices.contains(row) {
      for column in Int(rect.start_col)..<Int(rect.end_col)
      where rows[row].indices.contains(column) {
        rows[row][column] = link
      }
    }
  }

  private func move(_ source: VTermRect, to target: VTermRect) {
    let before = rows
    for row in 0..<Int(source.end_row - source.start_row) {
      for column in 0..<Int(source.end_col - source.start_col) {
        rows[Int(target.start_row) + row][Int(target.start_col) + column] =
          before[Int(source.start_row) + row][Int(source.start_col) + column]
      }
    }
  }

  private func watch() {
    vterm_set_utf8(emulator, 1)
    callbacks.initialize(to: VTermStateCallbacks())
    callbacks.pointee.putglyph = { glyph, position, cells in
      guard let cells = LinkedCells.from(cells), let glyph else { return 0 }
      let end = position.col + glyph.pointee.width
      cells.set(
        cells.link,
        in: VTermRect(
          start_row: position.row, end_row: position.row + 1, start_col: position.col,
          end_col: end))
      return 1
    }
    callbacks.pointee.erase = { rect, _, cells in
      LinkedCells.from(cells)?.set(nil, in: rect)
      return 1
    }
    callbacks.pointee.moverect = { target, source, cells in
      LinkedCells.from(cells)?.move(source, to: target)
      return 1
    }
    fallbacks.initialize(to: VTermParserCallbacks())
    fallbacks.pointee.osc = { command, count, cells in
      let bytes = UnsafeRawBufferPointer(start: command, count: count)
      let parts = String(decoding: bytes, as: UTF8.self)
        .split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
      guard let cells = LinkedCells.from(cells), parts.count == 3, parts[0] == "8" else { return 0 }
      cells.link = parts[2].isEmpty ? nil : String(parts[2])
      return 1
    }
    let cells = Unmanaged.passUnretained(self).toOpaque()
    let state = vterm_obtain_state(emulator)
    vterm_state_set_callbacks(state, callbacks, cells)
    vterm_state_set_unrecognised_fallbacks(state, fallbacks, cells)
    vterm_state_reset(state, 1)
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> LinkedCells? {
    pointer.map { Unmanaged<LinkedCells>.fromOpaque($0).takeUnretainedValue() }
  }
}

// The front door of Text: what comes from outside, made readable and fit to draw.
//
// - `JSONReader.read` parses bytes into a `JSONNode` that knows where each value stands;
//   `JSONValue.text()` writes JSON that is safe on a terminal.
// - `SourceLines` turns an offset into a line and a column.
// - `SafeText.line` and `SafeText.paragraph` make any text fit to draw; everything that enters a
//   view, or standard error, goes through one of them.
// - `Cells` measures, cuts, pads and wraps such text.

/// A place in a file for people: 1-based line, 1-based column in Unicode scalars.
package struct SourcePosition: Sendable, Hashable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// The lines of a file: where an offset stands, found quickly for many offsets of any file.
///
/// A line ends with a line feed, so that `\r\n` is one line end; a byte order mark has no column.
package struct SourceLines: Sendable {
  private let bytes: [UInt8]
  private let starts: [Int]
  /// Scalars before each block of `blockSize` bytes, so that one endless line costs no more.
  private let scalarsBeforeBlock: [Int]
  private static let blockSize = 1024

  package init(_ bytes: [UInt8]) {
    var starts = [0]
    var blocks: [Int] = []
    var scalars = 0
    for blockStart in stride(from: 0, through: bytes.count, by: Self.blockSize) {
      blocks.append(scalars)
      for index in blockStart..<min(blockStart + Self.blockSize, bytes.count) {
        scalars += bytes[index] & 0xC0 == 0x80 ? 0 : 1
        if bytes[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
      }
    }
    self.bytes = bytes
    self.starts = starts
    self.scalarsBeforeBlock = blocks
  }

  /// The place of a byte; an offset beyond the end stands just behind the last byte.
  package func position(at offset: Int) -> SourcePosition {
    let offset = min(max(offset, 0), bytes.count)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    var column = scalars(before: offset) - scalars(before: starts[low])
    if low == 0, bytes.starts(with: JSONReader.byteOrderMark), offset > 0 { column -= 1 }
    return SourcePosition(line: low + 1, column: column + 1)
  }

  private func scalars(before offset: Int) -> Int {
    let block = offset / Self.blockSize
    let rest = bytes[(block * Self.blockSize)..<offset]
    return scalarsBeforeBlock[block] + rest.count { $0 & 0xC0 != 0x80 }
  }
}

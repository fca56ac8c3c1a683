import Text

/// A text that is looked for in the lines of a page, however it is wrapped there.
///
/// Blanks do not count, so that a phrase is found across the end of a line, in Chinese too.
struct PageSearch: Sendable {
  private let wanted: [UInt8]

  /// Nil where there is nothing to look for.
  init?(_ text: String) {
    wanted = Folding.bytes(text).filter { $0 != UInt8(ascii: " ") }
    if wanted.isEmpty { return nil }
  }

  /// The line in which each match begins, in order.
  func lines(in lines: [Line]) -> [Int] {
    var folded: [UInt8] = []
    var starts: [Int] = []
    for line in lines {
      starts.append(folded.count)
      for span in line.spans {
        folded += Folding.bytes(span.text).filter { $0 != UInt8(ascii: " ") }
      }
    }
    var line = 0
    return matches(in: folded).map { offset in
      while line + 1 < starts.count, starts[line + 1] <= offset { line += 1 }
      return line
    }
  }

  /// The lines with each match marked.
  func marked(_ lines: [Line]) -> [Line] {
    var folded: [UInt8] = []
    var owners: [Int] = []
    var count = 0
    for character in lines.lazy.flatMap(\.spans).flatMap({ $0.text }) where !character.isWhitespace
    {
      folded += Folding.bytes(String(character))
      owners += repeatElement(count, count: folded.count - owners.count)
      count += 1
    }
    let marked = Set(matches(in: folded).flatMap { owners[$0]...owners[$0 + wanted.count - 1] })
    guard !marked.isEmpty else { return lines }
    var number = 0
    return lines.map { line in
      var result = Line()
      for span in line.spans { result.add(span, marking: marked, from: &number) }
      return result
    }
  }

  private func matches(in folded: [UInt8]) -> [Int] {
    var found: [Int] = []
    var start = 0
    while start + wanted.count <= folded.count {
      if folded[start] == wanted[0],
        folded[start..<(start + wanted.count)].elementsEqual(wanted)
      {
        found.append(start)
        start += wanted.count
      } else {
        start += 1
      }
    }
    return found
  }
}

extension Line {
  /// Adds a span with some of its characters marked; `number` counts those that are no blanks.
  fileprivate mutating func add(_ span: Span, marking marked: Set<Int>, from number: inout Int) {
    var piece = ""
    var isMarked = false
    for character in span.text {
      let isWanted = character.isWhitespace ? isMarked : marked.contains(number)
      if !character.isWhitespace { number += 1 }
      if isWanted != isMarked {
        add(piece, isMarked ? span.style.union(Match.style) : span.style, link: span.link)
        (piece, isMarked) = ("", isWanted)
      }
      piece.append(character)
    }
    add(piece, isMarked ? span.style.union(Match.style) : span.style, link: span.link)
  }
}

/// Finds what a person most likely meant.
package enum Nearest {
  /// The closest of `words` within a third of its length (two edits at least); nil when none is.
  package static func word(to wanted: String, among words: [String]) -> String? {
    let ranked = words.map { (word: $0, distance: distance(wanted.lowercased(), $0.lowercased())) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }),
      best.distance <= max(2, best.word.count / 3)
    else { return nil }
    return best.word
  }

  /// Edits (insert, delete, replace, swap neighbours) between two words.
  package static func distance(_ left: String, _ right: String) -> Int {
    let a = Array(left)
    let b = Array(right)
    var before: [Int] = []
    var previous = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(previous[j + 1] + 1, row[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        row.append(cost)
      }
      before = previous
      previous = row
    }
    return previous[b.count]
  }
}

import FoundationEssentials

/// What is due when, soonest first: a heap whose lines may have been overtaken by events.
struct Agenda: Sendable {
  struct Line: Sendable, Hashable, Comparable {
    var date: Date
    var account: String
    var matter: Matter

    enum Matter: Sendable, Hashable {
      case life(Life.Key)
      case request(Int64)
    }

    /// Of one moment, in an order that does not depend on chance.
    static func < (one: Line, other: Line) -> Bool {
      if one.date != other.date { return one.date < other.date }
      if one.account != other.account { return one.account < other.account }
      return one.rank < other.rank
    }

    private var rank: (Int64, String, Int) {
      switch matter {
      case .request(let id): (id, "", 0)
      case .life(let key): (.max, key.groupID, key.isShared ? 1 : 0)
      }
    }
  }

  private var heap: [Line] = []

  mutating func add(_ line: Line) {
    heap.append(line)
    var index = heap.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard heap[index] < heap[parent] else { break }
      heap.swapAt(index, parent)
      index = parent
    }
  }

  /// Takes the first line off that is not later than `date`.
  mutating func next(until date: Date) -> Line? {
    guard let first = heap.first, first.date <= date else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
        if heap[child] < heap[least] { least = child }
      }
      guard least != index else { return first }
      heap.swapAt(index, least)
      index = least
    }
  }
}

import FoundationEssentials
import StoreModel

/// One bill of a commitment: an annual subscription that is paid month by month.
struct Bill: Sendable, Hashable {
  /// The plan's name in the catalogue, such as `MONTHLY`.
  var plan: String
  /// Which one it is, from 1.
  var number: Int
  /// How many bills are promised.
  var count: Int
  /// What each costs, for all of the quantity.
  var money: Money
  /// What all of them cost.
  var total: Money
  /// When the commitment is over.
  var end: Date

  /// How long one bill lasts.
  static let period = SubscriptionPeriod(value: 1, unit: .month)

  /// A plan before its first bill.
  struct Plan: Sendable, Hashable {
    var name: String
    var count: Int
    /// Of one bill, and of all, for all of the quantity.
    var money: Money
    var total: Money

    func first(from date: Date, at rate: TimeRate) -> Bill {
      Bill(
        plan: name, number: 1, count: count, money: money, total: total,
        end: rate.end(of: Bill.period, count: count, from: date))
    }
  }

  /// The bill after this one, which is due at `date`; after the last one a new commitment begins.
  func next(from date: Date, at rate: TimeRate) -> Bill {
    guard number < count else {
      return Plan(name: plan, count: count, money: money, total: total).first(from: date, at: rate)
    }
    var bill = self
    bill.number += 1
    return bill
  }
}

extension Bill {
  /// The bill as one line of the books; the name, which may have blanks, comes last.
  var line: String {
    "\(number) \(count) \(money.milliunits) \(total.milliunits) \(money.currencyCode) "
      + "\(Milliseconds(end).count) \(plan)"
  }

  /// Reads `line` back; nil for what no version wrote.
  init?(line: String) {
    let words = line.split(separator: " ", maxSplits: 6).map(String.init)
    guard words.count == 7, let number = Int(words[0]), let count = Int(words[1]),
      let amount = Int64(words[2]), let total = Int64(words[3]), let end = Int64(words[5])
    else { return nil }
    self.init(
      plan: words[6], number: number, count: count,
      money: Money(milliunits: amount, currencyCode: words[4]),
      total: Money(milliunits: total, currencyCode: words[4]), end: Milliseconds(end).date)
  }
}

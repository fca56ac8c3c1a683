import FoundationEssentials
import StoreModel

@testable import Simulator

/// What the books hold, rebuilt from the steps that a machine said to write.
struct BookModel {
  private(set) var entries: [Int64: Entry] = [:]
  private(set) var lives: [String: [Life.Key: Life]] = [:]
  private(set) var movements: [StoreMachine.Movement] = []
  private(set) var controls: [StoreControl] = []
  private(set) var accounts = StoreMachine.Accounts(names: ["A"], current: "A")
  private(set) var lastID = StoreMachine.firstID - 1
  /// What a step did that no step may do.
  private(set) var violations: [String] = []

  mutating func write(_ steps: [StoreMachine.Step], lastID: Int64) {
    for step in steps {
      switch step {
      case .write(let entry):
        if let before = entries[entry.id] { compare(before, entry) }
        entries[entry.id] = entry
      case .writeLife(let account, let life): lives[account, default: [:]][life.key] = life
      case .move(let movement): movements.append(movement)
      case .delete(_, let ids): for id in ids { entries[id] = nil }
      case .deleteLife(let account, let key): lives[account]?[key] = nil
      case .set(let controls): self.controls = controls
      case .setAccounts(let accounts, _): self.accounts = accounts
      case .tell(let entry):
        if entry.account != accounts.current ?? "" {
          violations.append("\(entry.account) heard while \(accounts.current ?? "nobody") is here")
        }
      case .tellRemoved: break
      }
    }
    self.lastID = lastID
  }

  /// A payment ends once, and what is finished comes back only with news.
  private mutating func compare(_ before: Entry, _ after: Entry) {
    if before.state != after.state, before.state != .deferred {
      violations.append("\(after.id) was \(before.state) and became \(after.state)")
    }
    if before.isFinished, !after.isFinished, before.revocation == after.revocation {
      violations.append("\(after.id) came back without news")
    }
    if before.originalID != after.originalID, before.state == .purchased {
      violations.append("\(after.id) has another original")
    }
  }

  /// A machine as it is read from the books.
  func machine(selling shelf: Shelf, now: Date) -> StoreMachine {
    var machine = StoreMachine(shelf: shelf, account: "A", now: now)
    for entry in entries.values.sorted(by: { $0.id < $1.id }) { machine.take(entry: entry) }
    for (account, lives) in lives {
      for life in lives.values { machine.take(life: life, of: account) }
    }
    for movement in movements { machine.take(movement: movement) }
    for control in controls { machine.take(control: control) }
    machine.take(accounts: accounts.names, signedIn: accounts.current, startedAs: "A")
    machine.take(lastID: lastID)
    return machine
  }
}

extension StoreMachine {
  /// Everything that is not as it must be, in words; `books` holds all that was ever written.
  func violations(_ books: BookModel) -> [String] {
    var found = books.violations + moneyViolations(books)
    if let current = accounts.current, !accounts.names.contains(current) {
      found.append("\(current) is signed in and unknown")
    }
    if let date = due(limit: 1).first?.date, date <= now { found.append("something is overdue") }
    for customer in customers.values {
      found += customer.entries.flatMap { violations(of: $0, customer) }
      found += customer.lives.flatMap { violations(of: $0, customer) }
      found += groupViolations(customer)
      if zip(customer.entries, customer.entries.dropFirst()).contains(where: { $0.id >= $1.id }) {
        found.append("the ids of \(customer.account) do not grow")
      }
      if let last = customer.entries.last, last.id > lastID { found.append("\(last.id) is free") }
    }
    return found
  }

  /// Charges less refunds are what the store has; nothing is given back twice, or more than was paid.
  private func moneyViolations(_ books: BookModel) -> [String] {
    var found: [String] = []
    var sums: [String: Sum] = [:]
    var given: [Int64: Int] = [:]
    var balance: [Int64: Int64] = [:]
    for movement in books.movements {
      sums[movement.money.currencyCode, default: Sum()].add(movement)
      balance[movement.entryID, default: 0] += movement.money.milliunits
      if movement.money.milliunits < 0 { given[movement.entryID, default: 0] += 1 }
    }
    if sums != turnovers { found.append("the turnover is not the sum of what moved") }
    found += given.filter { $0.value > 1 }.map { "\($0.key) was given back twice" }
    found += balance.filter { $0.value < 0 }.map { "more of \($0.key) was given back than paid" }
    let charged = Dictionary(grouping: books.movements.filter { $0.money.milliunits > 0 }) {
      $0.entryID
    }
    for entry in books.entries.values {
      let isPaid =
        entry.state == .purchased && !entry.isShared && (entry.money?.milliunits ?? 0) > 0
      let charges = charged[entry.id] ?? []
      if charges.map(\.money) != (isPaid ? [entry.money].compactMap(\.self) : []) {
        found.append("\(entry.id) was charged \(charges.count) times")
      }
    }
    return found
  }

  private func violations(of entry: Entry, _ customer: Customer) -> [String] {
    var found: [String] = []
    let isMade = entry.state == .purchased || entry.state == .restored
    if isMade, entry.state == .purchased, customer[entry.originalID] == nil {
      found.append("the original \(entry.originalID) of \(entry.id) is gone")
    }
    if entry.state == .deferred, (entry.waitsUntil ?? .distantPast) <= now || entry.isFinished {
      found.append("request \(entry.id) is over and waits")
    }
    if entry.state == .restored, entry.type != .nonConsumable, entry.type != .autoRenewable {
      found.append("\(entry.id) restored what never is")
    }
    if isMade, entry.type == .autoRenewable, entry.expirationDate == nil {
      found.append("period \(entry.id) has no end")
    }
    if entry.state == .failed || entry.state == .deferred, entry.money != nil {
      found.append("\(entry.id) was not bought and has a price")
    }
    return found
  }

  /// Who has access has a period or a grace period that is not over, of a purchase that is kept.
  private func violations(of life: Life, _ customer: Customer) -> [String] {
    let name = "\(customer.account)'s \(life.key.groupID)"
    var found: [String] = []
    switch life.state {
    case .subscribed, .inGracePeriod:
      if (life.graceEnd ?? life.periodEnd) <= now { found.append("\(name) has ended and goes on") }
      guard let entry = customer[life.entryID] else { return found + ["\(name) has no purchase"] }
      if !entry.isKept || entry.isUpgraded { found.append("\(name) rests on what was taken back") }
      if entry.expirationDate != life.periodEnd { found.append("\(name) ends at two times") }
      if entry.productID != life.productID { found.append("\(name) is of two products") }
    case .inBillingRetry:
      if life.periodEnd > now { found.append("\(name) is retried before its end") }
      if life.retryEnd == nil { found.append("\(name) is retried for ever") }
    case .expired, .revoked:
      if life.due != nil || life.willAutoRenew { found.append("\(name) has ended and is due") }
    }
    if life.state != .inGracePeriod, life.graceEnd != nil { found.append("\(name) has odd grace") }
    if let bill = life.bill, !(1...bill.count).contains(bill.number) {
      found.append("\(name) is at bill \(bill.number) of \(bill.count)")
    }
    return found
  }

  /// One period a group at a time, and one introductory offer.
  private func groupViolations(_ customer: Customer) -> [String] {
    var running: [Life.Key: Int] = [:]
    var trials: [String: Int] = [:]
    for entry in customer.entries where entry.state == .purchased {
      guard let groupID = entry.groupID else { continue }
      if entry.offer?.kind == .introductory, !entry.isRenewal { trials[groupID, default: 0] += 1 }
      guard entry.isKept, !entry.isUpgraded, let end = entry.expirationDate,
        entry.purchaseDate <= now, now < end
      else { continue }
      running[Life.Key(groupID: groupID, isShared: entry.isShared), default: 0] += 1
    }
    return running.filter { $0.value > 1 }.map {
      "\(customer.account) has \($0.value) periods of \($0.key.groupID) at once"
    } + trials.filter { $0.value > 1 }.map { "\(customer.account) tried \($0.key) twice" }
  }
}

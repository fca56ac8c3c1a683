import FoundationEssentials
import StoreModel

/// The store as a value: told what a customer or a tester does, and when, it says what to write
/// and what to tell.
///
/// It performs nothing. Whoever owns it commits its steps in one transaction and tells what is to
/// be told after that; where the commit fails the machine is read from the books again.
struct StoreMachine: Sendable {
  /// What is to be written, and then told.
  enum Step: Sendable, Hashable {
    case write(Entry)
    case writeLife(account: String, Life)
    case move(Movement)
    case delete(account: String, [Int64])
    case deleteLife(account: String, Life.Key)
    /// What is not as the catalogue's file says.
    case set([StoreControl])
    case setAccounts(Accounts, startedAs: String)
    /// The observer of this account hears of a transaction.
    case tell(Entry)
    case tellRemoved([Int64])
  }

  /// Money that went one way: an amount below 0 was given back.
  struct Movement: Sendable, Hashable {
    var entryID: Int64
    var money: Money
    var date: Date
  }

  /// The store accounts that are known, and who is signed in on the device.
  struct Accounts: Sendable, Hashable {
    var names: [String]
    var current: String?
  }

  let shelf: Shelf
  /// False as under parental controls of the device, whatever the store says.
  let isDeviceAllowed: Bool
  var controls: Controls
  var accounts: Accounts
  var customers: [String: Customer] = [:]
  /// The latest moment that it knows of; it never goes back.
  private(set) var now: Date
  private(set) var lastID: Int64
  /// The account that the device was started with; a sign-in counts for that start alone.
  private let startedAs: String
  private var agenda = Agenda()
  private var steps: [Step] = []
  /// Charges and refunds, by currency.
  private(set) var turnovers: [String: Sum] = [:]

  struct Sum: Sendable, Hashable {
    var charges = 0
    var charged: Int64 = 0
    var refunds = 0
    var refunded: Int64 = 0

    mutating func add(_ movement: Movement) {
      let amount = movement.money.milliunits
      if amount >= 0 {
        charges += 1
        charged += amount
      } else {
        refunds += 1
        refunded -= amount
      }
    }
  }

  /// The first id is 2000000001, as in Apple's sandbox.
  static let firstID: Int64 = 2_000_000_001

  init(
    shelf: Shelf, account: String, now: Date = .distantPast, isDeviceAllowed: Bool = true
  ) {
    self.shelf = shelf
    self.isDeviceAllowed = isDeviceAllowed
    controls = Controls(shelf.settings)
    accounts = Accounts(names: [account], current: account)
    startedAs = account
    self.now = now
    lastID = Self.firstID - 1
  }

  /// What is to be done since it was asked last.
  mutating func takeSteps() -> [Step] {
    defer { steps = [] }
    return steps
  }

  var canMakePayments: Bool { isDeviceAllowed && controls.isOn(.payments) }

  var rate: TimeRate { TimeRate(controls.speed) }

  func customer(_ account: String) -> Customer { customers[account] ?? Customer(account: account) }

  /// The product, if the store can sell it now.
  func product(_ id: String) -> Product? {
    controls.withheld == nil && !controls.unpublished.contains(id) ? shelf.product(id) : nil
  }

  // MARK: What every change goes through

  mutating func nextID() -> Int64 {
    lastID += 1
    return lastID
  }

  mutating func save(_ entry: Entry, telling isTold: Bool = true) {
    customers[entry.account, default: Customer(account: entry.account)].put(entry)
    steps.append(.write(entry))
    if entry.state == .deferred, let date = entry.waitsUntil {
      agenda.add(Agenda.Line(date: date, account: entry.account, matter: .request(entry.id)))
    }
    if isTold { tell(entry) }
  }

  mutating func tell(_ entry: Entry) {
    if isHeard(entry.account) { steps.append(.tell(entry)) }
  }

  /// Whether the device hears of an account; where nobody is signed in, of what nobody ordered.
  private func isHeard(_ account: String) -> Bool { account == accounts.current ?? "" }

  mutating func save(_ life: Life, of account: String) {
    customers[account, default: Customer(account: account)].put(life)
    steps.append(.writeLife(account: account, life))
    if let due = life.due {
      agenda.add(Agenda.Line(date: due, account: account, matter: .life(life.key)))
    }
  }

  /// Takes money for an entry, or gives some back; nothing moves for an amount of 0.
  mutating func turnOver(_ money: Money, for entry: Entry) {
    guard money.milliunits != 0 else { return }
    let movement = Movement(entryID: entry.id, money: money, date: now)
    turnovers[money.currencyCode, default: Sum()].add(movement)
    steps.append(.move(movement))
  }

  mutating func delete(_ ids: Set<Int64>, of account: String) {
    let queued = customer(account).queue.map(\.id).filter(ids.contains)
    customers[account]?.remove(ids)
    steps.append(.delete(account: account, ids.sorted()))
    if !queued.isEmpty, isHeard(account) { steps.append(.tellRemoved(queued)) }
  }

  mutating func deleteLife(_ key: Life.Key, of account: String) {
    customers[account]?.remove(key)
    steps.append(.deleteLife(account: account, key))
  }

  mutating func setControls(_ controls: Controls) {
    self.controls = controls
    steps.append(.set(controls.differences(from: Controls(shelf.settings))))
  }

  mutating func setAccounts(_ accounts: Accounts) {
    self.accounts = accounts
    steps.append(.setAccounts(accounts, startedAs: startedAs))
  }

  /// Takes over what the books say, before anything is asked of it.
  mutating func take(entry: Entry) {
    customers[entry.account, default: Customer(account: entry.account)].put(entry)
    lastID = max(lastID, entry.id)
    now = max(now, entry.changeDate)
    if entry.state == .deferred, let date = entry.waitsUntil {
      agenda.add(Agenda.Line(date: date, account: entry.account, matter: .request(entry.id)))
    }
  }

  mutating func take(life: Life, of account: String) {
    customers[account, default: Customer(account: account)].put(life)
    if let due = life.due {
      agenda.add(Agenda.Line(date: due, account: account, matter: .life(life.key)))
    }
  }

  mutating func take(movement: Movement) {
    turnovers[movement.money.currencyCode, default: Sum()].add(movement)
  }

  mutating func take(control: StoreControl) { _ = controls.set(control) }

  /// Whoever starts with an account that the books do not list brings it along; a start that signed
  /// in, or out, or took it away before goes on as it was left.
  mutating func take(accounts names: [String], signedIn account: String?, startedAs: String) {
    let isSameStart = startedAs == self.startedAs
    accounts.names = names + (isSameStart || names.contains(self.startedAs) ? [] : [self.startedAs])
    if isSameStart { accounts.current = account }
  }

  mutating func take(lastID: Int64) { self.lastID = max(self.lastID, lastID) }

  // MARK: Time

  /// A subscription that was not looked at for longer than this many renewals is no longer
  /// renewed; at the fastest rates a day has tens of thousands of them.
  static let catchUpLimit = 1_000

  /// Lets everything happen that is due by `date`, in the order of time.
  mutating func advance(to date: Date) {
    var renewals: [Agenda.Line.Matter: [String: Int]] = [:]
    while let line = agenda.next(until: date) {
      now = max(now, line.date)
      switch line.matter {
      case .request(let id):
        if let entry = customer(line.account)[id], entry.state == .deferred,
          entry.waitsUntil == line.date
        {
          end(request: entry, .timedOut)
        }
      case .life(let key):
        guard let life = customer(line.account).life(key), life.due == line.date else { continue }
        let count = renewals[line.matter]?[line.account] ?? 0
        renewals[line.matter, default: [:]][line.account] = count + 1
        pass(life, of: line.account, isCaughtUp: count >= Self.catchUpLimit)
      }
    }
    now = max(now, date)
  }

  /// What happens next by itself, soonest first.
  func due(limit: Int) -> [ClockReading.Due] {
    var due: [ClockReading.Due] = []
    for customer in customers.values {
      for life in customer.lives {
        guard let date = life.due else { continue }
        let kind: ClockReading.Due.Kind =
          switch life.state {
          case .subscribed: life.isBilledNext ? .renewal : .expiry
          case .inGracePeriod: .graceEnd
          default: .retryEnd
          }
        let product = kind == .renewal ? life.nextProductID : life.productID
        due.append(
          ClockReading.Due(kind, date, productID: product, account: customer.account))
      }
      for entry in customer.entries where entry.state == .deferred {
        if let date = entry.waitsUntil {
          due.append(
            ClockReading.Due(
              .requestTimeOut, date, productID: entry.productID, account: customer.account))
        }
      }
    }
    due.sort { ($0.date, $0.account, $0.productID) < ($1.date, $1.account, $1.productID) }
    return Array(due.prefix(limit))
  }
}

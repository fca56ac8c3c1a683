import FoundationEssentials
import Payments
import Screens
import Simulator
import StoreModel
import Text

/// `storefront store` and `storefront clock`: what a tester does to the store of a data folder, and
/// how it stands, without a screen.
struct StoreCommand: Sendable {
  private let settings: ShopSettings
  private let order: Order?
  private let isJSON: Bool
  private let proof: Proof?

  /// What is printed as the store signs it.
  private enum Proof: Sendable {
    case app
    case transaction(id: String)
    case renewal(id: String)

    init?(_ text: String) {
      let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
      switch (parts.first, parts.count) {
      case ("app", 1): self = .app
      case ("transaction", 2): self = .transaction(id: parts[1])
      case ("renewal", 2): self = .renewal(id: parts[1])
      default: return nil
      }
    }
  }

  private enum Order: Sendable {
    case store(StoreControl)
    case clock(ClockControl)
  }

  /// - Throws: `UsageError` for words that are no control, with what can stand there.
  init(_ settings: ShopSettings, _ arguments: Arguments) throws(UsageError) {
    self.settings = settings
    isJSON = arguments.has("--json")
    proof = try arguments.value("--proof").map { text throws(UsageError) in
      guard let proof = Proof(text) else {
        throw .badValue("--proof", text, wanted: "app, transaction:ID or renewal:ID")
      }
      return proof
    }
    let words = arguments.operands
    do throws(StoreControlError) {
      order =
        switch (arguments.command, words.isEmpty) {
        case (_, true): nil
        case (.clock, _): .clock(try ClockControl(words: words))
        default: .store(try StoreControl(words: words))
        }
    } catch {
      throw .operands(arguments.command, error.sentence.text)
    }
  }

  /// Does what was asked, lets the queue deal with it, and says so; without anything asked it prints
  /// how the store stands.
  ///
  /// - Returns: 0 done, 1 refused by the store.
  /// - Throws: `Failure` where the catalogue cannot be read.
  func run() async throws -> Int32 {
    let reading = settings.reading()
    guard reading.catalogue.isReadable else { throw Failure(unreadable: reading.catalogue) }
    let shop = Shop(settings, selling: reading, confirm: { _ in .buy })
    await shop.open(settings)
    await shop.queue.settle()
    let refusal: Sentence? =
      switch order {
      case .store(let control): await shop.simulator.control(control)
      case .clock(let control): await shop.simulator.control(control)
      case nil: nil
      }
    await shop.settle()
    if refusal == nil, let proof { return await print(proof, of: shop) }
    let panel = await shop.simulator.panel()
    await shop.queue.close()
    if let refusal {
      Output.complain(settings.words.text(of: refusal))
      return 1
    }
    Output.write(isJSON ? panel.json.text(indented: true) + "\n" : text(of: panel, reading))
    return 0
  }

  /// Prints a proof as a compact JWS, so that `verify -` can read it.
  private func print(_ proof: Proof, of shop: Shop) async -> Int32 {
    let panel = await shop.simulator.panel()
    let life = { (id: String) in
      panel.lives.first { [$0.productID, $0.groupID, $0.id].contains(id) }?.id ?? id
    }
    let signed: SignedTransaction?
    do {
      switch proof {
      case .app: signed = try await shop.simulator.appTransaction()
      case .transaction(let id): signed = await shop.simulator.latestTransaction(of: id)?.signed
      case .renewal(let id):
        signed = try await shop.simulator.renewalInfo(originalID: life(id))
      }
    } catch {
      await shop.queue.close()
      Output.complain(settings.words.reason(error as? StoreError))
      return 1
    }
    await shop.queue.close()
    guard let signed else {
      Output.complain(settings.words.text(of: Self.nothingSigned))
      return 1
    }
    Output.write(signed.jwsRepresentation + "\n")
    return 0
  }

  private static let nothingSigned: Sentence =
    "The store has signed nothing of that. \"storefront purchases\" lists what there is."

  private func text(of panel: StorePanel, _ reading: CatalogueReading) -> String {
    var state = AppState(
      words: settings.words, size: Size(columns: 100, rows: 30),
      keyMap: settings.configuration.keyMap, storefronts: settings.storefronts)
    _ = state.handle(.catalogueRead(reading))
    _ = state.handle(.storeChanged(panel))
    switch order {
    case .store(let control): _ = state.handle(.controlled(control))
    case .clock(let control): _ = state.handle(.clockControlled(control))
    case nil: return state.storeText(columns: 100) + "\n"
    }
    return (state.saidText ?? "") + "\n"
  }
}

extension StorePanel {
  /// The panel as `store --json` prints it.
  fileprivate var json: JSONValue {
    func text(_ date: Date?) -> JSONValue { JSONValue(date.map { $0.formatted(.iso8601) }) }
    let mode: String =
      switch clock.mode {
      case .frozen: "frozen"
      case .running(let rate): "x\(rate)"
      }
    return [
      "schema": 1,
      "clock": [
        "now": text(clock.now), "mode": .string(mode),
        "deviceOffset": JSONValue(Int(clock.deviceOffset)),
        "due": .list(
          clock.due.map {
            [
              "date": text($0.date), "kind": .string($0.kind.rawValue),
              "productID": .string($0.productID), "account": .string($0.account),
            ]
          }),
      ],
      "switches": .list(switches.map(\.rawValue).sorted().map(JSONValue.string)),
      "failures": .list(
        failures.map {
          ["api": .string($0.api.rawValue), "error": .string($0.error.name ?? "\($0.error.index)")]
        }),
      "cancelNext": .bool(isNextCancelled), "withheld": JSONValue(withheld?.rawValue),
      "unpublished": .list(unpublished.map(JSONValue.string)), "speed": .string(speed.name),
      "personality": .string(personality.rawValue),
      "offerSignature": .string(discountFault?.rawValue ?? "good"),
      "isAsFile": .bool(isAsFile), "accounts": .list(accounts.map(JSONValue.string)),
      "account": JSONValue(account),
      "requests": .list(
        requests.map {
          [
            "id": .string($0.id), "kind": .string($0.kind.rawValue),
            "productID": .string($0.productID), "since": text($0.since), "until": text($0.until),
          ]
        }),
      "subscriptions": .list(lives.map(\.json)),
      "money": .list(
        money.map {
          [
            "currency": .string($0.charged.currencyCode), "charges": JSONValue($0.charges),
            "charged": .string("\($0.charged.amount)"), "refunds": JSONValue($0.refunds),
            "refunded": .string("\($0.refunded.amount)"),
          ]
        }),
    ]
  }
}

extension SubscriptionLife {
  fileprivate var json: JSONValue {
    [
      "originalID": .string(id), "groupID": .string(groupID), "productID": .string(productID),
      "state": .string("\(state)"), "isShared": .bool(isShared),
      "willAutoRenew": .bool(willAutoRenew), "nextProductID": .string(nextProductID),
      "expirationDate": .string(expirationDate.formatted(.iso8601)),
      "renewalDate": JSONValue(renewalDate?.formatted(.iso8601)),
      "periods": JSONValue(periods.count),
    ]
  }
}

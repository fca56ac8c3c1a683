import Disclosure
import FoundationEssentials
import Screens
import StoreModel
import Text

/// What `buy`, `restore` and `purchases` print, for people or as JSON.
struct QueueReport {
  let words: Words
  let reading: CatalogueReading
  let clock: StoreClock
  let isJSON: Bool
  private(set) var output = ""

  init(words: Words, reading: CatalogueReading, clock: StoreClock, isJSON: Bool) {
    self.words = words
    self.reading = reading
    self.clock = clock
    self.isJSON = isJSON
  }

  /// Reports an order and answers with the exit code: 0 done, 1 failed or cancelled, 3 pending.
  mutating func bought(_ product: Product, _ outcome: PurchaseOutcome, _ queue: QueueState) -> Int32
  {
    let name = SafeText.line(product.displayName(for: reading.disclosures.locale).text)
    switch outcome {
    case .refused(let refusal):
      let reason = words.sentence(for: refusal, queue.mode)
      say(
        [("outcome", "refused"), ("reason", .string(reason))], "\(name): \(reason)", queue)
      return 1
    case .purchase(let ordered):
      let purchase = queue.purchases.first { $0.id == ordered.id } ?? ordered
      let sentence = sentence(for: purchase, named: name, queue)
      say(
        [("outcome", .string(purchase.stage.rawValue)), ("purchase", purchase.json)],
        sentence, queue)
      switch purchase.stage {
      case .finished, .delivered, .settled: return 0
      case .closedUnpaid:
        let id = purchase.productID
        return queue.change(to: id) ?? queue.status(keeping: id) == nil ? 1 : 0
      case .failed, .cancelled, .rejected: return 1
      case .open, .deferred, .paid, .blocked: return 3
      }
    }
  }

  private func sentence(for purchase: Purchase, named name: String, _ queue: QueueState) -> String {
    if purchase.stage == .closedUnpaid, let status = queue.status(keeping: purchase.productID) {
      return words.sentence(
        forKept: status, name: self.name(ofProduct:),
        price: { reading.disclosures.displayPrice($0) })
    }
    guard purchase.stage == .closedUnpaid, let status = queue.change(to: purchase.productID) else {
      return words.sentence(for: purchase, named: name)
    }
    return words.sentence(
      forChange: status, name: self.name(ofProduct:),
      price: { reading.disclosures.displayPrice($0) })
  }

  private func name(ofProduct id: Product.ID) -> String {
    SafeText.line(
      reading.catalogue.product(id)?.displayName(for: reading.disclosures.locale).text ?? id)
  }

  /// Reports a restore: nothing to restore is a success.
  mutating func restored(_ outcome: RestoreOutcome, _ queue: QueueState) -> Int32 {
    let sentence = words.sentence(for: outcome, queue.mode)
    switch outcome {
    case .restored(let count):
      say([("outcome", "restored"), ("count", JSONValue(count))], sentence, queue)
      return 0
    case .nothingToRestore:
      say([("outcome", "nothingToRestore"), ("count", 0)], sentence, queue)
      return 0
    case .cancelled:
      say([("outcome", "cancelled")], sentence, queue)
      return 1
    case .failed(let error):
      say([("outcome", "failed"), ("error", error.json)], sentence, queue)
      return 1
    case .notOpen:
      say([("outcome", "refused"), ("reason", .string(sentence))], sentence, queue)
      return 1
    }
  }

  /// Lists every purchase of the device, newest first.
  mutating func listed(_ queue: QueueState) -> Int32 {
    if isJSON {
      say([], "", queue)
    } else if queue.purchases.isEmpty {
      output += words["empty.purchases"] + "\n"
    } else {
      for purchase in queue.purchases {
        output += "\(line(purchase))\n"
      }
    }
    if case .unavailable(let reason) = queue.mode {
      Output.complain(words.text(of: reason))
      return 1
    }
    return 0
  }

  private mutating func say(
    _ facts: [(String, JSONValue)], _ sentence: String, _ queue: QueueState
  ) {
    guard isJSON else {
      output += sentence + "\n"
      return
    }
    let common: [(String, JSONValue)] = [
      ("schema", 1),
      ("purchases", .list(queue.purchases.map(\.json))),
      ("entitlements", .list(queue.entitlements.map(json))),
      ("unfinished", JSONValue(queue.unfinished.count)),
    ]
    output += JSONValue.pairs(common + facts).text(indented: true) + "\n"
  }

  private func line(_ purchase: Purchase) -> String {
    let date = purchase.history.first.map { Moment($0.date).minute } ?? ""
    let product = reading.catalogue.product(purchase.productID)
    let name = product?.displayName(for: reading.disclosures.locale).text ?? purchase.productID
    let id = purchase.transactionID ?? purchase.id
    return "\(date)  \(SafeText.line(name))  \(words.state(of: purchase))  \(SafeText.line(id))"
  }

  private func json(_ entitlement: Entitlement) -> JSONValue {
    [
      "productID": .string(entitlement.productID),
      "originalID": .string(entitlement.originalID),
      "expirationDate": JSONValue(entitlement.expirationDate.map { $0.formatted(.iso8601) }),
      "isActive": .bool(entitlement.isActive(at: clock.now())),
    ]
  }
}

extension Purchase {
  /// The object of one purchase, as `purchases --json` lists it.
  var json: JSONValue {
    [
      "id": .string(id),
      "productID": .string(productID),
      "quantity": JSONValue(quantity),
      "stage": .string(stage.rawValue),
      "transactionID": JSONValue(transactionID),
      "originalID": JSONValue(originalID),
      "expirationDate": JSONValue(expirationDate.map { $0.formatted(.iso8601) }),
      "revocationDate": JSONValue(revocationDate.map { $0.formatted(.iso8601) }),
      "price": JSONValue(price.map { "\($0.amount)" }),
      "currency": JSONValue(price?.currencyCode),
      "error": error.map(\.json) ?? .null,
      "isRestored": .bool(isRestored),
      "isRecovered": .bool(isRecovered),
      "verification": JSONValue(verification?.verdict.rawValue),
      "history": .list(
        history.map {
          ["stage": .string($0.stage.rawValue), "date": .string($0.date.formatted(.iso8601))]
        }),
    ]
  }
}

extension StoreError {
  fileprivate var json: JSONValue {
    ["domain": .string(domain), "code": JSONValue(code)]
  }
}

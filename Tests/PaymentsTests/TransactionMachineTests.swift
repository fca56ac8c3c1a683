import Foundation
import Payments
import StoreModel
import StoreTestSupport
import Testing

private typealias Machine = TransactionMachine

private let token = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
private let payment = Payment(productID: "cape", appAccountToken: token)
private let evidence = Evidence(
  Verification(kind: "transaction", verdict: .local, code: "valid", trust: .simulator))

private func transaction(
  _ id: String = "1", _ state: TransactionState = .purchased, proof: String = "a.b.c",
  revoked: Bool = false
) -> Transaction {
  Transaction(
    id: id, productID: "cape", state: state, purchaseDate: now,
    revocationDate: revoked ? now : nil, appAccountToken: token, signed: SignedTransaction(proof))
}

private let grant = Grant(transaction(), type: .nonConsumable, instance: "shop")

/// A name for people and what happened.
private let events: [(name: String, event: Machine.Event)] = [
  ("ordered", .ordered(payment, amount: 5)),
  ("purchasing", .purchasing),
  ("deferred", .deferred(transaction("1", .deferred))),
  ("failed", .failed(transaction("1", .failed(.unknown)))),
  ("failed without a reason", .failed(transaction("1", .failed(nil)))),
  ("cancelled", .failed(transaction("1", .failed(.paymentCancelled)))),
  ("another one failed", .failed(transaction("2", .failed(.unknown)))),
  ("paid", .paid(transaction())),
  ("paid, with another proof", .paid(transaction(proof: "d.e.f"))),
  ("revoked", .revoked(transaction(revoked: true))),
  ("yes", .answered(.yes(grant, evidence))),
  ("nothing to give", .answered(.nothingToGive(reason: "expired", evidence))),
  ("no", .answered(.no(reason: "bundleId"))),
  ("doubtful", .answered(.doubtful(reason: "ERR_CHAIN"))),
  ("inconclusive", .answered(.inconclusive(reason: "ERR_CLOCK"))),
  ("finished", .finished("1")),
  ("unheard of", .unheardOf),
]

/// How each stage is reached; `blocked` is reached by no event of this floor.
private let ways: [(name: String, events: [String])] = [
  ("none", []),
  ("open", ["ordered"]),
  ("deferred", ["ordered", "deferred"]),
  ("failed", ["ordered", "failed"]),
  ("cancelled", ["ordered", "cancelled"]),
  ("closedUnpaid", ["ordered", "unheard of"]),
  ("paid", ["ordered", "paid"]),
  ("paid, doubted", ["ordered", "paid", "doubtful"]),
  ("delivered", ["ordered", "paid", "yes"]),
  ("settled", ["ordered", "paid", "nothing to give"]),
  ("finished", ["ordered", "paid", "yes", "finished"]),
  ("rejected", ["ordered", "paid", "no"]),
]

private func machine(after way: [String]) -> Machine {
  var machine = Machine(id: token.uuidString, productID: "cape", quantity: 1)
  for name in way {
    for (known, event) in events where known == name { _ = machine.handle(event) }
  }
  return machine
}

private func text(_ step: Machine.Step) -> String {
  switch step {
  case .record(let entry): entry.isDurable ? "\(entry.kind)!" : entry.kind
  case .charge: "charge"
  case .verify: "verify"
  case .reread: "reread"
  case .retryLater: "retry later"
  case .finish(let id): "finish \(id)"
  case .announce: "announce"
  }
}

@Suite struct `One purchase` {
  /// `!` marks a record that is on the disk before the next step.
  @Test func `every stage meets every event`() {
    var rows: [String] = []
    for way in ways {
      for event in events {
        var machine = machine(after: way.events)
        let steps = machine.handle(event.event).map(text).joined(separator: ", ")
        let left = "\(way.name) × \(event.name)".padding(toLength: 42, withPad: " ", startingAt: 0)
        let stage = machine.stage?.rawValue ?? "none"
        rows.append(steps.isEmpty ? "\(left) –" : "\(left) → \(stage): \(steps)")
      }
      rows.append("")
    }
    expectSnapshot(text: rows.joined(separator: "\n"), named: "transaction-machine")
  }

  @Test(arguments: ways.map(\.name), events.map(\.name))
  func `the rules hold`(way: String, name: String) throws {
    let before = machine(after: try #require(ways.first { $0.name == way }).events)
    let event = try #require(events.first { $0.name == name }).event
    var machine = before
    let steps = machine.handle(event)
    let records = steps.compactMap { if case .record(let entry) = $0 { entry } else { nil } }
    for (index, step) in steps.enumerated() {
      switch step {
      case .finish(let id):
        let isRecorded =
          [.delivered, .settled, .finished].contains(before.stage) && id == before.transactionID
          || before.failures.contains(id)
        let isDurable = records.contains {
          ["DELIVERED", "SETTLED", "FAILED", "REVOKED"].contains($0.kind) && $0.isDurable
            && $0.transactionID == id
        }
        #expect(isRecorded || isDurable)
      case .charge: #expect(records.map(\.kind) == ["INTENT"])
      case .record:
        #expect(steps[..<index].allSatisfy { if case .record = $0 { true } else { false } })
      default: break
      }
    }
    if name == "inconclusive" || name == "doubtful" && way != "paid, doubted" {
      #expect(machine.stage == before.stage)
      #expect(machine.isGranted == before.isGranted)
      #expect(!steps.contains { if case .finish = $0 { true } else { false } })
    }
    if machine.stage == .delivered, before.stage != .delivered {
      #expect(name == "yes" && before.isUndecided)
    }
    if before.isUndecided || before.isGranted {
      #expect(![.failed, .cancelled, .closedUnpaid, .open].contains(machine.stage))
    }
  }

  @Test func `a failure without a reason is a failure`() {
    let machine = machine(after: ["ordered", "failed without a reason"])
    #expect(machine.stage == .failed)
    #expect(Purchase(machine)?.error == nil)
  }

  @Test func `it is at rest when whoever ordered can be told`() {
    let rest = ways.filter { machine(after: $0.events).isAtRest }.map(\.name)
    #expect(rest == ["deferred", "closedUnpaid", "finished", "rejected"])
    #expect(machine(after: ["ordered", "cancelled", "finished"]).isAtRest)
    #expect(machine(after: ["ordered", "paid", "inconclusive"]).isAtRest)
  }

  @Test func `a blocked purchase is judged again, and delivered by a yes`() {
    var machine = Machine(id: "A", productID: "cape", quantity: 1, stage: .blocked)
    #expect(machine.handle(.paid(transaction())).map(text) == ["PAID_SEEN!", "announce", "verify"])
    _ = machine.handle(.answered(.yes(grant, evidence)))
    #expect(machine.stage == .delivered)
  }
}

import Catalogue
import Foundation
import StoreModel
import Testing

@testable import Simulator

@Suite(.enabled(if: Corpus.folder != nil))
struct `Real storekit files in the store` {
  private static let files = Corpus.table("storekit/INDEX.tsv").compactMap { $0["file"] }

  /// What a life through the store came to.
  private struct Outcome {
    var bought = 0
    var renewals = 0
    var notSold = 0
  }

  @Test func `every product that can be sold is bought and its life run to the end`() throws {
    var sum = Outcome()
    for (number, file) in Self.files.enumerated() {
      let catalogue = Catalogue.read(try Corpus.bytes("storekit/\(file)"), named: file)
      let outcome = run(catalogue, isTroubled: number.isMultiple(of: 4), file)
      sum.bought += outcome.bought
      sum.renewals += outcome.renewals
      sum.notSold += outcome.notSold
    }
    print("\(Self.files.count) files, \(sum)")
    #expect(Self.files.count == 68)
    #expect(sum.bought == 282)
    #expect(sum.notSold == 18)
    #expect(sum.renewals > sum.bought)
  }

  private func run(_ catalogue: Catalogue, isTroubled: Bool, _ file: String) -> Outcome {
    let storefront = Storefront(
      countryCode: "USA", regionCode: "US", currencyCode: "USD", name: "United States")
    let shelf = Shelf(
      products: catalogue.products, settings: catalogue.settings, storefront: storefront)
    var outcome = Outcome()
    for product in catalogue.products {
      var machine = StoreMachine(
        shelf: shelf, account: "A", now: Date(timeIntervalSince1970: 1_772_355_600))
      var controls = Controls(Catalogue.Settings())
      controls.speed = machine.controls.speed
      machine.setControls(controls)
      let payment = Payment(productID: product.id, appAccountToken: UUID())
      machine.settle(
        payment, agreed: machine.terms(of: payment, account: "A"), account: "A")
      guard machine.customer("A").entries.last?.state == .purchased else {
        outcome.notSold += 1
        #expect(machine.product(product.id) == nil, "\(file): \(product.id)")
        continue
      }
      outcome.bought += 1
      if product.type == .autoRenewable {
        outcome.renewals += live(&machine, product, isTroubled: isTroubled, file)
      } else {
        try? machine.perform(.refund(id: product.id, .full))
        #expect(machine.customer("A").entries.allSatisfy { !$0.isKept }, "\(file): \(product.id)")
      }
      let sum = machine.turnovers["USD"] ?? StoreMachine.Sum()
      let paid = machine.customer("A").entries.compactMap(\.money?.milliunits).reduce(0, +)
      #expect(sum.charged == paid, "\(file): \(product.id)")
    }
    return outcome
  }

  /// Three renewals, where wanted a time without payment, and the end.
  private func live(
    _ machine: inout StoreMachine, _ product: Product, isTroubled: Bool, _ file: String
  ) -> Int {
    func pass() { if let date = machine.due(limit: 1).first?.date { machine.advance(to: date) } }
    for _ in 0..<3 { pass() }
    if isTroubled {
      try? machine.perform(.turn(.billingIssues, isOn: true))
      try? machine.perform(.turn(.grace, isOn: true))
      pass()
      try? machine.perform(.turn(.billingIssues, isOn: false))
    }
    try? machine.perform(.autoRenew(id: product.id, isOn: false))
    pass()
    let life = machine.customer("A").lives.first
    #expect(life?.state == .expired, "\(file): \(product.id)")
    #expect(machine.due(limit: 1).isEmpty, "\(file): \(product.id)")
    return machine.customer("A").entries.count { $0.isRenewal }
  }
}

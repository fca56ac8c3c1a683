// How fast the simulated store is, as ratios of one run:
//
//     swift run -c release StoreBenchmark [SUBSCRIBERS …]
//
// A subscriber is a store account with one monthly subscription, and a year of it is twelve renewals,
// each charged and committed to the books on disk.

import Foundation
import Simulator
import StoreModel

let month = SubscriptionPeriod(value: 1, unit: .month)
let product = Product(
  id: "pro", type: .autoRenewable, price: 10,
  subscription: Subscription(groupID: "club", level: 1, period: month))
let storefront = Storefront(
  countryCode: "USA", regionCode: "US", currencyCode: "USD", name: "United States")
let start = Date(timeIntervalSince1970: 1_772_355_600)

struct Bench {
  let folder: String
  let simulator: Simulator

  /// A store over new books, or over those of another one that was just closed.
  init(books: String? = nil) throws {
    folder = books ?? NSTemporaryDirectory() + "bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    simulator = Simulator(
      books: folder + "/books.sqlite", root: folder + "/root.pem", products: [product],
      storefront: storefront, bundleID: "com.example.app", account: "S0",
      clock: StoreClock { Date() }, start: start, chance: Chance { UUID() }, confirm: { _ in .buy })
  }

  /// Bytes of the books with all that was written.
  var size: Int {
    ["books.sqlite", "books.sqlite-wal"].reduce(0) { sum, name in
      let file = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      return sum + (file?[.size] as? Int ?? 0)
    }
  }

  func done() { try? FileManager.default.removeItem(atPath: folder) }
}

func seconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await body()
  return (ContinuousClock.now - start) / .seconds(1)
}

/// Subscriber-years a second, and bytes of the books for each renewal.
func years(_ subscribers: Int) async throws -> (rate: Double, bytes: Double) {
  let bench = try Bench()
  defer { bench.done() }
  for number in 0..<subscribers {
    if number > 0 {
      _ = await bench.simulator.control(.addAccount("S\(number)"))
      _ = await bench.simulator.control(.signIn("S\(number)"))
    }
    _ = await bench.simulator.control(.buyElsewhere(productID: "pro", on: nil))
  }
  let before = bench.size
  let time = await seconds {
    _ = await bench.simulator.control(.advanceBy(SubscriptionPeriod(value: 1, unit: .year)))
  }
  let renewals = try await bench.simulator.chargeCount - subscribers
  guard renewals == subscribers * 12 else { fatalError("\(renewals) renewals") }
  return (Double(subscribers) / time, Double(bench.size - before) / Double(renewals))
}

/// Tokens that are signed a second, when they are read first.
func tokens() async throws -> Double {
  let bench = try Bench()
  defer { bench.done() }
  _ = await bench.simulator.control(.speed(StoreSpeed(.timeRate(1_005))))
  _ = await bench.simulator.control(.buyElsewhere(productID: "pro", on: nil))
  _ = await bench.simulator.control(.advance(seconds: 2_000))
  // What was told is signed; a store that is opened again signs when it is asked.
  let again = try Bench(books: bench.folder)
  _ = try await again.simulator.chargeCount
  var count = 0
  let time = try await seconds { count = try await again.simulator.transactions.count }
  return Double(count) / time
}

let counts = CommandLine.arguments.dropFirst().compactMap { Int($0) }
var first: Double?
for count in counts.isEmpty ? [100, 1_000, 10_000] : counts {
  let (rate, bytes) = try await years(count)
  let ratio = rate / (first ?? rate)
  first = first ?? rate
  print(
    "\(count) subscribers: \(Int(rate)) subscriber-years/s "
      + "(\(String(format: "%.2f", ratio)) of the first), \(Int(bytes)) bytes/renewal")
}
print("\(Int(try await tokens())) tokens/s when they are read first")

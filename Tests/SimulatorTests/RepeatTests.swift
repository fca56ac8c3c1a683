import Database
import Foundation
import Simulator
import StoreModel
import StoreTestSupport
import Synchronization
import Testing

@Suite struct `The same seed, script and clock` {
  /// Everything of the books, row by row.
  private func dump(_ path: String) throws -> [String] {
    let database = try Database(path: path, readOnly: true)
    var rows: [String] = []
    for table in ["store", "entry", "life", "money", "setting"] {
      var columns: [String] = []
      try database.query("PRAGMA table_info(\(table))") { columns.append($0.text(1) ?? "") }
      let row = columns.map { "quote(\($0))" }.joined(separator: " || '|' || ")
      try database.query("SELECT \(row) FROM \(table) ORDER BY 1") {
        rows.append("\(table) \($0.text(0) ?? "")")
      }
    }
    return rows
  }

  private static func chance(_ seed: UInt64) -> Chance {
    let random = Mutex(SplitMix(seed: seed))
    return Chance {
      random.withLock { random in
        let (high, low) = (random.next(), random.next())
        return UUID(
          uuidString: String(
            format: "%08X-%04X-4%03X-8%03X-%012llX", UInt32(high >> 32),
            UInt16(high >> 16 & 0xFFFF),
            UInt16(high & 0xFFF), UInt16(low >> 52), low & 0xFFFF_FFFF_FFFF)) ?? UUID()
      }
    }
  }

  private func play(seed: UInt64) async throws -> (rows: [String], bytes: Data) {
    let folder = NSTemporaryDirectory() + "repeat-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let chance = Self.chance(seed)
    let simulator = Simulator(
      books: folder + "/books.sqlite", root: folder + "/root.pem", products: World.products,
      storefront: .usa, bundleID: "com.example.game", account: "A",
      clock: StoreClock { Date() }, start: Date("2026-03-01T09:00:00Z"),
      chance: Self.chance(seed + 1_000), confirm: { _ in .buy })
    for product in ["coins", "flight", "month", "trial"] {
      await simulator.add(Payment(productID: product, appAccountToken: chance.uuid()))
    }
    let controls: [StoreControl] = [
      .turn(.askToBuy, isOn: true), .refund(id: "flight", .prorated),
      .speed(StoreSpeed(.sandbox(5))),
      .addAccount("B"),
    ]
    for control in controls { #expect(await simulator.control(control) == nil) }
    await simulator.add(Payment(productID: "season", appAccountToken: chance.uuid()))
    for control: ClockControl in [.next, .advance(seconds: 900), .device(offset: 60)] {
      #expect(await simulator.control(control) == nil)
    }
    await simulator.restoreCompletedTransactions()
    try Database(path: folder + "/books.sqlite").run("VACUUM INTO '\(folder)/copy.sqlite'")
    let bytes = try Data(contentsOf: URL(filePath: folder + "/copy.sqlite"))
    return (try dump(folder + "/books.sqlite"), bytes)
  }

  @Test func `give the same books, byte for byte`() async throws {
    let first = try await play(seed: 7)
    #expect(first.rows.count > 12)
    let second = try await play(seed: 7)
    #expect(second.rows == first.rows)
    #expect(second.bytes == first.bytes)
    #expect(try await play(seed: 8).rows != first.rows)
  }
}

import Catalogue
import Database
import Foundation
import StoreModel
import StoreTestSupport
import Testing

@testable import Simulator

@Suite struct `A store whose process is killed` {
  /// How often; `SOAK` multiplies it.
  private static let kills =
    24 * (ProcessInfo.processInfo.environment["SOAK"].flatMap { Int($0) } ?? 1)

  @Test func `finds its books consistent at any moment, and nothing that was said is missing`()
    async throws
  {
    var all = 0
    for seed in 1...UInt64(Self.kills) {
      let folder = FileManager.default.temporaryDirectory.path + "/killed-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      var random = SplitMix(seed: seed)
      // Two runs on the same books: the second one begins with what the first one left.
      var said = 0
      for run in 1...2 {
        said += try playAndKill(folder, &random)
        let violations = try violations(in: folder, atLeast: said)
        try #require(violations.isEmpty, "seed \(seed), run \(run): \(violations)")
      }
      all += said
    }
    #expect(all > Self.kills, "most were killed with something in the books")
  }

  /// Starts the shop in plain lines, lets it sell, and kills it.
  ///
  /// - Returns: how many purchases it said were made.
  private func playAndKill(_ folder: String, _ random: inout SplitMix) throws -> Int {
    let process = Process()
    process.executableURL = URL(filePath: try Self.program)
    process.arguments = [
      "--plain", "--data", folder, "--now", "2026-03-01T09:00:00Z", Self.catalogue,
    ]
    process.environment = ["LANG": "C.UTF-8", "TERM": "dumb", "STOREFRONT_NO_CONFIG": "1"]
    let lines = (0..<300).map { _ in Self.line(&random) }.joined(separator: "\n")
    let (input, output) = (folder + "/input", folder + "/output-\(random.next())")
    try Data(lines.utf8).write(to: URL(filePath: input))
    try Data().write(to: URL(filePath: output))
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: input))
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardError = FileHandle.nullDevice
    try process.run()
    // So far into its work, however fast the machine is, and then anywhere between two steps.
    let target = Int.random(in: 0...6_000, using: &random)
    var waits = 0
    while try FileManager.default.attributesOfItem(atPath: output)[.size] as? Int ?? 0 < target,
      process.isRunning, waits < 20_000
    {
      waits += 1
      usleep(500)
    }
    usleep(UInt32.random(in: 0...4_000, using: &random))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let text = String(decoding: try Data(contentsOf: URL(filePath: output)), as: UTF8.self)
    return text.split(separator: "\n").count { $0.hasSuffix(" is yours.") && !$0.contains(",") }
  }

  private static func line(_ random: inout SplitMix) -> String {
    let product =
      ["gems", "cape", "pass", "gold", "silver", "gold.plus"]
      .randomElement(using: &random) ?? "gems"
    return switch Int.random(in: 0..<14, using: &random) {
    case 0..<6: "buy \(Int.random(in: 1...7, using: &random))\ny"
    case 6: "clock +1mo"
    case 7: "clock next"
    case 8: "store refund \(product)"
    case 9: "store renew \(product)"
    case 10: "store billing-issues \(Bool.random(using: &random) ? "on" : "off")"
    case 11: "store ask-to-buy \(Bool.random(using: &random) ? "on" : "off")"
    case 12: "store approve"
    default: "restore\ny"
    }
  }

  /// What is wrong with the books in a folder; they hold at least so many purchases.
  private func violations(in folder: String, atLeast said: Int) throws -> [String] {
    let books = folder + "/books.sqlite"
    guard FileManager.default.fileExists(atPath: books) else {
      return said == 0 ? [] : ["there are no books of \(said) purchases"]
    }
    var found: [String] = []
    let database = try Database(path: books)
    try database.query("PRAGMA integrity_check") { row in
      if row.text(0) != "ok" { found.append(row.text(0) ?? "damaged") }
    }
    var schema: Int64 = 0
    try database.query("PRAGMA user_version") { schema = $0.integer(0) }
    guard schema > 0 else { return said == 0 ? found : found + ["the books are empty"] }
    let catalogue = Catalogue.read(
      [UInt8](try Data(contentsOf: URL(filePath: Self.catalogue))), named: "Comet.storekit")
    let shelf = Shelf(
      products: catalogue.products, settings: Catalogue.Settings(), storefront: .usa)
    var machine = StoreMachine(shelf: shelf, account: "A")
    let settings = try Page(database).load(into: &machine)
    var model = BookModel()
    model.write(machine.customers.values.flatMap { $0.entries.map { .write($0) } }, lastID: 0)
    try database.query("SELECT entry_id, amount, currency, moved_at FROM money ORDER BY id") {
      row in
      let money = Money(milliunits: row.integer(1), currencyCode: row.text(2) ?? "")
      let date = Milliseconds(row.integer(3)).date
      model.write(
        [.move(StoreMachine.Movement(entryID: row.integer(0), money: money, date: date))], lastID: 0
      )
    }
    // What was due when it died happens at the next start.
    if case .frozen(let date) = settings.clock?.mode { machine.advance(to: date) }
    model.write(machine.takeSteps(), lastID: machine.lastID)
    found += machine.violations(model)
    let bought = machine.customer("A").entries.count { $0.state == .purchased && !$0.isRenewal }
    if bought < said { found.append("\(said) were bought, and the books know \(bought)") }
    return found
  }

  private static let catalogue = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "JourneyTests/Scenarios/Comet.storekit").path

  /// The program lies next to the test runner.
  private static var program: String {
    get throws {
      var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      while folder.path != "/" {
        folder.deleteLastPathComponent()
        let candidate = folder.appending(path: "storefront").path
        if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
      }
      throw CocoaError(.fileNoSuchFile)
    }
  }
}

import Database
import Foundation
import Simulator
import StoreModel
import Testing

@Suite struct `The store's queue` {
  @Test func `everything unfinished is there after a relaunch, oldest first`() async throws {
    let world = try World()
    let coins = try #require(await world.buy("coins"))
    await world.customer.answers(.cancel)
    let failed = try #require(await world.buy("season"))
    await world.customer.answers(.buy)
    let month = try #require(await world.buy("month"))
    #expect(try await world.relaunched().transactions == [coins, failed, month])
  }

  @Test func `a failure stays until it is finished, with its reason`() async throws {
    let world = try World()
    await world.simulator.setNextOutcome(.fail(nil))
    let vague = try #require(await world.buy("coins"))
    await world.simulator.setNextOutcome(.fail(StoreError(domain: "Elsewhere", code: -1)))
    let foreign = try #require(await world.buy("coins"))

    let next = world.relaunched()
    #expect(try await next.transactions.map(\.state) == [vague.state, foreign.state])
    await next.finish(vague.id)
    #expect(try await next.transactions == [foreign])
  }

  @Test func `a finished transaction is reported as removed and never comes back`() async throws {
    let world = try World()
    let coins = try #require(await world.buy("coins"))
    let news = await world.news { await $0.store.finish(coins.id) }
    #expect(news == [.removed([coins.id])])
    #expect(try await world.simulator.transactions.isEmpty)
    #expect(try await world.relaunched().transactions.isEmpty)
  }

  @Test(arguments: ["2000000099", "", "no number", "99999999999999999999"])
  func `finishing what is not there is already done`(id: String) async throws {
    let world = try World()
    let coins = try #require(await world.buy("coins"))
    let news = await world.news { await $0.finish(id) }
    #expect(news == [.removed([id])])
    #expect(try await world.simulator.transactions == [coins])
  }

  @Test func `each account has a queue and a past of its own`() async throws {
    let world = try World()
    let flight = try #require(await world.own("flight"))
    await world.buy("trial")
    let other = world.relaunched(account: "B")
    #expect(try await other.transactions.isEmpty)
    #expect(await other.introductoryEligibility(inGroups: ["other"]) == ["other": true])
    #expect(await other.history(of: try #require(flight.appAccountToken)).isEmpty)
    let bought = try #require(await world.buy("flight", from: other))
    #expect(bought.originalID == bought.id)
    #expect(bought.id == "2000000003")
    #expect(try await other.chargeCount == 2)
  }

  @Test func `the history knows an attempt by its token, finished or not`() async throws {
    let world = try World()
    let token = UUID()
    #expect(await world.simulator.store.history(token).isEmpty)
    let coins = try #require(await world.buy("coins", token: token))
    await world.simulator.finish(coins.id)
    #expect(await world.relaunched().history(of: token) == [coins])
    #expect(await world.simulator.history(of: UUID()).isEmpty)
  }

  @Test func `a new listener ends the stream of the one before, and nothing is told twice`()
    async throws
  {
    let world = try World()
    await world.buy("coins")
    let news = await world.news { _ in }
    #expect(news.isEmpty)
  }
}

@Suite struct `The store's books` {
  @Test func `their folder is made with them, for its owner only`() async throws {
    let world = try World()
    try FileManager.default.removeItem(atPath: world.folder)
    #expect(await world.simulator.control(.addAccount("B")) == nil)
    let attributes = try FileManager.default.attributesOfItem(atPath: world.folder)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    #expect(await world.relaunched().panel().accounts == ["A", "B"])
  }

  @Test func `a folder that cannot be made is named`() async {
    let simulator = Simulator(
      books: "/proc/shop/store/books.sqlite", root: "/proc/shop/store/root.pem", products: [],
      storefront: .usa, bundleID: "com.example.game", account: "A",
      clock: StoreClock { Date("2026-03-01T09:00:00Z") }, chance: Chance { UUID() },
      confirm: { _ in .buy })
    #expect(
      await simulator.control(.addAccount("B"))?.text == """
        The folder /proc/shop does not exist and cannot be made (No such file or directory). Make \
        it, or choose another data folder.
        """)
  }

  @Test func `nothing is written before the first purchase`() async throws {
    let world = try World()
    let store = world.simulator.store
    _ = try await store.instance()
    _ = await store.products(["coins"])
    _ = await store.canMakePayments()
    #expect(try await store.transactions().isEmpty)
    await store.finish("2000000001")
    await store.restoreCompletedTransactions()
    _ = await store.history(UUID())
    _ = await store.introductoryEligibility(["power"])
    _ = await store.updates()
    #expect(try await world.simulator.chargeCount == 0)
    #expect(await world.simulator.rootCertificate == nil)
    #expect(try world.files.isEmpty)
  }

  @Test func `books and root certificate are their owner's alone`() async throws {
    let world = try World()
    await world.buy("coins")
    let files = try world.files
    #expect(
      files == ["books.sqlite", "books.sqlite-shm", "books.sqlite-wal", "root.pem"])
    for file in files {
      let attributes = try FileManager.default.attributesOfItem(atPath: world.folder + "/" + file)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
    }
  }

  @Test func `the instance is known before the books are, and stays`() async throws {
    let world = try World()
    let before = try await world.simulator.instance
    #expect(UUID(uuidString: before) != nil)
    #expect(try await world.simulator.instance == before)
    await world.buy("coins")
    #expect(try await world.simulator.instance == before)
    #expect(try await world.relaunched().instance == before)
  }

  @Test func `two runs that begin together keep the same books`() async throws {
    let world = try World()
    let other = world.relaunched()
    #expect(try await world.simulator.instance != other.instance)
    await world.buy("coins")
    let second = try #require(await world.buy("season", from: other))
    #expect(second.id == "2000000002")
    #expect(try await world.simulator.instance == other.instance)
    #expect(await world.simulator.rootCertificate == other.rootCertificate)
    #expect(try await world.simulator.transactions.count == 2)
  }

  @Test func `the root certificate is written again when it is gone`() async throws {
    let world = try World()
    await world.buy("coins")
    let first = try String(contentsOfFile: world.root, encoding: .utf8)
    try "something else".write(toFile: world.root, atomically: true, encoding: .utf8)
    await world.buy("season", from: world.relaunched())
    #expect(try String(contentsOfFile: world.root, encoding: .utf8) == first)
    let attributes = try FileManager.default.attributesOfItem(atPath: world.root)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a file that was made but never filled is empty books`() async throws {
    let world = try World()
    try Data().write(to: URL(filePath: world.books))
    #expect(try await world.simulator.transactions.isEmpty)
    #expect(await world.buy("coins")?.state == .purchased)
  }

  @Test func `damaged books sell nothing and say so`() async throws {
    let world = try World()
    let damage = Data(String(repeating: "no database ", count: 1_000).utf8)
    try damage.write(to: URL(filePath: world.books))

    #expect(await world.buy("coins")?.state == .failed(.unknown))
    #expect(await world.customer.sheets.isEmpty)
    #expect(await world.simulator.introductoryEligibility(inGroups: ["power"]) == ["power": false])
    let error = try #require(await world.simulator.lastError)
    guard case .damaged(world.books, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(
      error.description == """
        The store's books are damaged (\(world.books): file is not a database). Nothing was \
        charged; move the file away to begin with empty books.
        """)
    await #expect(throws: error) { try await world.simulator.transactions }
    await #expect(throws: error) { try await world.simulator.instance }
    let news = await world.news { await $0.restoreCompletedTransactions() }
    #expect(news == [.restoreFailed(.unknown)])
    #expect(try Data(contentsOf: URL(filePath: world.books)) == damage)
    #expect(try world.files == ["books.sqlite"])
  }

  @Test func `a line that no version wrote is damage, not a crash`() async throws {
    let world = try World()
    await world.buy("coins")
    let database = try Database(path: world.books)
    try database.run("UPDATE entry SET type = 'riddle'")
    await #expect(throws: SimulatorError.self) { try await world.relaunched().transactions }
    #expect(await world.buy("coins")?.state == .failed(.unknown))
    try database.run("UPDATE entry SET type = 'consumable'")
    #expect(try await world.simulator.chargeCount == 1)
  }

  @Test func `a file where the folder should be sells nothing and says so`() async throws {
    let world = try World()
    try FileManager.default.removeItem(atPath: world.folder)
    try Data().write(to: URL(fileURLWithPath: world.folder))
    let failed = try #require(await world.buy("coins"))
    #expect(failed.state == .failed(.unknown))
    guard case .notWritable(world.books, _) = await world.simulator.lastError else {
      Issue.record("\(String(describing: await world.simulator.lastError))")
      return
    }
    #expect(await world.news { await $0.finish(failed.id) } == [.removed([failed.id])])
    try FileManager.default.removeItem(atPath: world.folder)
    #expect(await world.buy("coins")?.state == .purchased)
    #expect(await world.simulator.lastError == nil)
  }

  @Test func `a root certificate that cannot be written keeps the till shut`() async throws {
    let world = try World()
    try FileManager.default.createDirectory(
      atPath: world.root + "/in the way", withIntermediateDirectories: true)
    #expect(await world.buy("coins")?.state == .failed(.unknown))
    guard case .rootNotWritten(world.root, _) = await world.simulator.lastError else {
      Issue.record("\(String(describing: await world.simulator.lastError))")
      return
    }
    #expect(try await world.simulator.chargeCount == 0)
    try FileManager.default.removeItem(atPath: world.root)
    #expect(await world.buy("coins")?.state == .purchased)
  }

  @Test func `books of a newer version are left alone`() async throws {
    let world = try World()
    await world.buy("coins")
    try Database(path: world.books).run("PRAGMA user_version = 7")
    let next = world.relaunched()
    await #expect(throws: SimulatorError.newer(path: world.books, schema: 7)) {
      try await next.transactions
    }
    #expect(await world.buy("season", from: next)?.state == .failed(.unknown))
  }

  @Test func `books that another process holds are not waited for for ever`() async throws {
    let world = try World()
    await world.buy("coins")
    let holder = try Database(path: world.books)
    try holder.run("BEGIN IMMEDIATE")
    #expect(await world.buy("season")?.state == .failed(.unknown))
    guard case .unavailable(world.books, _) = await world.simulator.lastError else {
      Issue.record("\(String(describing: await world.simulator.lastError))")
      return
    }
    try holder.run("ROLLBACK")
    #expect(await world.buy("season")?.state == .purchased)
  }
}

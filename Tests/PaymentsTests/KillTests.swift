import Foundation
import Payments
import StoreModel
import StoreTestSupport
import Synchronization
import Testing

/// What a customer does before the kill, and what the store makes of it.
enum Story: String, CaseIterable, Sendable {
  case bought, bought3, subscribed, cancelled, failed, restored
  /// The store decides after the kill.
  case boughtLater, cancelledLater
  /// The proof is refused once, or cannot be judged at first.
  case doubted, undecided

  var productID: Product.ID {
    switch self {
    case .bought3: "coins"
    case .subscribed: "club"
    default: "cape"
    }
  }

  var books: ScriptedStore.Books {
    var books = ScriptedStore.Books()
    switch self {
    case .cancelled: books.decision = .cancel
    case .failed: books.decision = .fail(nil)
    case .boughtLater, .cancelledLater: books.decision = .silence
    case .subscribed: books.expirationDate = now + 60
    case .restored:
      books.nextID = 100
      books.restorable = ["cape", "mask"].enumerated().map { index, productID in
        Transaction(id: "\(index)", productID: productID, state: .purchased, purchaseDate: now)
      }
    case .bought, .bought3, .doubted, .undecided: break
    }
    return books
  }

  var verdicts: [Verification.Verdict] {
    switch self {
    case .doubted: [.invalid]
    case .undecided: [.inconclusive]
    default: []
    }
  }

  /// The points this story comes by.
  var checkpoints: Set<Checkpoint> {
    let paid: Set<Checkpoint> = [
      .charged, .newsRead, .paidRecorded, .verificationAsked, .verificationAnswered,
      .deliveredRecorded, .finishAsked, .finished,
    ]
    let ordered: Set<Checkpoint> = [.ordered, .intentRecorded, .paymentAdded]
    return switch self {
    case .cancelled, .failed: ordered.union([.failureRecorded, .finishAsked, .finished])
    case .restored: paid.union([.copyRestored])
    case .boughtLater, .cancelledLater: ordered
    case .undecided: ordered.union(paid)
    default: ordered.union(paid)
    }
  }
}

/// What a kill leaves behind: the journal's bytes and the store's books, and where it struck.
struct Remains: Sendable {
  var point: String
  var files: [String: Data]
  var books: ScriptedStore.Books
}

/// Takes the remains at every point a queue comes by, where they differ from the last ones.
private final class Killer: Sendable {
  private let state = Mutex<(points: Set<Checkpoint>, remains: [Remains])>(([], []))

  var remains: [Remains] { state.withLock { $0.remains } }
  var points: Set<Checkpoint> { state.withLock { $0.points } }

  func take(at checkpoint: Checkpoint, after earlier: String, store: ScriptedStore, path: String) {
    let books = store.books
    var files: [String: Data] = [:]
    for suffix in ["", "-wal"] {
      files[suffix] = FileManager.default.contents(atPath: path + suffix)
    }
    state.withLock { state in
      state.points.insert(checkpoint)
      if let last = state.remains.last, last.files == files, last.books == books { return }
      let point = "\(earlier) \(checkpoint.rawValue)"
      state.remains.append(Remains(point: point, files: files, books: books))
    }
  }
}

@Suite(.timeLimit(.minutes(2))) struct `A kill at every point` {
  @Test(arguments: Story.allCases)
  func `what was paid is delivered once, what was not is not`(story: Story) async throws {
    let folder = try Folder()
    let killer = Killer()
    let desk = try Desk(folder: folder, books: story.books, verdicts: story.verdicts) {
      killer.take(at: $0, after: story.rawValue, store: $1, path: folder.journal)
    }
    await desk.queue.open()
    switch story {
    case .restored:
      #expect(await desk.queue.restore() == .restored(count: 2))
    case .boughtLater, .cancelledLater:
      async let outcome = desk.queue.purchase(productID: story.productID)
      while !killer.points.contains(.paymentAdded) { await Task.yield() }
      await desk.queue.close()
      _ = await outcome
    case .undecided:
      _ = await desk.queue.purchase(productID: story.productID)
      _ = await desk.sleep.duration()
      desk.sleep.wake()
      _ = try await desk.state { $0.purchases.first?.stage == .finished }
    default:
      let quantity = story == .bought3 ? 3 : 1
      _ = await desk.queue.purchase(productID: story.productID, quantity: quantity)
    }
    await desk.queue.close()

    #expect(killer.points == story.checkpoints)
    for remains in killer.remains {
      // Killed again at every point of the recovery.
      for again in try await recover(from: remains, story: story) {
        _ = try await recover(from: again, story: story)
      }
    }
  }

  /// Launches on what a kill left behind, checks what must hold, and says where that run could
  /// have been killed too.
  private func recover(from remains: Remains, story: Story) async throws -> [Remains] {
    let folder = try Folder()
    for (suffix, data) in remains.files {
      try data.write(to: URL(filePath: folder.journal + suffix))
    }
    let killer = Killer()
    let desk = try Desk(folder: folder, books: remains.books) {
      killer.take(at: $0, after: remains.point, store: $1, path: folder.journal)
    }
    switch story {
    case .boughtLater: desk.store.decide(.buy)
    case .cancelledLater: desk.store.decide(.cancel)
    default: break
    }
    await desk.queue.open()
    await desk.queue.settle()

    let state = await desk.queue.state()
    let books = desk.store.books
    let point = Comment(rawValue: remains.point)
    #expect(state.mode == .open, point)
    #expect(books.queue.isEmpty, point)
    #expect(books.charged == remains.books.charged || story == .boughtLater, point)
    #expect(state.unfinished.isEmpty, point)
    #expect(!state.purchases.contains { $0.stage == .open }, point)

    // A restored copy that was not sent again is no debt; all others are delivered once.
    let copies = Set(books.restorable.map { "shop-1/original/\($0.originalID)" })
    await desk.queue.close()
    let keys = try grantKeys(journal: folder.journal)
    #expect(Set(keys).count == keys.count, point)
    if story == .restored {
      #expect(copies.isSuperset(of: keys), point)
    } else {
      #expect(keys.count == books.charged.count, point)
    }

    // The shop is open as before.
    let later = try Desk(folder: folder, books: books)
    await later.queue.open()
    if story == .restored {
      #expect(await later.queue.restore() == .restored(count: 2), point)
    } else {
      later.store.change { $0.decision = .buy }
      let bought = try purchase(of: await later.queue.purchase(productID: "mask"))
      #expect(bought.stage == .finished, point)
    }
    await later.queue.close()
    return killer.remains
  }
}

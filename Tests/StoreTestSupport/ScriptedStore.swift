package import Foundation
package import StoreModel
import Synchronization

/// A store that does what a test tells it: its books are a value that can be copied at any moment.
package final class ScriptedStore: Sendable {
  /// What the store answers to a payment.
  package enum Decision: Sendable, Hashable {
    case buy, cancel
    case fail(StoreError?)
    case deferred
    /// Asks nobody and says nothing.
    case silence
  }

  /// The store's books.
  package struct Books: Sendable, Hashable {
    package var instance = "shop-1"
    package var bundleID = "com.example.superpowers"
    package var now = Date(timeIntervalSince1970: 1_772_000_000)
    package var canMakePayments = true
    package var isReachable = true
    package var unknownProducts: Set<Product.ID> = []
    package var decision = Decision.buy
    /// How often each update is sent.
    package var copies = 1
    /// Subscriptions only: when what is sold now expires.
    package var expirationDate: Date?

    package var queue: [Transaction] = []
    package var history: [UUID: [Transaction]] = [:]
    package var payments: [Payment] = []
    package var finished: [Transaction.ID] = []
    /// What was charged: the ids of all paid transactions.
    package var charged: [Transaction.ID] = []
    /// What a restore sends copies of.
    package var restorable: [Transaction] = []
    package var restoreError: StoreError?
    package var statuses: [SubscriptionStatus] = []
    package var nextID = 1

    package init() {}
  }

  private struct State {
    var books: Books
    var listener: AsyncStream<StoreUpdate>.Continuation?
  }

  private let state: Mutex<State>
  /// Called before a transaction leaves the queue.
  private let onFinish: @Sendable (Transaction.ID) -> Void

  package init(
    _ books: Books = Books(), onFinish: @escaping @Sendable (Transaction.ID) -> Void = { _ in }
  ) {
    state = Mutex(State(books: books))
    self.onFinish = onFinish
  }

  package var books: Books { state.withLock { $0.books } }

  package func change(_ body: @Sendable (inout Books) -> Void) {
    state.withLock { body(&$0.books) }
  }

  package func send(_ update: StoreUpdate) {
    state.withLock { state in
      for _ in 0..<state.books.copies { state.listener?.yield(update) }
    }
  }

  /// Answers every payment that was met with silence.
  package func decide(_ decision: Decision) {
    for payment in books.payments where books.history[payment.appAccountToken] == nil {
      answer(payment, with: decision)
    }
  }

  /// Turns the deferred entries into purchases.
  package func approve() {
    for entry in books.queue where entry.state == .deferred {
      replace(entry, state: .purchased)
    }
  }

  /// Puts a transaction in the queue and tells the listener.
  package func deliver(_ transaction: Transaction) {
    state.withLock { state in
      state.books.queue.removeAll { $0.id == transaction.id }
      state.books.queue.append(transaction)
      if let token = transaction.appAccountToken {
        state.books.history[token] = [transaction]
      }
      if transaction.state == .purchased, !state.books.charged.contains(transaction.id) {
        state.books.charged.append(transaction.id)
      }
    }
    send(.updated([transaction]))
  }

  package var store: Store {
    Store(
      instance: { [self] in
        guard books.isReachable else { throw StoreError.unknown }
        return books.instance
      },
      products: { [self] ids in
        let unknown = books.unknownProducts
        return ProductsResponse(
          productIDs: ids.filter { !unknown.contains($0) },
          invalidProductIDs: ids.filter { unknown.contains($0) })
      },
      canMakePayments: { [self] in books.canMakePayments },
      add: { [self] payment in
        change { $0.payments.append(payment) }
        let decision = books.decision
        if decision != .silence { answer(payment, with: decision) }
      },
      transactions: { [self] in
        guard books.isReachable else { throw StoreError.unknown }
        return books.queue
      },
      finish: { [self] id in
        onFinish(id)
        change {
          $0.finished.append(id)
          $0.queue.removeAll { $0.id == id }
        }
        send(.removed([id]))
      },
      restoreCompletedTransactions: { [self] in restore() },
      history: { [self] token in books.history[token] ?? [] },
      introductoryEligibility: { ids in
        Dictionary(uniqueKeysWithValues: ids.map { ($0, false) })
      },
      statuses: { [self] in books.statuses },
      updates: { [self] in
        let (stream, continuation) = AsyncStream.makeStream(of: StoreUpdate.self)
        state.withLock { $0.listener = continuation }
        return stream
      })
  }

  private func answer(_ payment: Payment, with decision: Decision) {
    let outcome: TransactionState =
      switch decision {
      case .buy: .purchased
      case .cancel: .failed(.paymentCancelled)
      case .fail(let error): .failed(error)
      case .deferred, .silence: .deferred
      }
    var entry = makeTransaction(payment.productID, state: .purchasing)
    entry.quantity = payment.quantity
    entry.appAccountToken = payment.appAccountToken
    deliver(entry)
    replace(entry, state: outcome)
  }

  private func replace(_ entry: Transaction, state: TransactionState) {
    var changed = entry
    changed.state = state
    if state == .purchased { changed.signed = SignedTransaction(changed, bundleID: books.bundleID) }
    deliver(changed)
  }

  /// A transaction with the next id, signed where its state has a proof; it is in no queue yet.
  package func makeTransaction(
    _ productID: Product.ID, originalID: Transaction.ID? = nil,
    state transactionState: TransactionState = .purchased
  ) -> Transaction {
    state.withLock { state in
      let id = "\(state.books.nextID)"
      state.books.nextID += 1
      var transaction = Transaction(
        id: id, originalID: originalID, productID: productID, state: transactionState,
        purchaseDate: state.books.now, expirationDate: state.books.expirationDate)
      if transactionState == .purchased || transactionState == .restored {
        transaction.signed = SignedTransaction(transaction, bundleID: state.books.bundleID)
      }
      return transaction
    }
  }

  private func restore() {
    var copies: [Transaction] = []
    for original in books.restorable {
      var copy = makeTransaction(original.productID, originalID: original.originalID)
      copy.state = .restored
      copy.expirationDate = original.expirationDate
      copy.webOrderLineItemID = original.webOrderLineItemID
      copy.signed = SignedTransaction(copy, bundleID: books.bundleID)
      copies.append(copy)
    }
    for copy in copies { deliver(copy) }
    if let error = books.restoreError {
      send(.restoreFailed(error))
    } else {
      send(.restoreFinished)
    }
  }
}

extension SignedTransaction {
  /// What `ScriptedVerifier` reads: `name=value` pairs with `&` between them.
  package init(_ transaction: Transaction, bundleID: String) {
    var facts = [
      "bundleId=\(bundleID)", "productId=\(transaction.productID)",
      "transactionId=\(transaction.id)", "originalTransactionId=\(transaction.originalID)",
      "quantity=\(transaction.quantity)",
    ]
    if let token = transaction.appAccountToken {
      facts.append("appAccountToken=\(token.uuidString.lowercased())")
    }
    if let date = transaction.expirationDate {
      facts.append("expiresDate=\(Int64(date.timeIntervalSince1970 * 1000))")
    }
    if let date = transaction.revocationDate {
      facts.append("revocationDate=\(Int64(date.timeIntervalSince1970 * 1000))")
    }
    self.init(facts.joined(separator: "&"))
  }
}

import Disclosure
import FoundationEssentials
import Payments
import Screens
import Simulator
import StoreModel
import Text

/// `buy`, `restore` and `purchases`: one step through the same queue as the shop, without a screen.
struct QueueCommand: Sendable {
  private let settings: ShopSettings
  private let command: Command
  private let wanted: String?
  private let quantity: Int
  private let option: String?
  private let outcome: Outcome
  private let isJSON: Bool

  /// What the customer or the store does with the order.
  private enum Outcome: Sendable {
    case succeed, cancel
    case fail(StoreError?)
  }

  init(_ settings: ShopSettings, _ arguments: Arguments) throws(UsageError) {
    self.settings = settings
    command = arguments.command
    wanted = command == .buy ? arguments.operands.first : nil
    if command == .buy, wanted == nil {
      throw .operands(.buy, "Say which product, by its id or its number in \"show\".")
    }
    quantity = try arguments.number("--quantity", in: 1...10) ?? 1
    option = arguments.value("--offer")
    isJSON = arguments.has("--json")
    let word = arguments.value("--outcome") ?? "succeed"
    switch word {
    case "succeed": outcome = .succeed
    case "cancel": outcome = .cancel
    case "fail": outcome = .fail(nil)
    default:
      guard word.hasPrefix("fail:"), let code = Int(word.dropFirst(5)), code >= 0 else {
        throw .badValue("--outcome", word, wanted: "succeed, cancel, fail or fail:CODE")
      }
      outcome = .fail(StoreError(domain: StoreError.domain, code: code))
    }
  }

  /// Opens the shop, takes the step, and reports it.
  ///
  /// - Throws: `Failure` when the catalogue or the product is not there, or the queue not open.
  func run() async throws -> Int32 {
    let reading = settings.reading()
    guard reading.catalogue.isReadable else { throw Failure(unreadable: reading.catalogue) }
    let product = try wanted.map { try find($0, in: reading.catalogue) }
    let answer: PaymentSheet.Answer = if case .cancel = outcome { .cancel } else { .buy }
    let shop = Shop(settings, selling: reading, confirm: { _ in answer })
    if case .fail(let error) = outcome { await shop.simulator.setNextOutcome(.fail(error)) }
    await shop.open(settings)
    await shop.queue.settle()
    var report = QueueReport(
      words: settings.words, reading: reading, clock: shop.simulator.deviceClock, isJSON: isJSON)
    let exit: Int32
    switch command {
    case .buy:
      guard let product else { return 2 }
      let outcome = await shop.queue.purchase(
        productID: product.id, quantity: quantity,
        option: option.map { PurchaseOption(named: $0, of: product) })
      await shop.queue.settle()
      exit = report.bought(product, outcome, await shop.queue.state())
    case .restore:
      let outcome = await shop.queue.restore()
      await shop.queue.settle()
      exit = report.restored(outcome, await shop.queue.state())
    default:
      exit = report.listed(await shop.queue.state())
    }
    for diagnostic in await shop.queue.state().diagnostics {
      Output.complain(report.words.text(of: diagnostic.message))
    }
    if let error = await shop.simulator.lastError {
      Output.complain(report.words.text(of: error.sentence))
    }
    await shop.queue.close()
    Output.write(report.output)
    return exit
  }

  /// A product by its id, or by its number in the list that `show` prints.
  private func find(_ word: String, in catalogue: Catalogue) throws(Failure) -> Product {
    if let product = catalogue.product(word) { return product }
    if let number = Int(word), catalogue.products.indices.contains(number - 1) {
      return catalogue.products[number - 1]
    }
    throw Failure(noProduct: word, in: catalogue)
  }
}

extension Failure {
  /// What a catalogue says of an id that it lacks.
  init(noProduct id: String, in catalogue: Catalogue) {
    let nearest = Nearest.word(to: id, among: catalogue.products.map(\.id))
    self.init(
      nearest.map { "\(catalogue.name) has no product \"\(id)\". Did you mean \"\($0)\"?" }
        ?? """
        \(catalogue.name) has no product "\(id)". "storefront show" lists its products.
        """, exit: 1)
  }

  /// What a catalogue that cannot be read says of itself.
  init(unreadable catalogue: Catalogue) {
    let error = catalogue.diagnostics.first { $0.severity == .error }
    let message = error?.message ?? ""
    self.init(error?.line == nil ? message : "\(catalogue.name): \(message)", exit: 1)
  }
}

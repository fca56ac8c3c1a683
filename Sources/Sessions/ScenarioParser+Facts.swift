import FoundationEssentials
import StoreModel

extension ScenarioParser {
  /// What a tester does to the store, in the words of `StoreControl`.
  func storeControl(_ scanner: inout LineScanner) throws(LineError) -> StoreControl {
    let (words, columns) = try words(&scanner)
    do throws(StoreControlError) {
      return try StoreControl(words: words)
    } catch {
      throw LineError(
        "wrong-control", at: column(error.word, columns), error.sentence.text)
    }
  }

  func clockControl(_ scanner: inout LineScanner) throws(LineError) -> ClockControl {
    let (words, columns) = try words(&scanner)
    do throws(StoreControlError) {
      return try ClockControl(words: words)
    } catch {
      throw LineError(
        "wrong-control", at: column(error.word, columns), error.sentence.text)
    }
  }

  /// Every word up to the end, with its column; behind them the column where the line ends.
  private func words(
    _ scanner: inout LineScanner
  ) throws(LineError) -> (words: [String], columns: [Int]) {
    var words: [String] = []
    var columns: [Int] = []
    while !scanner.isAtEnd {
      columns.append(scanner.column)
      words.append(scanner.isAtQuote ? try scanner.quoted() : scanner.word())
    }
    return (words, columns + [scanner.column])
  }

  private func column(_ word: Int, _ columns: [Int]) -> Int {
    columns[min(max(0, word), columns.count - 1)]
  }

  /// An expectation of the store or the queue; nil for another kind.
  func factExpectation(
    _ kind: String, isWanted: Bool, _ scanner: inout LineScanner
  ) throws(LineError) -> FactExpectation? {
    let number: FactExpectation.Number
    switch kind {
    case "entitled":
      let id = try scanner.value(of: "Expect entitled", wanted: "the id of a product")
      return .entitled(id: id, isWanted: isWanted)
    case "token":
      let id = try scanner.value(of: "Expect token", wanted: "the id of a product")
      let name = try scanner.value(of: "Expect token", wanted: "the name of a member")
      let value =
        scanner.isAtEnd ? nil : try scanner.value(of: "Expect token", wanted: "a value")
      return .token(id: id, name: name, value: value, isWanted: isWanted)
    case _ where !isWanted: return nil
    case "state": return try stage(&scanner)
    case "subscription":
      let id = try scanner.value(
        of: "Expect subscription", wanted: "the id of a product or of a group")
      return .subscription(
        id: id,
        try word("state of a subscription", among: Vocabulary.subscriptionStates, &scanner))
    case "grants":
      number = .grants(
        id: try scanner.value(of: "Expect grants", wanted: "the id of a product"))
    case "charges": number = .charges
    case "refunds": number = .refunds
    case "charged": number = .charged
    case "refunded": number = .refunded
    case "queue":
      number = .queue
      var ahead = scanner
      if ahead.word() == "empty" {
        scanner = ahead
        return .number(.queue, .equal, 0)
      }
    default: return nil
    }
    return try comparison(of: number, "Expect \(kind)", &scanner)
  }

  private func stage(_ scanner: inout LineScanner) throws(LineError) -> FactExpectation {
    let column = scanner.column
    let text = scanner.word()
    guard let number = Int(text), number > 0 else {
      throw LineError(
        "wrong-value", at: column,
        "Expect state needs which purchase, 1 being the newest, and its stage.")
    }
    return .state(
      number: number, try word("stage of a purchase", among: Vocabulary.stages, &scanner))
  }

  private func word(
    _ kind: String, among words: [String], _ scanner: inout LineScanner
  ) throws(LineError) -> String {
    let column = scanner.column
    let word = scanner.word()
    guard words.contains(word) else { throw .unknown(word, kind, among: words, at: column) }
    return word
  }

  /// `= 2`, `<= 2`, `>= 2`, or the number alone.
  private func comparison(
    of number: FactExpectation.Number, _ directive: String, _ scanner: inout LineScanner
  ) throws(LineError) -> FactExpectation {
    var column = scanner.column
    var text = scanner.word()
    var comparison = FactExpectation.Comparison.equal
    if let sign = FactExpectation.Comparison(rawValue: text) {
      comparison = sign
      column = scanner.column
      text = scanner.word()
    }
    guard let value = Decimal(string: text), text.first?.isNumber == true else {
      throw LineError(
        "wrong-value", at: column, "\(directive) needs a number, as in \(directive) = 1.")
    }
    return .number(number, comparison, value)
  }
}

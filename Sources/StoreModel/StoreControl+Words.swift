import FoundationEssentials

/// A control as it is typed: its verb and what stands behind it.
package struct StoreVerb: Sendable, Hashable {
  package var name: String
  /// Such as `ID on|off`; what stands in brackets may be left out.
  package var arguments: String
  /// What it does, in one line.
  package var explanation: Sentence

  fileprivate init(_ name: String, _ arguments: String, _ explanation: Sentence) {
    self.name = name
    self.arguments = arguments
    self.explanation = explanation
  }
}

/// What is wrong with a control as it was typed.
package struct StoreControlError: ExplainedError, Sendable, Hashable {
  package var sentence: Sentence
  /// Which of the words, from 0; one more than there are where a word is missing.
  package var word: Int
}

extension StoreControl {
  /// Every verb, in the order of help and panel.
  package static let verbs: [StoreVerb] =
    StoreSwitch.allCases.map { StoreVerb($0.rawValue, "on|off", $0.explanation) } + [
      StoreVerb("fail", "API ERROR|off", "how an interface fails from now on"),
      StoreVerb("cancel", "", "the customer cancels the next payment sheet"),
      StoreVerb("approve", "[ID]", "Ask to Buy: the request is approved and paid"),
      StoreVerb("decline", "[ID]", "Ask to Buy: the request is declined"),
      StoreVerb("time-out", "[ID]", "Ask to Buy: nobody answered within 24 hours"),
      StoreVerb("resolve", "[ID]", "settles an interrupted purchase or a billing issue"),
      StoreVerb("refund", "ID [full|prorated|declined]", "gives the money back"),
      StoreVerb("renew", "ID", "ends the period now and begins the next one"),
      StoreVerb("expire", "ID", "ends the subscription now"),
      StoreVerb("auto-renew", "ID on|off", "whether the subscription renews"),
      StoreVerb("price", "ID AMOUNT", "asks the customer to agree to a higher price"),
      StoreVerb("consent", "ID", "the customer agrees to the higher price"),
      StoreVerb("refuse", "ID", "the customer refuses the higher price"),
      StoreVerb("buy", "ID [DATE]", "a purchase outside of the app, now or at an earlier date"),
      StoreVerb("redeem", "NAME", "redeems an offer code, by its reference name"),
      StoreVerb("share", "ID", "the family shares a purchase with this account"),
      StoreVerb("stop-sharing", "ID", "the family stops sharing it"),
      StoreVerb("withhold", "tax|bank|agreement|off", "the store offers nothing, and why"),
      StoreVerb("publish", "ID on|off", "whether a product has come to the store yet"),
      StoreVerb("add-account", "NAME", "adds a store account"),
      StoreVerb("remove-account", "NAME", "removes a store account and its purchases"),
      StoreVerb("sign-in", "NAME", "signs a store account in"),
      StoreVerb("sign-out", "", "signs out; the next purchase or restore asks"),
      StoreVerb(
        "offer-signature",
        (DiscountFault.allCases.map(\.rawValue) + ["good"]).joined(separator: "|"),
        "how the app's server signs promotional offers"),
      StoreVerb("speed", "NAME", "how long periods last: real, xcode-13, sandbox-5m, testflight"),
      StoreVerb("personality", "sandbox|production|xcode", "who signs what is sold"),
      StoreVerb("delete", "ID", "deletes a transaction and what was made from it"),
      StoreVerb("clear", "", "deletes the history of the account"),
      StoreVerb("reset", "", "every control goes back to what the file says"),
      StoreVerb("forget", "[ID]", "the store loses what is unfinished"),
    ]

  /// Reads a control from its words, such as `fail purchase 0`.
  package init(words: [String]) throws(StoreControlError) {
    var words = StoreWords(words)
    let verb = try words.next("a verb", among: Self.verbs.map(\.name))
    self = try Self.read(verb, &words)
    try words.end(after: verb)
  }

  private static func read(_ verb: String, _ words: inout StoreWords) throws(StoreControlError)
    -> StoreControl
  {
    if let name = StoreSwitch(rawValue: verb) { return .turn(name, isOn: try words.onOff()) }
    switch verb {
    case "fail":
      let api = try words.next(
        "an interface", from: { StoreAPI(rawValue: $0) }, all: StoreAPI.allCases)
      let name = try words.next("an error or off")
      if name == "off" { return .fail(api, nil) }
      guard let error = SimulatedError(api: api, named: name) else {
        let names = SimulatedError.all(for: api).compactMap(\.name)
        throw words.unknown(name, "an error of \(api.rawValue)", names + ["off"])
      }
      return .fail(api, error)
    case "cancel": return .cancelNext
    case "approve": return .approve(id: words.optional())
    case "decline": return .decline(id: words.optional())
    case "time-out": return .timeOut(id: words.optional())
    case "resolve": return .resolve(id: words.optional())
    case "refund":
      let id = try words.id()
      guard !words.isAtEnd else { return .refund(id: id, .full) }
      return .refund(
        id: id, try words.next("a kind of refund", from: Refund.init, all: Refund.allCases))
    case "renew": return .renew(id: try words.id())
    case "expire": return .expire(id: try words.id())
    case "auto-renew": return .autoRenew(id: try words.id(), isOn: try words.onOff())
    case "price":
      let id = try words.id()
      let text = try words.next("an amount")
      guard let amount = Decimal(string: text), "\(amount)" == text, amount > 0 else {
        throw words.wrong("\"\(text)\" is no amount. Write it like 12.99.")
      }
      return .raisePrice(id: id, amount)
    case "consent": return .consent(id: try words.id())
    case "refuse": return .refuse(id: try words.id())
    case "buy":
      let id = try words.id()
      guard let text = words.optional() else { return .buyElsewhere(productID: id, on: nil) }
      guard let date = try? Date(text, strategy: .iso8601) else {
        throw words.wrong("\"\(text)\" is no time. Write it like 2026-03-01T09:00:00Z.")
      }
      return .buyElsewhere(productID: id, on: date)
    case "redeem": return .redeem(name: try words.next("the reference name of an offer code"))
    case "share": return .share(productID: try words.id())
    case "stop-sharing": return .stopSharing(productID: try words.id())
    case "withhold":
      let name = try words.next(
        "a reason", among: Withholding.allCases.map(\.rawValue) + ["off"])
      return .withhold(Withholding(rawValue: name))
    case "publish":
      return .publish(productID: try words.id(), isPublished: try words.onOff())
    case "add-account": return .addAccount(try words.next("a name"))
    case "remove-account": return .removeAccount(try words.next("a name"))
    case "sign-in": return .signIn(try words.next("a name"))
    case "sign-out": return .signIn(nil)
    case "offer-signature":
      let name = try words.next(
        "a fault or good", among: DiscountFault.allCases.map(\.rawValue) + ["good"])
      return .signOffers(DiscountFault(rawValue: name))
    case "speed":
      let name = try words.next("a speed", among: StoreSpeed.all.map(\.name))
      return .speed(StoreSpeed(name: name) ?? .realTime)
    case "personality":
      return .personality(
        try words.next(
          "a personality", from: StorePersonality.init, all: StorePersonality.allCases))
    case "delete": return .delete(id: try words.id())
    case "clear": return .clear
    case "reset": return .reset
    default: return .forget(id: words.optional())
    }
  }

  /// The words that `init(words:)` reads back as this control.
  package var words: [String] {
    switch self {
    case .turn(let name, let isOn): [name.rawValue, isOn ? "on" : "off"]
    case .fail(let api, let error):
      ["fail", api.rawValue, error.map { $0.name ?? "\($0.index)" } ?? "off"]
    case .cancelNext: ["cancel"]
    case .approve(let id): ["approve"] + [id].compactMap(\.self)
    case .decline(let id): ["decline"] + [id].compactMap(\.self)
    case .timeOut(let id): ["time-out"] + [id].compactMap(\.self)
    case .resolve(let id): ["resolve"] + [id].compactMap(\.self)
    case .refund(let id, let kind): ["refund", id, kind.rawValue]
    case .renew(let id): ["renew", id]
    case .expire(let id): ["expire", id]
    case .autoRenew(let id, let isOn): ["auto-renew", id, isOn ? "on" : "off"]
    case .raisePrice(let id, let amount): ["price", id, "\(amount)"]
    case .consent(let id): ["consent", id]
    case .refuse(let id): ["refuse", id]
    case .buyElsewhere(let id, let date):
      ["buy", id] + [date?.formatted(.iso8601)].compactMap(\.self)
    case .redeem(let name): ["redeem", name]
    case .share(let id): ["share", id]
    case .stopSharing(let id): ["stop-sharing", id]
    case .withhold(let reason): ["withhold", reason?.rawValue ?? "off"]
    case .publish(let id, let isPublished): ["publish", id, isPublished ? "on" : "off"]
    case .addAccount(let name): ["add-account", name]
    case .removeAccount(let name): ["remove-account", name]
    case .signIn(let name): name.map { ["sign-in", $0] } ?? ["sign-out"]
    case .signOffers(let fault): ["offer-signature", fault?.rawValue ?? "good"]
    case .speed(let speed): ["speed", speed.name]
    case .personality(let personality): ["personality", personality.rawValue]
    case .delete(let id): ["delete", id]
    case .clear: ["clear"]
    case .reset: ["reset"]
    case .forget(let id): ["forget"] + [id].compactMap(\.self)
    }
  }
}

extension StoreSwitch {
  package var explanation: Sentence {
    switch self {
    case .askToBuy: "purchases wait for approval"
    case .declineSilently: "a declined request ends without a word"
    case .interrupt: "purchases are interrupted until resolved"
    case .billingIssues: "renewals cannot be charged"
    case .grace: "what cannot be charged has a grace period"
    case .dialogs: "the payment sheet is shown"
    case .payments: "the device may pay"
    case .askSignIn: "purchases and restores ask to sign in"
    case .strictEligibility: "whoever was subscribed gets no introductory offer"
    case .silent: "the store tells nothing"
    case .repeat: "the store tells everything twice"
    }
  }
}

/// Takes a control's words one by one.
private struct StoreWords {
  private let words: [String]
  private var index = 0

  init(_ words: [String]) { self.words = words }

  var isAtEnd: Bool { index == words.count }

  mutating func next(_ what: Sentence) throws(StoreControlError) -> String {
    guard !isAtEnd, !words[index].isEmpty else {
      throw StoreControlError(sentence: "Here \(what) is missing.", word: index)
    }
    index += 1
    return words[index - 1]
  }

  mutating func optional() -> String? {
    guard !isAtEnd else { return nil }
    index += 1
    return words[index - 1]
  }

  mutating func next(_ what: Sentence, among names: [String]) throws(StoreControlError) -> String {
    guard !isAtEnd else {
      throw StoreControlError(
        sentence: "Here \(what) is missing. There are \(names.joined(separator: ", ")).",
        word: index)
    }
    let name = try next(what)
    guard names.contains(name) else { throw unknown(name, what, names) }
    return name
  }

  mutating func next<Value: RawRepresentable<String>>(
    _ what: Sentence, from read: (String) -> Value?, all: [Value]
  ) throws(StoreControlError) -> Value {
    let name = try next(what, among: all.map(\.rawValue))
    guard let value = read(name) else { throw unknown(name, what, all.map(\.rawValue)) }
    return value
  }

  mutating func id() throws(StoreControlError) -> String {
    try next("the id of a transaction or a product")
  }

  mutating func onOff() throws(StoreControlError) -> Bool {
    try next("on or off", among: ["on", "off"]) == "on"
  }

  func end(after verb: String) throws(StoreControlError) {
    guard !isAtEnd else { return }
    throw StoreControlError(
      sentence: "\"\(words[index])\" is one word too many behind \(verb).", word: index)
  }

  /// The last word taken is none of those that there are.
  func unknown(_ word: String, _ what: Sentence, _ names: [String]) -> StoreControlError {
    wrong("\"\(word)\" is not \(what). There are \(names.joined(separator: ", ")).")
  }

  func wrong(_ sentence: Sentence) -> StoreControlError {
    StoreControlError(sentence: sentence, word: index - 1)
  }
}

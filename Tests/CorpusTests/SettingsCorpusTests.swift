import Catalogue
import Foundation
import StoreModel
import Testing

/// A file of the corpus as our reader has it and as a plain JSON parser has it.
private struct Pair {
  var file: String
  var read: Catalogue
  var json: [String: Any]

  var settings: [String: Any] { json["settings"] as? [String: Any] ?? [:] }

  /// The subscriptions of the file's groups, suites left out, and what was made of each.
  var subscriptions: [(read: Subscription, json: [String: Any])] {
    let groups = json["subscriptionGroups"] as? [[String: Any]] ?? []
    let all = groups.flatMap { $0["subscriptions"] as? [[String: Any]] ?? [] }
    return all.compactMap { json in
      let id = json["productID"] as? String ?? json["id"] as? String ?? ""
      return read.product(id)?.subscription.map { ($0, json) }
    }
  }

  /// Every file that is a JSON object.
  static func all() throws -> [Pair] {
    try Corpus.table("storekit/INDEX.tsv").compactMap { row in
      let file = row["file"] ?? ""
      let bytes = try Corpus.bytes("storekit/\(file)")
      guard let json = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      else { return nil }
      return Pair(file: file, read: Catalogue.read(bytes, named: file), json: json)
    }
  }
}

/// What a plain parser finds in a key: one line a file, so that a difference names its file.
private func lines(_ pairs: [Pair], _ value: (Pair) -> Any?) -> [String] {
  pairs.compactMap { pair in value(pair).map { "\(pair.file) \($0)" } }
}

@Suite(.enabled(if: Corpus.folder != nil))
struct `Real settings and offers` {
  private let pairs: [Pair]

  init() throws {
    pairs = try Pair.all()
  }

  @Test func `all files but three are JSON objects`() {
    #expect(pairs.count == 65)
    #expect(pairs.count { $0.json["settings"] != nil } > 50)
  }

  @Test(arguments: [
    "_disableDialogs", "_failTransactionsEnabled", "_askToBuyEnabled", "_billingIssuesEnabled",
    "_renewalBillingIssuesEnabled", "_billingGracePeriodEnabled",
  ])
  func `a switch is on in the files that turn it on`(key: String) {
    func isOn(_ settings: Catalogue.Settings) -> Bool {
      switch key {
      case "_disableDialogs": settings.disableDialogs
      case "_failTransactionsEnabled": settings.failTransactions
      case "_askToBuyEnabled": settings.askToBuy
      case "_billingIssuesEnabled": settings.interruptedPurchases
      case "_renewalBillingIssuesEnabled": settings.renewalBillingIssues
      default: settings.billingGracePeriod
      }
    }
    let written = lines(pairs) { $0.settings[key] as? Bool == true ? "on" : nil }
    #expect(lines(pairs) { isOn($0.read.settings) ? "on" : nil } == written)
    #expect(pairs.contains { $0.settings[key] != nil })
  }

  @Test func `locale, storefront, time rate and key are as the index lists them`() {
    #expect(lines(pairs) { $0.read.settings.locale } == lines(pairs) { $0.settings["_locale"] })
    #expect(
      lines(pairs) { $0.read.settings.storefront } == lines(pairs) { $0.settings["_storefront"] })
    #expect(lines(pairs) { $0.read.settings.timeRate } == lines(pairs) { $0.settings["_timeRate"] })
    let keys = lines(pairs) { ($0.json["subscriptionOffersKeyPair"] as? [String: Any])?["id"] }
    #expect(lines(pairs) { $0.read.settings.offersKeyID } == keys)
    let rates = Dictionary(
      uniqueKeysWithValues: Corpus.table("storekit/INDEX.tsv").map {
        ($0["file"] ?? "", $0["timeRate"] ?? "")
      })
    for pair in pairs {
      #expect(
        pair.read.settings.timeRate.map { "\($0)" } ?? "-" == rates[pair.file], "\(pair.file)")
    }
  }

  @Test func `every row of simulated errors is read`() {
    var choices = 0
    for pair in pairs {
      let rows = (pair.settings["_storeKitErrors"] as? [[String: Any]] ?? []).filter {
        StoreAPI(fileName: $0["name"] as? String ?? "") != nil
      }
      let old = pair.settings["_storeKitError"] as? Int
      let failures = pair.read.settings.failures
      #expect(failures.count == rows.count + (old == nil ? 0 : 1), "\(pair.file)")
      for (failure, row) in zip(failures, rows) {
        #expect(failure.api.fileName == row["name"] as? String)
        #expect(failure.isEnabled == (row["enabled"] as? Bool ?? false))
        if let current = row["current"] as? [String: Any] {
          choices += 1
          #expect(failure.error.kind.rawValue == current["type"] as? String)
          #expect(failure.error.index == current["index"] as? Int)
        }
        #expect(failure.error == failure.api.presetError, "the presets are the ones seen")
      }
    }
    #expect(choices > 20)
  }

  @Test func `every billing plan is read`() {
    var count = 0
    for pair in pairs {
      for (subscription, json) in pair.subscriptions {
        let plans = json["billingPlans"] as? [[String: Any]] ?? []
        count += plans.count
        #expect(
          subscription.billingPlans.map(\.type) == plans.map { $0["billingPlanType"] as? String })
        #expect(
          subscription.billingPlans.map(\.rawPrice) == plans.map { $0["displayPrice"] as? String })
        #expect(
          subscription.billingPlans.map(\.rawCommitmentPrice)
            == plans.map { $0["commitmentDisplayPrice"] as? String })
        #expect(
          subscription.billingPlans.map(\.isEnabled) == plans.map { $0["isEnabled"] as? Bool })
        #expect(subscription.billingPlans.allSatisfy { $0.price != nil })
      }
    }
    #expect(count > 10)
  }

  @Test func `every offer is read, the introductory ones once each`() {
    var kinds: [Offer.Kind: Int] = [:]
    for pair in pairs {
      for (subscription, json) in pair.subscriptions {
        func offers(_ key: String) -> [[String: Any]] {
          (json[key] as? [[String: Any]] ?? []).filter { $0["paymentMode"] as? String != "none" }
        }
        let single = (json["introductoryOffer"] as? [String: Any]).map { [$0] } ?? []
        var introductory = offers("introductoryOffers")
        introductory += single.filter { single in
          single["paymentMode"] as? String != "none"
            && !introductory.contains {
              $0["internalID"] as? String == single["internalID"] as? String
            }
        }
        func read(_ kind: Offer.Kind) -> [Offer] { subscription.offers.filter { $0.kind == kind } }
        let codes = offers("codeOffers")
        let winBack = offers("winbackOffers")
        #expect(read(.introductory).count == introductory.count, "\(pair.file)")
        #expect(read(.promotional).count == offers("adHocOffers").count, "\(pair.file)")
        #expect(
          read(.offerCode).map(\.isStackable) == codes.map { $0["isStackable"] as? Bool ?? false })
        #expect(
          read(.winBack).map(\.isEligible) == winBack.map { $0["isEligible"] as? Bool ?? true })
        for (offer, json) in zip(
          read(.introductory) + read(.promotional) + read(.offerCode) + read(.winBack),
          introductory + offers("adHocOffers") + codes + winBack)
        {
          kinds[offer.kind, default: 0] += 1
          #expect(offer.billingPlanType == json["billingPlanType"] as? String)
          #expect(offer.id == json["offerID"] as? String)
        }
      }
    }
    #expect(Offer.Kind.allCases.allSatisfy { kinds[$0, default: 0] > 0 }, "\(kinds)")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }

  @Test func `no private key gets out`() throws {
    var keys = 0
    for pair in pairs {
      guard
        let text = (pair.json["subscriptionOffersKeyPair"] as? [String: Any])?["privateKey"]
          as? String, text.count > 20
      else { continue }
      keys += 1
      // A part of a key that got out is too much; line breaks may be written in any way.
      let letters = Array(text.utf8.filter(Self.isLetter))
      let part = letters.dropFirst(letters.count / 2).prefix(12)
      var dumped = ""
      dump(pair.read, to: &dumped)
      dumped += pair.read.diagnostics.map(\.message.text).joined()
      #expect(!dumped.utf8.filter(Self.isLetter).contains(part), "\(pair.file)")
    }
    #expect(keys > 0)
  }
}

import Foundation
import StoreModel
import Testing

@testable import Simulator

@Suite struct `A tester's controls` {
  @Test(arguments: [
    // What happens, what the observer hears, how much waits to be finished, what was taken.
    (["purchase coins"], ["purchased coins"], 1, 1),
    (["purchase coins", "purchase coins"], ["purchased coins", "purchased coins"], 1, 1),
    (
      ["purchase coins", "finish", "purchase coins"], ["purchased coins", "purchased coins"], 1, 2
    ),
    (["purchase cape", "finish", "purchase cape"], ["purchased cape", "purchased cape"], 1, 5),
    (["purchase pro", "purchase pro"], ["purchased pro", "failed(3532) pro"], 2, 10),
    (["fail purchase 0", "purchase coins"], ["failed(3) coins"], 1, 0),
    (["fail purchase purchaseNotAllowed", "purchase coins"], ["failed(4) coins"], 1, 0),
    (
      ["fail purchase productUnavailable", "fail purchase off", "purchase coins"],
      ["purchased coins"], 1, 1
    ),
    (["payments off", "purchase coins"], ["failed(4) coins"], 1, 0),
    (["withhold tax", "purchase coins"], ["failed(5) coins"], 1, 0),
    (["publish coins off", "purchase coins"], ["failed(5) coins"], 1, 0),
    (["purchase coins 11"], ["failed(3) coins"], 1, 0),
    // Ask to Buy.
    (["ask-to-buy on", "purchase coins"], ["deferred coins"], 1, 0),
    (["ask-to-buy on", "purchase coins", "finish"], ["deferred coins"], 1, 0),
    (
      ["ask-to-buy on", "purchase coins", "approve"], ["deferred coins", "purchased coins"], 1, 1
    ),
    (["ask-to-buy on", "purchase coins", "decline"], ["deferred coins", "failed(2) coins"], 1, 0),
    (
      ["ask-to-buy on", "decline-silently on", "purchase coins", "decline"],
      ["deferred coins"], 0, 0
    ),
    (
      ["ask-to-buy on", "purchase coins", "time-out"], ["deferred coins", "failed(2) coins"], 1, 0
    ),
    (
      ["ask-to-buy on", "purchase coins", "wait P1D"], ["deferred coins", "failed(2) coins"], 1, 0
    ),
    (
      ["ask-to-buy on", "purchase coins", "purchase coins", "approve"],
      ["deferred coins", "deferred coins", "purchased coins"], 1, 1
    ),
    // Interrupted.
    (["interrupt on", "purchase coins"], ["failed(3038) coins"], 1, 0),
    (
      ["interrupt on", "purchase coins 3", "resolve"], ["failed(3038) coins", "purchased coins"],
      2, 3
    ),
    // Money back.
    (["purchase cape", "finish", "refund cape"], ["purchased cape", "revoked cape"], 1, 0),
    (["purchase cape", "finish", "refund cape declined"], ["purchased cape"], 0, 5),
    // Restore.
    (
      ["purchase coins", "purchase cape", "purchase pass", "finish", "restore"],
      ["purchased coins", "purchased cape", "purchased pass", "restored cape"], 1, 26
    ),
    (["purchase cape", "restore"], ["purchased cape"], 1, 5),
    (
      ["purchase pro", "finish", "wait P1M", "finish", "restore"],
      ["purchased pro", "purchased pro", "restored pro", "restored pro"], 2, 20
    ),
    (
      ["purchase cape", "finish", "refund cape", "finish", "restore"],
      ["purchased cape", "revoked cape"], 0, 0
    ),
    // The family.
    (["share cape"], ["restored cape"], 1, 0),
    (["share cape", "stop-sharing cape"], ["restored cape", "restored cape"], 1, 0),
    // Elsewhere, and a store that loses things.
    (["buy cape"], ["purchased cape"], 1, 5),
    (["purchase coins", "forget"], ["purchased coins"], 0, 1),
    (["purchase cape", "finish", "clear", "restore"], ["purchased cape"], 0, 5),
    (["purchase cape", "delete cape"], ["purchased cape"], 0, 5),
  ])
  func `make the store do what it says`(
    lines: [String], heard: [String], unfinished: Int, takings: Decimal
  ) {
    var till = Till()
    for line in lines { till.play(line) }
    #expect(till.news() == heard)
    #expect(till.customer.queue.count == unfinished)
    #expect(till.takings == takings)
  }

  @Test(arguments: [
    (["approve"], "No request waits for approval."),
    (["approve coins"], "No request for coins waits for approval."),
    (["resolve"], "Nothing is interrupted, and no subscription has a billing issue."),
    (["refund coins"], "A has no purchase coins that could be refunded."),
    (["renew pro"], "A has no subscription pro."),
    (
      ["purchase pro", "billing-issues on", "wait P1M", "renew pro"],
      "pro cannot be charged. Resolve the billing issue first."
    ),
    (["purchase pro", "expire pro", "auto-renew pro on"], "pro has ended. Buy it again."),
    (["purchase pro", "expire pro", "price pro 12"], "pro has ended, so its price asks nobody."),
    (["purchase pro", "price pro 0.0001"], "0.0001 cannot be charged in USD."),
    (["purchase pro", "consent pro"], "No higher price of pro waits for an answer."),
    (["share coins"], "coins cannot be shared with a family."),
    (["share cape", "share cape"], "cape is shared with A already."),
    (["stop-sharing cape"], "cape is not shared with A."),
    (["buy pro 2030-01-01T00:00:00Z"], "A purchase elsewhere cannot be in the future."),
    (["buy nothing"], "nothing cannot be bought by A now."),
    (["redeem GIFT"], "No offer code is called GIFT here."),
    (["forget"], "Nothing unfinished is in the queue that could be lost."),
    (["delete cape"], "A has no transaction cape."),
    (["sign-in B"], "There is no store account B. Add it first, or sign in as A."),
    (["add-account A"], "There is a store account A already."),
    (["remove-account B"], "There is no store account B."),
    (["sign-out", "clear"], "No store account is signed in. Sign one in first."),
    (
      ["fail refund failed", "purchase cape", "refund cape"], "The refund request fails: failed."
    ),
    (["fail redeem networkError", "redeem GIFT"], "The code sheet fails: networkError."),
  ])
  func `say why they cannot be done`(lines: [String], reason: String) throws {
    var till = Till()
    for line in lines.dropLast() { till.play(line) }
    var machine = till.machine
    let control = try StoreControl(words: (lines.last ?? "").split(separator: " ").map(String.init))
    let refusal = #expect(throws: StoreMachine.Refusal.self) { try machine.perform(control) }
    #expect(refusal?.sentence.text == reason)
  }

  @Test func `start as the file says, and go back to it`() {
    var settings = Catalogue.Settings()
    settings.askToBuy = true
    settings.disableDialogs = true
    var till = Till(settings: settings)
    let start = till.machine.controls
    till.play("purchase coins", "ask-to-buy off", "dialogs on", "fail products 2", "speed xcode-15")
    #expect(till.news() == ["deferred coins"])
    #expect(till.machine.controls != start)
    till.play("reset")
    #expect(till.machine.controls == start)
  }

  @Test func `keep each account's purchases apart`() {
    var till = Till()
    till.play("purchase cape", "finish", "add-account B", "sign-in B", "restore")
    #expect(till.news() == ["purchased cape"])
    till.play("purchase cape", "remove-account B", "sign-in A", "restore")
    #expect(till.news() == ["purchased cape", "restored cape"])
  }

  @Test
  func `a trial is granted once in a group, and with the strict switch to no former customer`() {
    var till = Till()
    till.play("purchase trial", "expire trial", "purchase trial")
    #expect(till.takings == 3)

    till = Till()
    till.play("purchase lite", "expire lite")
    #expect(till.machine.allowsIntroductoryOffer(inGroup: "club", account: "A"))
    till.play("strict-eligibility on")
    #expect(!till.machine.allowsIntroductoryOffer(inGroup: "club", account: "A"))
  }

  @Test func `change nothing where they are refused`() throws {
    var till = Till()
    till.play("purchase pro", "wait P5D", "withhold tax")
    let before = till.customer
    till.play("refused: renew pro")
    #expect(till.customer == before)
  }

  @Test func `an account that was taken away stays away in this start, and comes with the next`()
    async throws
  {
    let world = try World()
    await world.own("flight")
    for control: StoreControl in [.addAccount("B"), .signIn("B"), .removeAccount("A")] {
      #expect(await world.simulator.control(control) == nil)
    }
    #expect(await world.relaunched(account: "A").panel().accounts == ["B"])
    #expect(await world.relaunched(account: "C").panel().accounts == ["B", "C"])
  }
}

import FoundationEssentials
import Payments
import Sessions
import Simulator
import StoreModel
import Text

extension ProgramFacts {
  /// What the shop's store and queue hold now.
  init(_ shop: Shop, refusal: String?) async {
    self.init()
    self.refusal = refusal
    let queue = await shop.queue.state()
    let panel = await shop.simulator.panel()
    let now = shop.simulator.deviceClock.now()
    for turnover in panel.money {
      charges += turnover.charges
      refunds += turnover.refunds
      charged += turnover.charged.amount
      refunded += turnover.refunded.amount
    }
    self.queue = (try? await shop.simulator.transactions.count) ?? 0
    stages = queue.purchases.map(\.stage.rawValue)
    for grant in await shop.queue.delivered {
      grants[grant.productID, default: 0] += grant.quantity
    }
    for payment in await shop.balance.payments {
      grants[payment.productID, default: 0] += payment.quantity
    }
    entitled = Set(queue.entitlements.filter { $0.isActive(at: now) }.map(\.productID)).sorted()
    for life in panel.lives.sorted(by: { $0.isShared && !$1.isShared }) {
      subscriptions[life.groupID] = "\(life.state)"
      subscriptions[life.productID] = "\(life.state)"
    }
    for id in Set(queue.purchases.map(\.productID) + panel.lives.map(\.productID)) {
      guard let signed = await shop.simulator.latestTransaction(of: id)?.signed else { continue }
      tokens[id] = signed.members
    }
    for life in panel.lives {
      let signed = try? await shop.simulator.renewalInfo(originalID: life.id)
      tokens["renewal:\(life.productID)"] = signed?.members
    }
    if !queue.purchases.isEmpty {
      tokens["app"] = try? await shop.simulator.appTransaction().members
    }
  }

  /// The facts as a script reads them.
  var text: String {
    let bytes = (try? JSONEncoder().encode(self)) ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SignedTransaction {
  /// What the payload says, each member as text; those of an object under both names with a dot.
  fileprivate var members: [String: String] {
    let parts = jwsRepresentation.split(separator: ".")
    guard parts.count == 3 else { return [:] }
    var base64 = parts[1].replacing("-", with: "+").replacing("_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
    guard let bytes = Data(base64Encoded: String(base64)),
      let payload = try? JSONReader.read(Array(bytes), strict: true)
    else { return [:] }
    var members: [String: String] = [:]
    Self.collect(payload, under: "", into: &members)
    return members
  }

  private static func collect(
    _ node: JSONNode, under prefix: String, into members: inout [String: String]
  ) {
    for member in node.members ?? [] {
      let name = prefix + member.key
      collect(member.node, under: name + ".", into: &members)
      members[name] =
        member.node.string ?? member.node.number ?? member.node.bool.map { "\($0)" }
    }
  }
}

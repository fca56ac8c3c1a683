import StoreModel

/// What a tester has set, which stays until it is changed.
struct Controls: Sendable, Hashable {
  var switches: Set<StoreSwitch> = [.dialogs, .payments]
  var failures: [StoreAPI: SimulatedError] = [:]
  var isNextCancelled = false
  var withheld: Withholding?
  var unpublished: Set<Product.ID> = []
  var speed = StoreSpeed.realTime
  var personality = StorePersonality.sandbox
  var discountFault: DiscountFault?

  /// What a catalogue's file presets.
  init(_ settings: Catalogue.Settings) {
    if settings.disableDialogs { switches.remove(.dialogs) }
    if settings.askToBuy { switches.insert(.askToBuy) }
    if settings.interruptedPurchases { switches.insert(.interrupt) }
    if settings.renewalBillingIssues { switches.insert(.billingIssues) }
    if settings.billingGracePeriod { switches.insert(.grace) }
    for failure in settings.failures where failure.isEnabled {
      failures[failure.api] = failure.error
    }
    if settings.failTransactions, failures[.purchase] == nil {
      failures[.purchase] = SimulatedError(kind: .generic, index: 0)
    }
    speed = settings.timeRate.flatMap { StoreSpeed(name: "xcode-\($0)") } ?? .realTime
  }

  func isOn(_ name: StoreSwitch) -> Bool { switches.contains(name) }

  /// Sets what a control sets; false for one that does something else.
  mutating func set(_ control: StoreControl) -> Bool {
    switch control {
    case .turn(let name, let isOn):
      if isOn { switches.insert(name) } else { switches.remove(name) }
    case .fail(let api, let error): failures[api] = error
    case .cancelNext: isNextCancelled = true
    case .withhold(let reason): withheld = reason
    case .publish(let id, let isPublished):
      if isPublished { unpublished.remove(id) } else { unpublished.insert(id) }
    case .speed(let speed): self.speed = speed
    case .personality(let personality): self.personality = personality
    case .signOffers(let fault): discountFault = fault
    default: return false
    }
    return true
  }

  /// The controls that make `other` into this, in a fixed order.
  func differences(from other: Controls) -> [StoreControl] {
    let turned = StoreSwitch.allCases.filter { isOn($0) != other.isOn($0) }
      .map { StoreControl.turn($0, isOn: isOn($0)) }
    let failing = StoreAPI.allCases.filter { failures[$0] != other.failures[$0] }
      .map { StoreControl.fail($0, failures[$0]) }
    let published = unpublished.symmetricDifference(other.unpublished).sorted()
      .map { StoreControl.publish(productID: $0, isPublished: !unpublished.contains($0)) }
    var controls = turned + failing + published
    if isNextCancelled, !other.isNextCancelled { controls.append(.cancelNext) }
    if withheld != other.withheld { controls.append(.withhold(withheld)) }
    if speed != other.speed { controls.append(.speed(speed)) }
    if personality != other.personality { controls.append(.personality(personality)) }
    if discountFault != other.discountFault { controls.append(.signOffers(discountFault)) }
    return controls
  }
}

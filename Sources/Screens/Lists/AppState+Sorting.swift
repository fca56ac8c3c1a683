extension AppState {
  /// Sorts the products by the next thing they can be sorted by, and says so.
  mutating func cycleSort() {
    guard let order = products?.order.next else { return }
    keepPlace { $0.products?.sort(by: order) }
    message = Message(.info, words["sort.\(order.rawValue)"])
  }
}

extension ProductList.Order {
  /// The order that follows; the last one is followed by the first.
  fileprivate var next: Self {
    let all = Self.allCases
    let index = all.firstIndex(of: self) ?? 0
    return all[(index + 1) % all.count]
  }
}

extension AppState {
  /// Sorts the products by the next thing they can be sorted by, and says so.
  mutating func cycleSort() {
    if let order = products?.order.next { sort(by: order) }
  }

  /// Sorts the products, and says so.
  mutating func sort(by order: ProductList.Order) {
    guard let old = products?.order else { return }
    remember(.order(old))
    lay(in: order)
    message = Message(.info, undoable(words["sort.\(order.rawValue)"]))
  }

  /// Puts the products in an order, with the selected one where it was.
  mutating func lay(in order: ProductList.Order) {
    keepPlace { $0.products?.sort(by: order) }
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

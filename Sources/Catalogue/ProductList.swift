import StoreModel

/// The products of a file in its order, in which the first one of an id is the one that counts.
struct ProductList {
  private(set) var all: [Product] = []
  private var firstPaths: [String: Path] = [:]

  /// Takes a product; the second of one id stays in the list, but off the shelf.
  mutating func add(_ product: Product, at fields: Fields) {
    var product = product
    if let first = firstPaths[product.id] {
      product.obstacle = .duplicateID
      fields.findings.add(
        .error, "duplicate-product-id", fields.place,
        """
        "\(product.id)" is already the id of \(first.text), which is the one that counts; give this \
        product an id of its own.
        """)
    } else {
      firstPaths[product.id] = fields.place.path
    }
    all.append(product)
  }
}

/// The key map as people read it away from the screen: for `storefront help keys` and the manual.
package struct KeyTable: Sendable {
  package struct Row: Sendable, Hashable {
    /// Such as `j Down`; empty where only the palette does it.
    package var keys: String
    package var text: String
    /// The name in palette, plain mode and configuration.
    package var name: String
  }

  /// One row an action, in the order of the palette.
  package let rows: [Row]

  package init(_ keyMap: KeyMap, _ words: Words) {
    let keys = Dictionary(uniqueKeysWithValues: keyMap.named.map { ($0.action, $0.keys) })
    rows = Action.allCases.filter { !$0.isOfBox }.map { action in
      let text = words["action.\(action.rawValue)"]
      return Row(
        keys: (keys[action.rawValue] ?? []).map(\.label).joined(separator: " "),
        text: action.asksFirst ? words["help.asksFirst", ["action": text]] : text,
        name: action.rawValue)
    }
  }
}

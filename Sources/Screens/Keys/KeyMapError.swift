/// Why keys cannot be changed as the configuration wants it.
package enum KeyMapError: Error, Sendable, Hashable {
  case unknownAction(String, nearest: String?)
  /// One key for two actions in one place, named by the actions.
  case usedTwice(Key, String, String)
  case noWayOut
}

extension KeyMapError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownAction(let name, let nearest):
      "\"\(name)\" is no action" + (nearest.map { "; did you mean \"\($0)\"?" } ?? ".")
    case .usedTwice(let key, let one, let other):
      "The key \(key.label) would mean both \"\(one)\" and \"\(other)\" in one place."
    case .noWayOut: "\"quit\" needs a key, or nothing is left to quit with."
    }
  }
}

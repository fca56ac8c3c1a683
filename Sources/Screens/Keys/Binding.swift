/// Where a key was pressed: the topmost thing on the screen.
enum Context: String, Sendable, Hashable, CaseIterable {
  case products, product, purchases, purchase, verification, file, store
  /// The timeline of a subscription.
  case timeline
  /// The text field of a filter.
  case filter
  case help
  /// The command palette and its text field.
  case palette
  /// A question or the payment sheet: something to decide.
  case dialog
  /// A box with something to read and one button.
  case note
}

/// One line of the key map: keys that do the same, where they do it, and the words for it.
///
/// Neighbours with the same words are one entry in help and footer, such as `j` and `k`.
struct Binding: Sendable {
  enum Group: String, Sendable, CaseIterable {
    case move, act, always
  }

  var action: Action
  var keys: [Key]
  var contexts: Set<Context>
  /// The id of the words in help and footer.
  var word: String
  var group: Group
  /// The place in the footer, smallest first; nil where the key is not shown there.
  var hint: Int?

  init(
    _ action: Action, _ keys: [Key], in contexts: Set<Context>, _ word: String, _ group: Group,
    hint: Int? = nil
  ) {
    self.action = action
    self.keys = keys
    self.contexts = contexts
    self.word = word
    self.group = group
    self.hint = hint
  }
}

/// What the message line says; it stays until the next key.
struct Message: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case info, good, waiting, failure
    /// Something goes on; it is followed by how long it takes.
    case progress
  }

  var kind: Kind
  var text: String

  init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  var style: Style {
    switch kind {
    case .info, .progress: []
    case .good: .green
    case .waiting: .yellow
    case .failure: [.red, .bold]
    }
  }
}

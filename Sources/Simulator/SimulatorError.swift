internal import Database
package import StoreModel

/// What keeps the store from opening its books or from signing, in a sentence for people.
///
/// The sentence may hold a path as it was given: not safe to print.
package enum SimulatorError: ExplainedError, Sendable, Hashable {
  case damaged(path: String, reason: Sentence)
  case notWritable(path: String, reason: Sentence)
  case full(path: String)
  /// Made by a newer version, under the schema number given.
  case newer(path: String, schema: Int)
  /// Made by an older version, before the store kept subscriptions.
  case older(path: String, schema: Int)
  /// Busy, or a fault of the disk.
  case unavailable(path: String, reason: Sentence)
  case noFolder(path: String, reason: Sentence)
  case rootNotWritten(path: String, reason: Sentence)
  case notSigned(reason: Sentence)

  init(_ error: DatabaseError, path: String) {
    let reason = Sentence(phrase: error.message)
    self =
      if error.isCorrupt {
        .damaged(path: path, reason: reason)
      } else if error.isReadOnly {
        .notWritable(path: path, reason: reason)
      } else if error.isFull {
        .full(path: path)
      } else {
        .unavailable(path: path, reason: reason)
      }
  }

  package var sentence: Sentence {
    switch self {
    case .damaged(let path, let reason):
      """
      The store's books are damaged (\(path): \(reason)). Nothing was charged; move the file away to \
      begin with empty books.
      """
    case .notWritable(let path, let reason):
      """
      The store's books cannot be opened for writing (\(path): \(reason)). Nothing was charged; check \
      the folder and its permissions.
      """
    case .full(let path):
      """
      The disk has no room for the store's books (\(path)). Nothing was charged; free some space and \
      try again.
      """
    case .newer(let path, let schema):
      """
      The store's books were written by a newer storefront (\(path): schema \(schema)). Use that \
      version, or another data folder.
      """
    case .older(let path, let schema):
      """
      The store's books were written by an older storefront (\(path): schema \(schema)). Begin with \
      empty books: storefront reset --store.
      """
    case .unavailable(let path, let reason):
      "The store's books cannot be used now (\(path): \(reason)). Nothing was charged; try again."
    case .noFolder(let path, let reason):
      """
      The folder \(path) does not exist and cannot be made (\(reason)). Make it, or choose another \
      data folder.
      """
    case .rootNotWritten(let path, let reason):
      """
      The store's root certificate cannot be written (\(path): \(reason)). Nothing was charged; check \
      the folder and its permissions.
      """
    case .notSigned(let reason):
      "The store cannot sign its transactions (libcrypto: \(reason)). Nothing was charged."
    }
  }
}

package import StoreModel

/// Why the journal cannot be read or written; its sentence says what to do.
package enum JournalError: ExplainedError, Sendable, Hashable {
  case noFolder(path: String, reason: Sentence)
  case notWritable(path: String, reason: Sentence)
  /// The disk has less room than a purchase needs, or SQLite found it full.
  case full(path: String)
  /// Another run holds the journal; the text names it (`process 4711`).
  case locked(holder: Sentence)
  /// The file is a database, and not one of this version's journals.
  case unknownVersion(path: String, version: Int)
  /// What this key stands for was handed over already.
  case alreadyGranted(key: String)
  case corrupt(path: String, reason: Sentence)
  case failed(path: String, reason: Sentence)

  package var sentence: Sentence {
    switch self {
    case .noFolder(let path, let reason):
      """
      The folder \(path) does not exist and cannot be made (\(reason)). Make it, or choose another \
      data folder.
      """
    case .notWritable(let path, let reason):
      """
      \(path) cannot be written (\(reason)). Change its permissions, or choose another data folder.
      """
    case .full(let path):
      "There is not enough room on the disk for \(path). Free some space and try again."
    case .locked(let holder):
      "Another storefront (\(holder)) is using the journal. Close it to buy here."
    case .unknownVersion(let path, let version):
      """
      \(path) is not a journal of this version (it says \(version)). Update storefront, or choose \
      another data folder.
      """
    case .alreadyGranted(let key):
      "\(key) was handed over before."
    case .corrupt(let path, let reason):
      "\(path) is damaged (\(reason)). Start again: it is moved aside and the store is asked."
    case .failed(let path, let reason):
      "\(path) cannot be used (\(reason)). Check the disk and start again."
    }
  }
}

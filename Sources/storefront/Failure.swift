import Glibc
import StoreModel
import Text

/// A reason to end: what happened, where, what to do, and with which exit code.
struct Failure: Error {
  var message: Sentence
  var exit: Int32

  init(_ message: Sentence, exit: Int32) {
    self.message = message
    self.exit = exit
  }
}

/// Writes to the two standard streams; nothing from outside gets through as a control sequence.
enum Output {
  /// `storefront: …` on standard error, made safe to print.
  static func complain(_ message: String) {
    write("storefront: \(SafeText.line(message))\n", to: STDERR_FILENO)
  }

  /// Text that is already safe, on standard output.
  ///
  /// A reader that went away (`| head`) ends the program quietly, as it does for `cat`.
  static func write(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}

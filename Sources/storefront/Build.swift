import Database
import Terminal
import Text
import Verification

/// What this program was made with and what it runs with.
enum Build {
  /// The version of the compiler, as near as it tells.
  static var swift: String {
    #if compiler(>=6.5)
    "6.5 or later"
    #elseif compiler(>=6.4)
    "6.4"
    #elseif compiler(>=6.3)
    "6.3"
    #else
    "6.2"
    #endif
  }

  /// The linked libraries with their versions.
  static var libraries: [String] {
    [
      TerminalFacts.libraryVersion, "SQLite \(Database.libraryVersion)", OpenSSL.version,
      "ICU \(ICU.version)",
    ]
  }
}

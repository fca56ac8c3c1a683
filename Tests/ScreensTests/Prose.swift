import Foundation

/// The text that the sources hold, so that none of it goes without a translation.
///
/// Every literal of two words or more counts as a sentence, wherever it stands, unless it is named
/// here: what is forgotten makes a test fail, and never goes unseen.
enum Prose {
  /// Rooms that speak to developers and shells, in English: scenarios, the terminal, SQL.
  private static let otherRooms: Set = ["Database", "Sessions", "Terminal"]

  /// Files of help, usage, configuration, the doctor, scenario playing, SQL, and of faults in what we ship ourselves.
  private static let otherFiles: Set = [
    "AppBalance.swift", "Arguments.swift", "Books.swift", "Build.swift", "Command.swift",
    "ConfigCommand.swift",
    "Configuration.swift", "ConfigurationFile.swift", "ConfigurationMember.swift",
    "DisclosureCopy.swift", "DoctorCommand+Data.swift", "DoctorCommand+Terminal.swift",
    "DoctorCommand.swift", "EntryRow.swift", "Help.swift", "JournalSchema.swift",
    "KeyMapError.swift",
    "LifeRow.swift", "Option.swift", "RunCommand.swift", "ScriptedProgram.swift", "StoreTime.swift",
    "StorefrontTable.swift",
  ]

  /// Names, marks of files, options' values, and what only the journal keeps.
  private static let notSaidToPeople: Set = [
    "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----",
    "-----BEGIN CERTIFICATE-----\n{0}\n-----END CERTIFICATE-----\n", "<!DOCTYPE plist",
    "StoreKit Testing in Xcode", "storefront simulator root", "JWS, SHA-256 {0}…", "Super Powers",
    "United States", "Auto-Renewable Subscription", "Non-Renewing Subscription",
    "SignedTransaction({0} bytes)", "storefront {0}\n", "storefront: {0}\n",
    "{0} UTC", ":{0} UTC",
    // Xcode's simulated errors.
    "Load Products", "App Store Sync", "Subscription Status", "App Transaction",
    "Manage Subscriptions Sheet", "Refund Request Sheet", "refund request",
    "Offer Code Redeem Sheet",
    // What stands behind a control's verb, and a form of the clock's.
    "API ERROR|off", "ID AMOUNT", "ID [DATE]", "ID [full|prorated|declined]", "ID on|off",
    "device +2h",
    // The journal's reasons.
    "handed over before", "the store sent no proof", "signed by {0}, not by this store",
    "{0} is not the transaction's", "appAccountToken is not the transaction's",
    // Usage of the command line.
    "app, transaction:ID or renewal:ID",
    "a size such as 80x24", "a language and region such as de_DE", "en or zh-Hans",
    "an ISO 3166-1 alpha-3 code of an App Store storefront", ", perhaps {0} ({1})",
    ", such as DEU", "\"{0}\" is one word too many.", "Say what is to be wiped.",
    "Say which product, by its id or its number in \"show\".",
    "Say which files to verify; - is standard input.", "succeed, cancel, fail or fail:CODE",
    "standard output is no terminal, so this is what \"storefront show\" prints.",
    "{0} This is what \"storefront show\" prints.",
  ]

  /// What the system, SQLite and libcrypto say when something fails, in their own words.
  static let phrases: Set<String> = Set(
    [
      EPERM, ENOENT, EINTR, EIO, ENXIO, EBADF, EAGAIN, ENOMEM, EACCES, EBUSY, EEXIST, ENOTDIR,
      EISDIR, EINVAL, ENFILE, EMFILE, ETXTBSY, EFBIG, ENOSPC, EROFS, ENAMETOOLONG, ENOTEMPTY,
      ELOOP, ESTALE, EDQUOT,
    ].map { String(cString: strerror($0)) }
  ).union([
    "SQL logic error", "access permission denied", "attempt to write a readonly database",
    "constraint failed", "database disk image is malformed", "database is locked",
    "database or disk is full", "database schema has changed", "database table is locked",
    "disk I/O error", "file is not a database", "out of memory", "unable to open database file",
  ]).union([
    "Authority Key Identifier marked critical",
    "Basic Constraints of CA cert not marked critical",
    "CA cert does not include key usage extension", "CA certificate key too weak",
    "CA signature digest algorithm too weak", "Cannot find certificate signature algorithm",
    "Certificate public key has explicit ECC parameters", "EE certificate key too weak",
    "Empty Subject Alternative Name extension", "Issuer name empty",
    "Key usage keyCertSign invalid for non-CA cert", "Missing Authority Key Identifier",
    "Missing Subject Key Identifier", "Path length given without key usage keyCertSign",
    "Path length invalid for non-CA cert",
    "Subject empty and Subject Alt Name extension not critical",
    "Subject Key Identifier marked critical", "Subject name empty",
    "Using cert extension requires at least X509v3",
    "authority and issuer serial number mismatch",
    "authority and subject key identifier mismatch",
    "cert info signature and signature algorithm mismatch", "certificate chain too long",
    "certificate not trusted", "certificate rejected", "certificate signature failure",
    "excluded subtree violation", "format error in certificate's notAfter field",
    "format error in certificate's notBefore field", "invalid CA certificate",
    "invalid non-CA certificate (has CA markings)",
    "invalid or inconsistent certificate extension",
    "issuer certificate doesn't have a public key",
    "key usage does not include certificate signing", "path length constraint exceeded",
    "permitted subtree violation", "self-signed certificate",
    "self-signed certificate in certificate chain",
    "subject signature algorithm and issuer public key algorithm mismatch",
    "subject issuer mismatch", "the certificate path could not be checked for lack of memory",
    "the path is built of other certificates", "the path is not three certificates long",
    "unable to decode issuer public key", "unable to decrypt certificate's signature",
    "unable to get issuer certificate", "unable to get local issuer certificate",
    "unable to verify the first certificate", "unhandled critical extension",
    "unknown certificate verification error", "unspecified certificate verification error",
    "unsuitable certificate purpose", "unsupported extension feature",
  ])

  /// Whether a literal has two words and is not known to be something else.
  static func isSentence(_ literal: String) -> Bool {
    literal.trimmingCharacters(in: .whitespaces).contains(" ")
      && literal.contains(where: \.isLetter) && !notSaidToPeople.contains(literal)
  }

  /// Every literal of the sources, with its interpolations as the places of a `Sentence`'s key.
  static func literals() throws -> Set<String> {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    var found: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    where path.hasSuffix(".swift") {
      let parts = path.split(separator: "/").map(String.init)
      guard !otherRooms.contains(parts[0]), !otherFiles.contains(parts[parts.count - 1]) else {
        continue
      }
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      var scanner = LiteralScanner(text)
      found.formUnion(scanner.literals().filter { !isSQL($0) })
    }
    return found
  }

  private static func isSQL(_ text: String) -> Bool {
    text.contains("?") && text.contains(" = ")
      || ["PRAGMA ", "SELECT ", "INSERT ", "UPDATE ", "id, "].contains { text.hasPrefix($0) }
  }
}

/// Finds the string literals of Swift source, those inside of interpolations too.
struct LiteralScanner {
  private var rest: Substring
  private var found: [String] = []

  init(_ source: String) {
    rest = source[...]
  }

  mutating func literals() -> [String] {
    code(until: nil)
    return found
  }

  /// Steps over code, up to the parenthesis that closes it where there is one.
  private mutating func code(until close: Character?) {
    var depth = 0
    while let character = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { $0 != "\n" }
      } else if rest.prefix(while: { $0 == "#" }).endIndex < rest.endIndex,
        rest[rest.prefix(while: { $0 == "#" }).endIndex] == "\""
      {
        literal()
      } else {
        rest.removeFirst()
        if character == close, depth == 0 { return }
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
      }
    }
  }

  private mutating func literal() {
    let pounds = String(rest.prefix { $0 == "#" })
    rest.removeFirst(pounds.count)
    let quotes = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    rest.removeFirst(quotes.count)
    var text = ""
    var places = 0
    while !rest.isEmpty, !rest.hasPrefix(quotes + pounds) {
      guard rest.hasPrefix("\\" + pounds) else {
        text.append(rest.removeFirst())
        continue
      }
      rest.removeFirst(1 + pounds.count)
      switch rest.removeFirst() {
      case "(":
        code(until: ")")
        text += "{\(places)}"
        places += 1
      case "n": text += "\n"
      case "u": text += "\\u" + rest.prefix { $0 != "}" }
      case "\n": text += Self.lineGoesOn
      case let character: text.append(character)
      }
    }
    rest.removeFirst(min(rest.count, quotes.count + pounds.count))
    found.append(quotes.count == 1 ? text : Self.withoutIndent(text))
  }

  private static let lineGoesOn = "\u{1}\n"

  /// The lines between three quotes, less what stands before the closing ones.
  private static func withoutIndent(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    let indent = lines.popLast()?.count ?? 0
    return lines.map { $0.dropFirst(indent) }.joined(separator: "\n")
      .replacing(lineGoesOn, with: "")
  }
}

package import StoreModel

/// A script that plays the shop: the world it wants, and its steps in the order of the file.
package struct Scenario: Sendable, Hashable {
  /// The file's name without folder and without `.flow`.
  package var name: String
  /// What the set-up lines above the first step say.
  package var settings: Settings
  package var steps: [Step]

  package init(name: String, settings: Settings = Settings(), steps: [Step] = []) {
    self.name = name
    self.settings = settings
    self.steps = steps
  }

  /// One line of the file that does something.
  package struct Step: Sendable, Hashable {
    /// 1-based.
    package var line: Int
    /// The line as written, without its comment: not safe to print.
    package var text: String
    package var action: Action

    package init(line: Int, text: String, action: Action) {
      self.line = line
      self.text = text
      self.action = action
    }
  }

  package enum Action: Sendable, Hashable {
    /// The settings as they are from here on: the size at once, the rest from the next launch.
    case set(Settings)
    case instruct(Instruction)
    /// SIGKILL, between two steps.
    case kill
    /// Ends a program that still runs, as a closed window does, and starts a new one.
    case launch
    case expect(Expectation)
    case shot(name: String)
  }

  package enum Expectation: Sendable, Hashable {
    case screen(Pattern, isWanted: Bool)
    case exit(Int32)
    /// The step before it was refused by the store, with such a sentence.
    case refused(Pattern)
    case fact(FactExpectation)
  }

  /// What to look for on a screen.
  package enum Pattern: Sendable, Hashable {
    case text(String)
    /// The source of a Swift regular expression; `^` and `$` stand for the ends of a row.
    case regex(String)

    /// The first place of `screen` that matches; throws where the expression is none.
    package func firstMatch(in screen: String) throws -> String? {
      switch self {
      case .text(let text):
        return screen.firstRange(of: text).map { String(screen[$0]) }
      case .regex(let source):
        let regex = try Regex(source).anchorsMatchLineEndings()
        return screen.firstMatch(of: regex).map { String(screen[$0.range]) }
      }
    }
  }
}

/// The world that a scenario wants; what it does not say has the language's defaults.
package struct Settings: Sendable, Hashable {
  /// Relative to the script; nil is the built-in demo.
  package var catalogue: String?
  package var columns = 80
  package var rows = 24
  /// Whether the shop is played in plain lines: a screen is what was said since the last instruction.
  package var isPlain = false
  /// ISO 3166-1 alpha-3; nil is the catalogue's own.
  package var storefront: String?
  /// The shop's language; nil is the catalogue's own.
  package var locale: String?
  /// The program's own words.
  package var lang = "en"
  /// The moment at which the clock stands, in ISO 8601.
  package var now = "2026-03-01T09:00:00Z"
  /// Not negative.
  package var seed = 1
  /// Who is signed in to the app.
  package var user = "me"
  /// The store account that pays.
  package var account = "A"
  /// Who signs what is sold; nil is as the store was left.
  package var personality: StorePersonality?
  /// Whether the device may pay.
  package var allowsPayments = true

  package init() {}
}

/// What a running program is told to do; one answer follows each.
package enum Instruction: Sendable, Hashable {
  /// All presses at once, as a held key makes them.
  case key(String, times: Int)
  case type(String)
  case paste(String)
  case resize(columns: Int, rows: Int)
  /// `option` names an offer or a plan of the product; nil is its own price.
  case buy(productID: String, quantity: Int, option: String? = nil)
  case restore
  /// What a tester does to the store and to its clock.
  case store(StoreControl)
  case clock(ClockControl)
  /// A promoted purchase, as the App Store opens the app with it.
  case link(String)
  /// Asks what the store and the queue hold; the answer is `ProgramReply.facts`.
  case facts
  /// The program kills itself when it comes to this kill point.
  case armKill(point: String)
}

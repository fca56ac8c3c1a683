/// One option of the command line: the parser, `--help` and the suggestions all read this table.
struct Option {
  var name: String
  /// The word for its value in `--help`; nil for a switch.
  var value: String?
  var help: String
  var commands: Set<Command>

  private static let shop: Set<Command> = [
    .shop, .show, .buy, .restore, .purchases, .store, .clock, .config,
  ]
  private static let queue: Set<Command> = [.shop, .buy, .restore, .purchases, .store, .clock]
  private static let screen: Set<Command> = [.shop, .config, .doctor]

  static let all: [Option] = [
    Option(
      name: "--storefront", value: "CODE", help: "the country's shop, ISO 3166-1 alpha-3: DEU",
      commands: shop),
    Option(
      name: "--locale", value: "LOCALE", help: "the shop's language: de_DE (show: or all)",
      commands: shop),
    Option(
      name: "--lang", value: "en|zh-Hans", help: "the program's own words",
      commands: shop.union([.verify, .reset])),
    Option(name: "--terms-url", value: "URL", help: "the Terms of Use link", commands: shop),
    Option(name: "--privacy-url", value: "URL", help: "the Privacy Policy link", commands: shop),
    Option(
      name: "--catalogue", value: "FILE",
      help: "where a list of ids is looked up; for store and clock the catalogue itself",
      commands: shop.subtracting([.config]).union([.reset])),
    Option(
      name: "--company", value: "NAME", help: "the seller's name, on each product's page",
      commands: shop),
    Option(
      name: "--product", value: "ID", help: "only this product (repeatable)", commands: [.show]),
    Option(
      name: "--bundle-id", value: "ID",
      help: "the app's bundle id (shop: com.example.storefront)", commands: queue.union([.verify])),
    Option(
      name: "--user", value: "NAME", help: "who is signed in to the app (me; one user for now)",
      commands: queue),
    Option(name: "--account", value: "NAME", help: "the store account (A)", commands: queue),
    Option(
      name: "--data", value: "DIR", help: "the data folder itself",
      commands: queue.union([.verify, .reset, .doctor])),
    Option(
      name: "--now", value: "TIME", help: "freezes the clock: 2026-03-01T09:00:00Z",
      commands: queue.union([.verify])),
    Option(name: "--seed", value: "N", help: "a repeatable world", commands: queue),
    Option(
      name: "--quantity", value: "N", help: "how many, 1 to 10 (consumables)", commands: [.buy]),
    Option(
      name: "--offer", value: "NAME", help: "an offer's id, or a billing plan such as MONTHLY",
      commands: [.buy]),
    Option(
      name: "--proof", value: "KIND", help: "prints app, transaction:ID or renewal:ID, signed",
      commands: [.store]),
    Option(
      name: "--outcome", value: "WORD", help: "succeed, cancel, fail or fail:CODE",
      commands: [.buy]),
    Option(
      name: "--no-payments", value: nil, help: "a device on which payments are not allowed",
      commands: queue),
    Option(
      name: "--root", value: "FILE", help: "a trusted root, DER or PEM (repeatable)",
      commands: [.verify]),
    Option(
      name: "--environment", value: "NAME", help: "Sandbox, Production, Xcode, LocalTesting",
      commands: [.verify]),
    Option(name: "--app-apple-id", value: "N", help: "the app's Apple id", commands: [.verify]),
    Option(name: "--at", value: "TIME", help: "judge at this time", commands: [.verify]),
    Option(
      name: "--kind", value: "KIND", help: "transaction, renewal, app-transaction, notification",
      commands: [.verify]),
    Option(
      name: "--lenient-chain", value: nil, help: "forgive a chain RFC 5280's finer rules",
      commands: [.verify]),
    Option(name: "--evidence", value: "DIR", help: "where Shot puts screens", commands: [.run]),
    Option(name: "--device", value: nil, help: "wipe the device's journal", commands: [.reset]),
    Option(name: "--store", value: nil, help: "wipe the store's books", commands: [.reset]),
    Option(name: "--all", value: nil, help: "wipe both", commands: [.reset]),
    Option(name: "--yes", value: nil, help: "do not ask", commands: [.reset]),
    Option(
      name: "--json", value: nil, help: "the same for programs",
      commands: [
        .show, .buy, .restore, .purchases, .store, .clock, .verify, .run, .config, .doctor,
      ]),
    Option(
      name: "--theme", value: "NAME", help: "the colours: default, high-contrast or mono",
      commands: screen),
    Option(
      name: "--color", value: "WHEN", help: "colour: auto, always or never", commands: screen),
    Option(name: "--no-color", value: nil, help: "no colour (and NO_COLOR)", commands: screen),
    Option(
      name: "--paths", value: nil, help: "which files are looked for, and found",
      commands: [.config]),
    Option(
      name: "--no-config", value: nil, help: "no file is read (and STOREFRONT_NO_CONFIG)",
      commands: Set(Command.allCases).subtracting([.help])),
    Option(
      name: "--plain", value: nil, help: "sentences instead of a screen (and ACCESSIBLE=1)",
      commands: screen),
    Option(
      name: "--ascii", value: nil, help: "draw in ASCII only, in English", commands: screen),
    Option(name: "--help", value: nil, help: "this text", commands: Set(Command.allCases)),
    Option(name: "--version", value: nil, help: "the version", commands: Set(Command.allCases)),
  ]

  /// Not for people: a scenario plays the shop over pipes at this size.
  static let script = Option(name: "--script", value: "SIZE", help: "", commands: [.shop])
}

/// What the program was asked to do: the first word of the command line.
enum Command: String, CaseIterable {
  /// No word at all: the shop on the terminal.
  case shop
  case show, buy, restore, purchases, store, clock, verify, run, reset, config, doctor, help

  /// The words that a person can type.
  static var words: [String] { allCases.filter { $0 != .shop }.map(\.rawValue) }

  /// The operands as `--help` shows them.
  var operands: String {
    switch self {
    case .shop: "[CATALOGUE] [LINK]"
    case .show, .restore, .purchases, .doctor: "[CATALOGUE]"
    case .buy: "ID|N [CATALOGUE]"
    case .verify, .run: "FILE..."
    case .reset: "--device|--store|--all [CATALOGUE]"
    case .store: "[VERB [ID] [ARG]]"
    case .clock: "[+1mo|next|TIME|freeze|real|x60|device +2h]"
    case .config: ""
    case .help: "[COMMAND|keys]"
    }
  }

  /// The sentence that `--help` begins with.
  var summary: String {
    switch self {
    case .shop:
      "Opens the shop on the terminal: products, prices, disclosure, purchase, restore, verification."
    case .show:
      "Prints what a customer sees: products, prices, offers, disclosure, links; then the diagnostics."
    case .buy: "Buys one product through the same queue as the shop, without a screen."
    case .restore: "Restores what the store account owns on this device."
    case .purchases: "Lists the purchases of this device with their states."
    case .store:
      "Does to the store what a tester can, or prints how it stands; its verbs are below."
    case .clock: "Turns the store's clock, or the device's, and lets happen what is due by then."
    case .verify: "Decodes and verifies StoreKit 2 tokens (JWS), offline."
    case .run: "Plays scenario scripts without a terminal."
    case .reset:
      "Wipes one side of the data folder: the device's journal, the store's books, or both."
    case .config: "Prints the configuration in force and where each value comes from."
    case .doctor:
      "Says what this terminal, locale, data folder and build can do, and what is wrong."
    case .help: "Explains a command, or lists the keys of the shop."
    }
  }

  /// What the exit codes mean.
  var exits: String {
    switch self {
    case .shop: "0 after q, 2 usage, 130/143/129 on SIGINT/SIGTERM/SIGHUP"
    case .show: "0 shown, 1 unreadable catalogue, 2 usage"
    case .buy, .restore: "0 done, 1 failed or cancelled, 2 usage, 3 pending"
    case .purchases: "0 listed, 1 the journal could not be read, 2 usage"
    case .store, .clock: "0 done, 1 refused by the store, 2 usage"
    case .verify: "0 valid, 1 invalid, 2 could not read or usage, 3 local or could not check"
    case .run: "0 all met, 1 not, 2 could not run"
    case .config: "0 all understood, 1 something in a file is wrong, 2 usage"
    case .doctor: "0 nothing is in the way, 1 something is, 2 usage"
    case .reset, .help: "0 done, 1 failed, 2 usage"
    }
  }

  /// Two commands to try.
  var examples: [String] {
    switch self {
    case .shop: ["storefront", "storefront Shop.storekit --locale de_DE --storefront DEU"]
    case .show:
      [
        "storefront show Shop.storekit --locale all",
        "storefront show --product com.example.superpowers.nightvision --json",
      ]
    case .buy:
      [
        "storefront buy com.example.superpowers.nightvision",
        "storefront buy 3 Shop.storekit --outcome cancel",
      ]
    case .restore: ["storefront restore", "storefront restore Shop.storekit --json"]
    case .purchases: ["storefront purchases", "storefront purchases Shop.storekit --json"]
    case .store:
      ["storefront store fail purchase networkError", "storefront store --catalogue Shop.storekit"]
    case .clock: ["storefront clock +1mo", "storefront clock next --json"]
    case .verify:
      [
        "storefront verify transaction.jws --bundle-id com.example.app",
        "cat transaction.jws | storefront verify - --json",
      ]
    case .run:
      ["storefront run purchase.flow", "storefront run Scenarios/*.flow --evidence shots"]
    case .reset: ["storefront reset --device", "storefront reset --all Shop.storekit --yes"]
    case .config:
      ["storefront config", "storefront config --paths"]
    case .doctor: ["storefront doctor", "storefront doctor Shop.storekit --json"]
    case .help: ["storefront help buy", "storefront show --help"]
    }
  }
}

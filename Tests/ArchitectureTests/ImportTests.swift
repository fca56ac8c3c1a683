import Foundation
import Testing

/// Who may import whom; a room that is not listed may import nothing of ours.
private let arrows: [String: Set<String>] = [
  "StoreModel": [],
  "Text": ["StoreModel", "CText"],
  "Database": ["CSQLite"],
  "Catalogue": ["StoreModel", "Text"],
  "Pricing": ["StoreModel", "FoundationInternationalization"],
  "Disclosure": ["StoreModel", "Pricing", "Text"],
  "Payments": ["StoreModel", "Database"],
  "Verification": ["StoreModel", "Text", "COpenSSL"],
  "Simulator": ["StoreModel", "Database", "COpenSSL"],
  "Sessions": ["StoreModel", "Text"],
  "Screens": ["StoreModel", "Disclosure", "Pricing", "Text"],
  "Terminal": ["Screens", "CTerminal"],
  "storefront": [
    "StoreModel", "Text", "Database", "Catalogue", "Pricing", "Disclosure", "Payments",
    "Verification",
    "Simulator", "Sessions", "Screens", "Terminal", "CResources",
  ],
]

/// What every room may import: the language's own modules.
private let common: Set<String> = ["FoundationEssentials", "Glibc", "Synchronization"]

private let root = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The Swift files of a room, by name, with their text.
private func files(of room: String) throws -> [(name: String, text: String)] {
  let folder = root.appending(path: "Sources/\(room)")
  let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
  return try names.filter { $0.hasSuffix(".swift") }.sorted().map {
    (
      name: "\(room)/\($0)",
      text: try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    )
  }
}

@Suite struct `The house` {
  @Test func `every folder of Sources is a room of the table or a C target`() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "Sources").path)
    let rooms = folders.filter { !$0.hasPrefix("C") || $0 == "Catalogue" }
    #expect(Set(rooms) == Set(arrows.keys))
  }

  @Test(arguments: arrows.keys.sorted())
  func `a room imports only what its arrow allows`(room: String) throws {
    let allowed = try #require(arrows[room]).union(common)
    for file in try files(of: room) {
      for line in file.text.split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let keyword = words.firstIndex(of: "import"), keyword <= 2,
          words[..<keyword].allSatisfy({ ["package", "internal", "@testable"].contains($0) }),
          keyword + 1 < words.count
        else { continue }
        let module = String(words[keyword + 1])
        #expect(allowed.contains(module), "\(file.name) imports \(module)")
      }
    }
  }

  @Test(arguments: arrows.keys.filter { $0 != "storefront" }.sorted())
  func `time, chance and files come through doors`(room: String) throws {
    let doors = ["Date()", "Date.now", "UUID()", "SystemRandomNumberGenerator", "getenv("]
    for file in try files(of: room) {
      for door in doors {
        #expect(!file.text.contains(door), "\(file.name) uses \(door)")
      }
    }
  }

  @Test(arguments: arrows.keys.filter { $0 != "Pricing" }.sorted())
  func `FLOW-53: a price becomes a text in Pricing alone`(room: String) throws {
    for file in try files(of: room) {
      for call in ["formatted(.currency", ".FormatStyle.Currency", "NumberFormatter"] {
        #expect(!file.text.contains(call), "\(file.name) uses \(call)")
      }
    }
  }

  @Test func `every resource is named in resources.c`() throws {
    let folder = root.appending(path: "Resources")
    let listed = try String(contentsOf: folder.appending(path: "resources.c"), encoding: .utf8)
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
      guard path.contains("/"), !path.hasPrefix("include"), !path.hasSuffix(".gitkeep") else {
        continue
      }
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: folder.appending(path: path).path, isDirectory: &isFolder)
      guard !isFolder.boolValue else { continue }
      #expect(listed.contains("#embed \"\(path)\""), "\(path) is not embedded")
    }
  }
}

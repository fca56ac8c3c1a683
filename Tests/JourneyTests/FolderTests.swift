import Foundation
import Testing

/// A catalogue that is a folder, as Xcode saves one whose products have images.
@Suite struct `A catalogue that is a folder` {
  private let tool: Tool
  private let text: String

  init() throws {
    tool = try Tool()
    let demo = Tool.root.appending(path: "Resources/catalogues/demo.storekit")
    text = try String(contentsOf: demo, encoding: .utf8).replacing(
      #""familyShareable""#, with: #""promotionalImageID" : "0A1B2C3D", "familyShareable""#)
    _ = try tool.file("Shop.storekit/Configuration.storekit", text)
    _ = try tool.file("Shop.storekit/Assets/0A1B2C3D.png", "no image")
  }

  @Test(arguments: ["Shop.storekit", "Shop.storekit/", "./Shop.storekit"])
  func `is shown like its file`(path: String) throws {
    _ = try tool.file("file/Shop.storekit", text)
    let folder = try tool.run(["show", path, "--json"])
    let file = try tool.run(["show", "file/Shop.storekit", "--json"])
    #expect(folder.exit == 0)
    #expect(folder.output == file.output)
    #expect(folder.output.contains(#""name": "Shop.storekit""#))
    #expect(folder.output.contains(#""diagnostics": []"#))
  }

  @Test func `is one shop, however it is spelt`() throws {
    #expect(try tool.run(["buy", "3", "Shop.storekit/"]).output == "Night Vision is yours.\n")
    #expect(try tool.run(["purchases", "Shop.storekit"]).output.contains("Night Vision"))
    let shops = try FileManager.default.contentsOfDirectory(
      atPath: tool.home.appending(path: ".local/state/storefront").path)
    #expect(shops.count == 1)
    #expect(shops.first?.hasPrefix("Shop-") == true)
  }

  @Test func `is where a list of ids is looked up`() throws {
    let ids = "<plist><array><string>com.example.superpowers.nightvision</string></array></plist>"
    let list = try tool.file("ids.plist", ids)
    let result = try tool.run(["show", list])
    #expect(result.exit == 0)
    #expect(result.output.contains("Night Vision"))
  }

  @Test func `is named whole among the catalogues nearby and opened from there`() throws {
    _ = try tool.file("Hollow.storekit/Assets/0A1B2C3D.png", "no image")
    _ = try tool.file("Other.storekit", text)
    let plain = try tool.run(["--plain"], input: "open-file\n2\nquit\n")
    #expect(plain.exit == 0)
    #expect(plain.output.contains("\n1  Other.storekit\n2  Shop.storekit\n"), "\(plain.output)")
    #expect(!plain.output.contains("Hollow"))
    #expect(!plain.output.contains("Configuration.storekit"))
    #expect(plain.output.contains("\nShop.storekit, SIMULATOR"), "\(plain.output)")
  }

  @Test(arguments: ["Hollow.storekit", "Hollow.storekit/"])
  func `without a configuration is one sentence that names both`(path: String) throws {
    _ = try tool.file("Hollow.storekit/Assets/0A1B2C3D.png", "no image")
    let result = try tool.run(["show", path])
    #expect(result.exit == 1)
    #expect(
      result.errors == """
        storefront: \(path) is a folder without Configuration.storekit. Name a .storekit file, or a \
        folder that Xcode saved as one.

        """)
  }
}

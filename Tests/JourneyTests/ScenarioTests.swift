import Foundation
import Testing

private let folder = Tool.root.appending(path: "Tests/JourneyTests/Scenarios")

private let scenarios: [String] = {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  return names.filter { $0.hasSuffix(".flow") }.sorted()
}()

@Suite struct `Stories played from scripts` {
  @Test func `there are stories`() {
    #expect(scenarios.count > 10)
  }

  @Test(arguments: scenarios)
  func `every expectation is met`(name: String) throws {
    let result = try Tool().run(["run", folder.appending(path: name).path])
    #expect(result.exit == 0, "\(result.output)\(result.errors)")
  }

  @Test func `an expectation that is not met says what was there instead, and exits 1`() throws {
    let tool = try Tool()
    let script = try tool.file(
      "unmet.flow", "Expect screen \"No such words\"\nKey q\nExpect exit 0\n")
    let result = try tool.run(["run", script])
    #expect(result.exit == 1)
    #expect(result.output.contains("Super Powers"), "the screen is shown: \(result.output)")
  }

  @Test func `a script that cannot be read exits 2 and names line and column`() throws {
    let tool = try Tool()
    let script = try tool.file("wrong.flow", "# fine\nPres Enter\n")
    let result = try tool.run(["run", script])
    #expect(result.exit == 2)
    #expect(result.errors.contains("line 2, column 1"), "\(result.errors)")
  }

  @Test func `nothing takes time where the clock stands still`() throws {
    let tool = try Tool()
    let script = try tool.file("still.flow", "Key r\nExpect screen \"loaded 9 products in 0 ms\"\n")
    #expect(try tool.run(["run", script]).exit == 0)
  }

  @Test func `the same script gives the same screens`() throws {
    let tool = try Tool()
    let script = folder.appending(path: "journey-buy-quit-owned.flow").path
    var shots: [[String: String]] = []
    for run in ["first", "second"] {
      let evidence = tool.home.appending(path: run)
      let result = try tool.run(["run", script, "--evidence", evidence.path])
      #expect(result.exit == 0, "\(result.output)")
      var screens: [String: String] = [:]
      for name in try FileManager.default.subpathsOfDirectory(atPath: evidence.path)
      where name.hasSuffix(".txt") {
        screens[name] = try String(contentsOf: evidence.appending(path: name), encoding: .utf8)
      }
      shots.append(screens)
    }
    #expect(shots[0].count >= 4)
    // What a token weighs depends on how its signature came out; no shot shows the token itself.
    #expect(shots[0] == shots[1])
  }
}

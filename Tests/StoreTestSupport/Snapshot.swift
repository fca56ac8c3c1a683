package import Screens
package import Testing
import FoundationEssentials

/// Compares a screen with its snapshot file `Snapshots/<name>-<columns>x<rows>.txt` beside the test.
///
/// `RECORD=1 swift test` writes the files anew. A missing file is a failure, not a pass.
package func expectSnapshot(
  _ frame: Frame, named name: String, file: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectSnapshot(
    text: frame.text, named: "\(name)-\(frame.size.columns)x\(frame.size.rows)", file: file,
    sourceLocation: sourceLocation)
}

/// Compares a text with `Snapshots/<name>.txt` beside the test.
package func expectSnapshot(
  text: String, named name: String, file: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    .joined(separator: "/")
  let path = "\(folder)/Snapshots/\(name).txt"
  let found = text + "\n"
  if ProcessInfo.processInfo.environment["RECORD"] == "1" {
    do {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/Snapshots", withIntermediateDirectories: true)
      try Data(found.utf8).write(to: URL(filePath: path))
    } catch {
      Issue.record("could not record \(path): \(error)", sourceLocation: sourceLocation)
    }
    return
  }
  guard let data = FileManager.default.contents(atPath: path) else {
    Issue.record(
      "no snapshot at \(path); the screen is:\n\(found)", sourceLocation: sourceLocation)
    return
  }
  let expected = String(decoding: data, as: UTF8.self)
  if expected != found {
    Issue.record(
      "the screen differs from \(path)\n--- expected\n\(expected)--- found\n\(found)",
      sourceLocation: sourceLocation)
  }
}

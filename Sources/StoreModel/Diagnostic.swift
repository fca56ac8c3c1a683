/// Something found in a file, where it stands, and what to do about it.
package struct Diagnostic: Sendable, Hashable {
  package enum Severity: String, Sendable, Hashable, CaseIterable {
    case error, warning, note
  }

  package var severity: Severity
  /// A stable word for programs, such as `duplicate-product-id`.
  package var code: String
  /// The JSON path, such as `$.products[2].displayPrice`.
  package var path: String
  /// 1-based; nil where the finding has no place in the file.
  package var line: Int?
  /// 1-based, in Unicode scalars.
  package var column: Int?
  /// What is wrong and what to do, in a sentence or two that may quote the file: not safe to print.
  package var message: Sentence

  package init(
    _ severity: Severity, _ code: String, path: String = "$", line: Int? = nil, column: Int? = nil,
    _ message: Sentence
  ) {
    self.severity = severity
    self.code = code
    self.path = path
    self.line = line
    self.column = column
    self.message = message
  }
}

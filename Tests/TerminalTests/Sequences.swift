/// The escape sequences in what a program wrote, and the control characters outside of them.
struct Sequences {
  struct Pattern: @unchecked Sendable {
    let regex: Regex<Substring>
  }

  /// Drawing, the alternate screen, keypad, cursor, paste mode; no title, clipboard, mouse, query.
  static let allowed: [Pattern] = [
    Pattern(regex: /\u{1B}\[[0-9;]*[ABCDGHJKLMPSTXZ@bdm`]/),
    Pattern(regex: /\u{1B}\[[0-9;]*r/),
    Pattern(regex: /\u{1B}\[4[hl]/),
    Pattern(regex: /\u{1B}\[\?(?:1|7|12|25|1049|2004)(?:;25)?[hl]/),
    // xterm's own way to keep the title over the alternate screen.
    Pattern(regex: /\u{1B}\[2[23];0;0t/),
    Pattern(regex: /\u{1B}[=>M78]/),
    Pattern(regex: /\u{1B}\(B/),
  ]

  private(set) var found: [String] = []
  private(set) var strayControls: [UInt8] = []

  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let first = rest.popFirst() {
      guard first == 0x1B else {
        let isMove = [0x08, 0x09, 0x0A, 0x0D].contains(first)
        if (first < 0x20 || first == 0x7F) && !isMove { strayControls.append(first) }
        continue
      }
      var sequence = [first]
      while let byte = rest.popFirst() {
        sequence.append(byte)
        let isIntroducer = sequence.count == 2 && (byte == 0x5B || (0x20...0x2F).contains(byte))
        if !isIntroducer && (0x30...0x7E).contains(byte)
          && (sequence[1] != 0x5B || byte >= 0x40)
        {
          break
        }
      }
      found.append(String(decoding: sequence, as: UTF8.self))
    }
  }
}

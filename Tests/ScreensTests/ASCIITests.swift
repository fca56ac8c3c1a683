import StoreTestSupport
import Testing
import Text

@testable import Screens

@Suite struct `A screen in ASCII` {
  @Test(
    arguments: [
      ("┌─┐│└┴┘", "+-+|+++"), ("9,99\u{A0}€", "9,99 ?"), ("„Größe“ – naïve…", "\"Gro?e\" - naive."),
    ] as [(String, String)])
  func `looks like the one it stands for`(text: String, expected: String) {
    #expect(ASCII.text(text) == expected)
  }

  @Test func `keeps every cell of whatever text is shown`() {
    var random = SplitMix(seed: 29)
    for _ in 0..<2_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let end: UInt32 = [0x7F, 0x500, 0x3100, 0x1FFFF].randomElement(using: &random) ?? 0x7F
        if let scalar = Unicode.Scalar(UInt32.random(in: 0...end, using: &random)) {
          text.append(scalar)
        }
      }
      let shown = SafeText.line(String(text))
      let plain = ASCII.text(shown)
      #expect(plain.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(plain)")
      #expect(plain.utf8.count == Cells.width(shown), "\(shown)")
    }
  }

  @Test func `keeps its cursor, its styles and its links`() {
    let link = "https://example.com"
    let frame = Frame(
      size: Size(columns: 9, rows: 1), rows: [[Span("日本é", .bold, width: 5, link: link)]],
      cursor: .init(row: 0, column: 3))
    #expect(frame.ascii.rows == [[Span("????e", .bold, width: 5, link: link)]])
    #expect(frame.ascii.cursor == frame.cursor && frame.ascii.size == frame.size)
  }
}

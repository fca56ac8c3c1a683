import Screens
import StoreTestSupport
import Testing

@Suite struct `Every screen` {
  @Test(arguments: Scene.all, Scene.sizes)
  func `looks as recorded in English`(scene: Scene, size: Size) {
    expectSnapshot(scene.driver(size: size).frame, named: scene.name)
  }

  @Test(arguments: Scene.all)
  func `looks as recorded in ASCII, cell for cell`(scene: Scene) {
    let size = Size(columns: 80, rows: 24)
    let frame = scene.driver(size: size, isASCII: true).frame
    for span in frame.rows.flatMap({ $0 }) {
      #expect(span.text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(span.text)")
      #expect(span.text.utf8.count == span.width, "\(span.text)")
    }
    expectSnapshot(frame, named: "\(scene.name)-ascii")
  }

  @Test(arguments: Scene.all, Scene.sizes)
  func `looks as recorded in Chinese`(scene: Scene, size: Size) {
    let frame = scene.driver(size: size, language: "zh-Hans").frame
    expectSnapshot(frame, named: "\(scene.name)-zh-Hans")
  }
}

import Screens
import StoreTestSupport
import Testing

@Suite struct `Every screen` {
  @Test(arguments: Scene.all, Scene.sizes)
  func `looks as recorded in English`(scene: Scene, size: Size) {
    expectSnapshot(scene.driver(size: size).frame, named: scene.name)
  }

  @Test(arguments: Scene.all, Scene.sizes)
  func `looks as recorded in Chinese`(scene: Scene, size: Size) {
    let frame = scene.driver(size: size, language: "zh-Hans").frame
    expectSnapshot(frame, named: "\(scene.name)-zh-Hans")
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor
struct DragGestureTests {
  private func drag(
    _ x: Int, _ y: Int, _ phase: ViewEvent.Drag.Phase = .changed
  ) -> ViewEvent.Kind {
    .drag(
      ViewEvent.Drag(
        from: CGPoint(x: 1, y: 2), to: CGPoint(x: x, y: y),
        velocity: CGSize(width: 40, height: -8), phase: phase))
  }

  @Test func thePageIsToldHowFarThePointerMustMove() {
    #expect(
      render(Text("a").gesture(DragGesture(minimumDistance: 2.5))).contains("data-drag=\"2.5\""))
    #expect(render(Text("a").gesture(DragGesture())).contains("data-on=\"drag\""))
    #expect(
      render(Text("a").gesture(DragGesture(minimumDistance: -1))).contains("data-drag=\"0\""))
  }

  @Test func everyMoveAndTheEndAreTold() throws {
    var log: [String] = []
    let gesture = DragGesture()
      .onChanged { log.append("\($0.translation.width) \($0.translation.height)") }
      .onEnded { log.append("end \($0.location.x)") }
    let host = ViewHost.shown(Text("a").gesture(gesture))
    try host.send(drag(4, 5), .div, 1)
    try host.send(drag(6, -1), .div, 1)
    try host.send(drag(6, -1, .ended), .div, 1)
    #expect(log == ["3.0 3.0", "5.0 -3.0", "end 6.0"])
  }

  @Test func aLostPointerIsNoEnd() throws {
    var ends = 0
    let host = ViewHost.shown(Text("a").gesture(DragGesture().onEnded { _ in ends += 1 }))
    try host.send(drag(4, 5), .div, 1)
    try host.send(drag(4, 5, .cancelled), .div, 1)
    #expect(ends == 0)
  }

  @Test func theSpeedSaysWhereItWouldEnd() throws {
    var value: DragGesture.Value?
    let host = ViewHost.shown(Text("a").gesture(DragGesture().onChanged { value = $0 }))
    try host.send(drag(11, 22), .div, 1)
    #expect(value?.startLocation == CGPoint(x: 1, y: 2))
    #expect(value?.velocity == CGSize(width: 40, height: -8))
    #expect(value?.predictedEndLocation == CGPoint(x: 21, y: 20))
    #expect(value?.predictedEndTranslation == CGSize(width: 20, height: 18))
  }

  @Test func aDragIsNoPress() {
    let host = ViewHost.shown(Text("a").gesture(DragGesture()))
    #expect(throws: ViewEventError.self) { try host.send(.tap, .div, 1) }
    #expect(throws: ViewEventError.self) { try host.send(.press(at: .zero), .div, 1) }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import MillraceViews

@MainActor
struct LongPressGestureTests {
  private func press(_ phase: ViewEvent.Drag.Phase) -> ViewEvent.Kind {
    .drag(ViewEvent.Drag(from: .zero, to: .zero, phase: phase))
  }

  @Test func thePageMeasuresTheTime() {
    #expect(render(Text("a").onLongPressGesture {}).contains("data-hold=\"0.5 10\""))
    #expect(
      render(Text("a").onLongPressGesture(minimumDuration: 2, maximumDistance: 5) {})
        .contains("data-hold=\"2 5\""))
    #expect(
      render(
        Text("a").onLongPressGesture(minimumDuration: .infinity, maximumDistance: .infinity) {}
      ).contains("data-hold=\"1000 1000000\""))
    #expect(
      render(Text("a").gesture(DragGesture(minimumDistance: .infinity)))
        .contains("data-drag=\"1000000\""))
    #expect(
      !render(Text("a").gesture(LongPressGesture(), isEnabled: false)).contains("data-hold"))
  }

  @Test func aLongPressRunsTheAction() throws {
    var log: [String] = []
    let host = ViewHost.shown(
      Text("a").onLongPressGesture {
        log.append("done")
      } onPressingChanged: {
        log.append("\($0)")
      })
    try host.send(press(.changed), .div, 1)
    try host.send(press(.cancelled), .div, 1)
    #expect(log == ["true", "false"])
    try host.send(press(.changed), .div, 1)
    try host.send(press(.ended), .div, 1)
    #expect(log == ["true", "false", "true", "done", "false"])
  }

  @Test func aStateLastsAsLongAsThePress() throws {
    struct Page: View {
      @GestureState private var isPressed = false
      @State private var count = 0
      var body: some View {
        Text("\(isPressed) \(count)").gesture(
          LongPressGesture().updating($isPressed) { value, state, _ in state = value }
            .onEnded { count += $0 ? 1 : 0 })
      }
    }
    let host = ViewHost.shown(Page())
    try host.send(press(.changed), .div, 1)
    _ = host.flush()
    #expect(host.texts == ["true 0"])
    try host.send(press(.ended), .div, 1)
    _ = host.flush()
    #expect(host.texts == ["false 1"])
  }
}

@MainActor
struct HoverPhaseTests {
  @Test func theLocationOfThePointer() throws {
    var phases: [HoverPhase] = []
    let host = ViewHost.shown(
      Text("a").onContinuousHover(coordinateSpace: .global) { phases.append($0) })
    #expect(host.html().contains("data-over data-in=\"window\""))
    let point = CGPoint(x: 3, y: 4)
    try host.send(.drag(ViewEvent.Drag(from: point, to: point, phase: .changed)), .div, 1)
    try host.send(.drag(ViewEvent.Drag(from: point, to: point, phase: .ended)), .div, 1)
    #expect(phases == [.active(point), .ended])
  }
}

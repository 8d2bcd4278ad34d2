// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor
struct GestureTests {
  private struct Pull: Gesture {
    let action: @MainActor (CGFloat) -> Void
    var body: some Gesture<DragGesture.Value> {
      DragGesture(minimumDistance: 3).onEnded { action($0.location.x) }
    }
  }

  private func end(_ x: Int) -> ViewEvent.Kind {
    .drag(ViewEvent.Drag(from: .zero, to: CGPoint(x: x, y: 0), phase: .ended))
  }

  @Test func aGestureMayBeMadeOfAnother() throws {
    var log: [CGFloat] = []
    let gesture = Pull { log.append($0) }.onEnded { log.append(-$0.location.x) }
    let host = ViewHost.shown(Text("a").gesture(gesture))
    #expect(host.html().contains("data-drag=\"3\""))
    try host.send(end(5), .div, 1)
    #expect(log == [5, -5])
  }

  @Test func oneThatIsNotEnabledIsNotLookedFor() {
    #expect(!render(Text("a").gesture(DragGesture(), isEnabled: false)).contains("data-drag"))
    #expect(!render(Text("a").gesture(TapGesture(), including: .subviews)).contains("data-taps"))
    #expect(render(Text("a").gesture(TapGesture(), including: .gesture)).contains("data-taps"))
  }

  @Test func oneThatIsNotEnabledDoesNothing() throws {
    let taps = ViewHost.shown(
      Text("a").gesture(TapGesture().onEnded { Issue.record("pressed") }, isEnabled: false))
    try taps.send(.press(at: .zero), .div, 1)
    let drags = ViewHost.shown(
      Text("a").gesture(DragGesture().onEnded { _ in Issue.record("dragged") }, isEnabled: false))
    try drags.send(end(5), .div, 1)
  }

  private struct Counted: View {
    @State private var count = 0
    var body: some View {
      Text("\(count)").gesture(TapGesture().onEnded { [count] in self.count = count + 1 })
    }
  }

  @Test func theActionIsThatOfTheLastBody() throws {
    let host = ViewHost.shown(Counted())
    for _ in 0..<3 {
      try host.send(.tap, .div, 1)
      _ = host.flush()
    }
    #expect(host.html().contains(">3<"))
  }

  @Test func gesturesOfTwoKindsAreInsideEachOther() throws {
    var log: [String] = []
    let host = ViewHost.shown(
      Text("a").onTapGesture { log.append("tap") }
        .gesture(DragGesture().onEnded { _ in log.append("drag") }))
    try host.send(end(1), .div, 1)
    try host.send(.press(at: .zero), .div, 2)
    #expect(log == ["drag", "tap"])
  }
}

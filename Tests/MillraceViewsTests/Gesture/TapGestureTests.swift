// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor
struct TapGestureTests {
  @Test func anyViewMayBePressed() throws {
    var count = 0
    let host = ViewHost.shown(Text("a").onTapGesture { count += 1 })
    try host.send(.press(at: CGPoint(x: 3, y: 4)), .div, 1)
    #expect(count == 1)
  }

  @Test func aPressWithoutAPointerCountsToo() throws {
    var count = 0
    let host = ViewHost.shown(Text("a").gesture(TapGesture().onEnded { count += 1 }))
    try host.send(.tap, .div, 1)
    #expect(count == 1)
  }

  @Test func thePageCounts() {
    #expect(render(Text("a").onTapGesture(count: 2) {}).contains("data-taps=\"2\""))
    #expect(render(Text("a").onTapGesture(count: 0) {}).contains("data-taps=\"1\""))
  }

  @Test func aDisabledViewIsNotPressed() {
    let host = ViewHost.shown(Text("a").onTapGesture { Issue.record("pressed") }.disabled(true))
    #expect(throws: ViewEventError.self) { try host.send(.press(at: .zero), .div, 1) }
  }

  @Test func aGestureAroundADisabledViewIsEnabled() throws {
    var presses = 0
    let host = ViewHost.shown(Text("a").disabled(true).onTapGesture { presses += 1 })
    try host.send(.press(at: .zero), .div, 1)
    #expect(presses == 1)
  }
}

@MainActor
struct SpatialTapGestureTests {
  @Test func aPressHasAPoint() throws {
    var points: [CGPoint] = []
    let host = ViewHost.shown(
      Text("a").onTapGesture { points.append($0) }
        .gesture(SpatialTapGesture().onEnded { points.append($0.location) }))
    try host.send(.press(at: CGPoint(x: 3, y: 4)), .div, 2)
    try host.send(.press(at: CGPoint(x: -1, y: 0)), .div, 1)
    #expect(points == [CGPoint(x: 3, y: 4), CGPoint(x: -1, y: 0)])
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import MillraceViews

@MainActor
struct CoordinateSpaceTests {
  @Test func thePageIsToldWhatPointsAreMeasuredFrom() {
    let view = Text("a").onTapGesture(coordinateSpace: .named("map")) { _ in }
      .padding().coordinateSpace(.named("map"))
    let html = render(view)
    #expect(html.contains("data-space=\"view map\""))
    #expect(html.contains("data-in=\"view map\""))
    #expect(
      render(Text("a").gesture(DragGesture(coordinateSpace: .global)))
        .contains("data-in=\"window\""))
    #expect(!render(Text("a").gesture(DragGesture(coordinateSpace: .local))).contains("data-in"))
  }

  @Test func spacesAreCompared() {
    #expect(CoordinateSpace.global.isGlobal && !CoordinateSpace.global.isLocal)
    #expect(LocalCoordinateSpace().coordinateSpace.isLocal)
    #expect(
      NamedCoordinateSpace.named(1) == .named(1) && NamedCoordinateSpace.named(1) != .named(2))
  }
}

// SPDX-License-Identifier: Apache-2.0

import CirclesData
import Millrace
import MillraceTesting
import MillraceViewTesting
import MillraceViews
import Testing

@testable import CirclesUI

@MainActor
@Suite struct CirclesTests {
  @Test func aMoveStaysOnTheBoard() {
    let store = CirclesStore(initialState: CirclesState(count: 50), feature: .circles)
    store.dispatch(.move(7, to: Place(x: 3, y: 4)))
    #expect(store.state.dots[id: 7]?.place == Place(x: 3, y: 4))
    store.dispatch(.move(7, to: Place(x: -3, y: 4_000)))
    #expect(store.state.dots[id: 7]?.place == Place(x: 0, y: CirclesState.height))
    #expect(store.state.moves == 2)
    store.dispatch(.move(7, to: Place(x: -9, y: 9_000)))
    store.dispatch(.move(99, to: Place(x: 1, y: 1)))
    store.dispatch(.move(7, to: Place(x: .nan, y: 1)))
    store.dispatch(.move(7, to: Place(x: 1, y: .nan)))
    #expect(store.state.dots[id: 7]?.place == Place(x: 0, y: CirclesState.height))
    #expect(store.state.moves == 2)
  }

  @Test func allGoBack() {
    let store = CirclesStore(initialState: CirclesState(count: 50), feature: .circles)
    store.dispatch(.move(7, to: Place(x: 3, y: 4)))
    store.dispatch(.putBack)
    #expect(store.state.dots == CirclesState(count: 50).dots)
  }

  @Test func aDragIsTakenBackInOneStepAndMadeAgain() {
    let store = CirclesStore(initialState: CirclesState(count: 50), feature: .circles)
    let home = store.state.dots
    let page = RenderedView(CirclesContent().environment(store))
    for x in 1...30 { store.dispatch(.move(7, to: Place(x: Double(x), y: 4))) }
    store.dispatch(.undo(.end()))
    for x in 1...30 { store.dispatch(.move(7, to: Place(x: Double(x), y: 8))) }
    #expect(store.state.history.undoSteps().map(\.title) == ["Move", "Move"])
    page.find(.button, "Undo Move").tap()
    #expect(store.state.dots[id: 7]?.place == Place(x: 30, y: 4))
    page.find(.button, "Undo Move").tap()
    #expect(store.state.dots == home)
    page.find(.button, "Redo Move").tap()
    #expect(store.state.dots[id: 7]?.place == Place(x: 30, y: 4))
  }

  @Test func aMoveRunsTheBodyOfOneCircle() throws {
    let store = CirclesStore(initialState: CirclesState(), feature: .circles)
    let host = ViewHost(CirclesContent().environment(store))
    _ = host.html()
    _ = host.flush()
    #expect(host.bodies(of: DotView.self) == 1_000)
    // The first move changes the undo button too.
    store.dispatch(.move(400, to: Place(x: 0.5, y: 5)))
    _ = host.flush()
    for step in 1...20 {
      store.dispatch(.move(400, to: Place(x: Double(step), y: 5)))
      // The place of the circle, and the two numbers of the counter.
      let patches = host.flush()
      #expect(patches.count <= 3)
    }
    #expect(host.bodies(of: DotView.self) == 1_021)
    #expect(host.html().contains("21 moves have run 21 bodies of 1000 circles."))
  }

  @Test func bodiesThatOtherActionsRunAreNotCounted() {
    let store = CirclesStore(initialState: CirclesState(count: 50), feature: .circles)
    let host = ViewHost(CirclesContent().environment(store))
    _ = host.html()
    _ = host.flush()
    let actions: [CirclesAction] = [
      .move(7, to: Place(x: 3, y: 4)), .undo(.undo()), .undo(.redo()), .putBack,
      .move(8, to: Place(x: 3, y: 4)),
    ]
    for action in actions {
      store.dispatch(action)
      _ = host.flush()
    }
    #expect(host.bodies(of: DotView.self) == 55)
    #expect(host.html().contains("2 moves have run 2 bodies of 50 circles."))
  }

  @Test func aDragMovesACircle() throws {
    let store = CirclesStore(initialState: CirclesState(count: 3), feature: .circles)
    let host = ViewHost(CirclesContent().environment(store))
    let html = host.html()
    let mark = try #require(html.range(of: "data-drag"))
    let start = try #require(html[..<mark.lowerBound].range(of: "data-n=\"", options: .backwards))
    let number = try #require(Int(html[start.upperBound...].prefix { $0.isNumber }))
    let drag = ViewEvent.Drag(
      from: CGPoint(x: 11, y: 11), to: CGPoint(x: 100, y: 50), phase: .changed)
    try host.handle(ViewEvent(node: NodeID(rawValue: number), kind: .drag(drag)))
    #expect(store.state.dots[id: 0]?.place == Place(x: 100, y: 50))
  }
}

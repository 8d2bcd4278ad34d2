// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor
struct GestureStateTests {
  private struct Pulled: View {
    @GestureState private var shift = 0
    @State private var rest = 0

    var body: some View {
      Text("\(shift) \(rest)").gesture(
        DragGesture()
          .updating($shift) { value, shift, _ in shift += Int(value.translation.width) }
          .onEnded { rest = shift + Int($0.translation.width) })
    }
  }

  private func drag(_ x: Int, _ phase: ViewEvent.Drag.Phase) -> ViewEvent.Kind {
    .drag(ViewEvent.Drag(from: .zero, to: CGPoint(x: x, y: 0), phase: phase))
  }

  @Test func itLastsAsLongAsTheGesture() throws {
    let host = ViewHost.shown(Pulled())
    try host.send(drag(3, .changed), .div, 1)
    #expect(host.flush().map(\.textSet) == ["3 0"])
    try host.send(drag(4, .changed), .div, 1)
    #expect(host.flush().map(\.textSet) == ["7 0"])
    try host.send(drag(4, .ended), .div, 1)
    // `onEnded` reads the value of the gesture. After it the value is the initial one.
    #expect(host.flush().map(\.textSet) == ["0 11"])
  }

  @Test func aLostPointerEndsItToo() throws {
    let host = ViewHost.shown(Pulled())
    try host.send(drag(3, .changed), .div, 1)
    _ = host.flush()
    try host.send(drag(3, .cancelled), .div, 1)
    #expect(host.flush().map(\.textSet) == ["0 0"])
  }

  private struct Dragged: View {
    let model: Model
    @GestureState private var shift = 0

    var body: some View {
      Text("shift \(shift)")
      if !model.isOn {
        Text("card").gesture(
          DragGesture()
            .updating($shift) { value, shift, _ in shift = Int(value.translation.width) }
            .onEnded { _ in Issue.record("a cancelled drag does not call onEnded") })
      }
    }
  }

  @Test func aViewThatGoesEndsItToo() throws {
    let model = Model()
    let host = ViewHost.shown(Dragged(model: model))
    try host.send(drag(3, .changed), .div, 1)
    _ = host.flush()
    #expect(host.texts == ["shift 3", "card"])
    model.isOn = true
    _ = host.flush()
    #expect(host.texts == ["shift 0"])
  }

  private struct Locked: View {
    @GestureState private var shift = 0
    @State private var isLocked = false

    var body: some View {
      Text("\(shift)").gesture(
        DragGesture()
          .updating($shift) { value, shift, _ in shift = Int(value.translation.width) }
          .onChanged { isLocked = $0.translation.width > 9 }
      ).disabled(isLocked)
    }
  }

  @Test func aViewThatIsDisabledEndsItToo() throws {
    let host = ViewHost.shown(Locked())
    try host.send(drag(3, .changed), .div, 1)
    #expect(host.flush().map(\.textSet) == ["3"])
    try host.send(drag(10, .changed), .div, 1)
    _ = host.flush()
    #expect(throws: ViewEventError.self) { try host.send(drag(11, .ended), .div, 1) }
    _ = host.flush()
    #expect(host.texts == ["0"])
  }

  @Test func aPageThatGoesInADragGoesQuietly() throws {
    let host = ViewHost.shown(Dragged(model: Model()))
    try host.send(drag(3, .changed), .div, 1)
    host.close()
    #expect(host.flush().isEmpty)
  }

  @Test func outsideOfAHostItIsAsAtFirst() {
    let state = GestureState(wrappedValue: 4)
    #expect(state.wrappedValue == 4)
    #expect(state.projectedValue.wrappedValue == 4)
    #expect(GestureState<Int?>().wrappedValue == nil)
  }
}

extension Patch {
  fileprivate var textSet: String? { if case .setText(_, let text) = self { text } else { nil } }
}

// SPDX-License-Identifier: Apache-2.0

import CirclesData
import Millrace

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// A board of a thousand circles, with the number of view bodies that ran because of moves.
public struct CirclesContent: View {
  @Environment(CirclesStore.self) private var store
  @State private var meter = BodyMeter()

  /// Creates the view.
  ///
  /// The environment must have a ``CirclesStore``.
  public init() {}

  /// The count, the buttons and the board.
  public var body: some View {
    VStack(alignment: .leading) {
      BodyCount(meter: meter)
      ScrollView(.horizontal) {
        ZStack {
          ForEach(store.dots.ids, id: \.self) { DotView(id: $0, meter: meter) }
        }
        .frame(width: CirclesState.width, height: CirclesState.height)
        .coordinateSpace(.named("board"))
        .border(.gray)
      }
    }
    .toolbar {
      UndoButtons()
      Button("Put them back") { store.dispatch(.putBack) }
    }
    .navigationTitle("Circles")
  }
}

/// Buttons that undo and redo, with shortcuts and the titles of the steps.
struct UndoButtons: View {
  @Environment(CirclesStore.self) private var store

  var body: some View {
    let (undo, redo) = (store.history.undoTitle, store.history.redoTitle)
    Button("Undo \(undo ?? "")") { store.dispatch(.undo(.undo())) }
      .keyboardShortcut("z").disabled(undo == nil)
    Button("Redo \(redo ?? "")") { store.dispatch(.undo(.redo())) }
      .keyboardShortcut("z", modifiers: [.command, .shift]).disabled(redo == nil)
  }
}

/// Counts the runs of circles' bodies.
@MainActor final class BodyMeter {
  private var bodies = 0

  func count() {
    bodies += 1
  }

  /// Returns the number of bodies that ran since the last call.
  func take() -> Int {
    defer { bodies = 0 }
    return bodies
  }
}

/// One circle.
///
/// It reads only its own row, so a move of another circle does not run its body.
struct DotView: View {
  let id: Dot.ID
  let meter: BodyMeter
  @Environment(CirclesStore.self) private var store

  var body: some View {
    let _ = meter.count()
    if let place = store.dots[id]?.place {
      Circle().fill(.tint)
        .frame(width: 16, height: 16)
        .gesture(
          DragGesture(minimumDistance: 1, coordinateSpace: .named("board"))
            .onChanged {
              store.dispatch(.move(id, to: Place(x: $0.location.x, y: $0.location.y)))
            }
            .onEnded { _ in store.dispatch(.undo(.end())) }
        )
        .position(x: place.x, y: place.y)
    }
  }
}

/// Shows the number of circles' bodies that ran because of moves.
///
/// The bodies of the circles run in the same update as this body. `onChange` runs after all of
/// them, so the count is complete. Bodies that ran because of another action are not counted.
struct BodyCount: View {
  let meter: BodyMeter
  @Environment(CirclesStore.self) private var store
  @State private var bodies = 0

  var body: some View {
    Text("\(store.moves) moves have run \(bodies) bodies of \(store.dots.count) circles.")
      .onAppear { _ = meter.take() }
      .onChange(of: [store.moves, store.otherActions]) { before, now in
        let count = meter.take()
        if before[0] != now[0] { bodies += count }
      }
  }
}

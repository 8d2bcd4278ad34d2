// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import AnimalsUI
import BoardData
import BoardUI
import CirclesData
import CirclesUI
import CounterData
import CounterUI
import Millrace
import MillraceUI
import PeopleData
import PeopleUI
import QuakesData
import QuakesUI
import SignUpData
import SignUpUI
import SwiftUI

#if os(macOS)
  import AppKit
#endif

/// The samples as a Mac app.
///
/// On systems without SwiftUI the gallery serves the same views.
///
/// Nothing is stored: each start shows the initial data of all samples again. An app that stores
/// the animals and the drafts uses `LocalAnimals` of the module `AnimalsStorage`.
@main
struct SamplesApp: App {
  @State private var counter = Store(initialState: CounterState(), reducer: .counter)
  @State private var people = People()
  @State private var circles = CirclesStore(initialState: CirclesState(), feature: .circles)
  @State private var quakes = QuakesStore(initialState: QuakesState(), feature: .quakes())
  @State private var board = Board()
  @State private var animals = AnimalsStore.inMemory()
  @State private var drafts = AnimalDraftsStore(initialState: AnimalDrafts(), reducer: .drafts)
  @State private var signUp = SignUpStore(initialState: SignUpState(), feature: .signUp())

  init() {
    #if os(macOS)
      // The system does not treat a program started by `swift run` as an app. Without these lines
      // its windows would stay behind those of other apps and get no key events.
      NSApplication.shared.setActivationPolicy(.regular)
      Task { NSApplication.shared.activate() }
    #endif
  }

  var body: some Scene {
    WindowGroup("Counter", id: "counter") {
      CounterContent().environment(counter)
    }
    WindowGroup("People", id: "people") {
      Provider(\.peopleStore, people.store) { PeopleContent() }
        .environment(\.workMeter, people.meter)
    }
    WindowGroup("Circles", id: "circles") {
      CirclesContent().environment(circles)
    }
    WindowGroup("Earthquakes", id: "quakes") {
      QuakesContent().environment(quakes)
    }
    WindowGroup("Board", id: "board") {
      BoardWindow(board: board)
    }
    WindowGroup("Animals", id: "animals") {
      AnimalsContent().environment(animals).environment(drafts)
    }
    WindowGroup("Sign Up", id: "signup") {
      SignUpContent().environment(signUp)
    }
  }
}

extension AnimalsStore {
  /// Creates a store of animals that are only in memory, without a journal.
  fileprivate static func inMemory() -> AnimalsStore {
    let store = AnimalsStore(
      initialState: AnimalsState(), feature: .animals(MemoryAnimals()))
    store.dispatch(.begin(client: "app"))
    return store
  }
}

/// The boards, and the desk of the person at this computer.
@MainActor
private final class Board {
  let server = BoardServer()
  let desk: DeskStore

  init() {
    desk = DeskStore(initialState: DeskState(), feature: .desk(server.service))
  }
}

/// One window of the boards, with its own route and search.
private struct BoardWindow: View {
  let board: Board
  @State private var place = PlaceStore(initialState: BoardPlace(), reducer: .place)

  var body: some View {
    BoardContent(boards: board.server.boards).environment(board.desk).environment(place)
  }
}

/// The store of ten thousand people, and the meter of its work.
@MainActor
private final class People {
  let meter = WorkMeter()
  let store: Store<PeopleState, PeopleAction>

  init() {
    store = Store(
      initialState: PeopleState(count: 10_000, seed: 1),
      feature: Feature(Reducer.people, middleware: meter))
  }
}

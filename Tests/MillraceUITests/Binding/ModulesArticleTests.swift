// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViews
import TestSupport
import Testing

/// The stack of screens and the sheets of the article "Modular apps", on a page.
@MainActor struct ModulesArticleTests {
  struct Job: Identifiable, Equatable, Sendable {
    let id: Int
    var title = ""
  }

  struct Notes: Identifiable, Equatable, Sendable {
    let id: Int
    var text = ""
  }

  enum JobAction: Sendable { case rename(String), wait }
  enum NotesAction: Sendable { case write(String) }

  enum Screen: Equatable, Sendable {
    case job(Job)
    case notes(Notes)

    var job: Job? { if case .job(let job) = self { job } else { nil } }
    var notes: Notes? { if case .notes(let notes) = self { notes } else { nil } }
  }

  enum ScreenAction: Sendable {
    case job(JobAction)
    case notes(NotesAction)

    static let jobPath = CasePath(case: Self.job) {
      if case .job(let job) = $0 { job } else { nil }
    }
    static let notesPath = CasePath(case: Self.notes) {
      if case .notes(let notes) = $0 { notes } else { nil }
    }
  }

  struct Level: Identifiable, Equatable, Sendable {
    let id: Int
    var screen: Screen
  }

  struct StackState: Equatable, Sendable {
    var path = EntityTable<Level>()
    var lastLevel = 0
  }

  enum StackAction: Sendable {
    case screen(Level.ID, ScreenAction)
    case open(Screen)
    case pop(to: [Level.ID])
  }

  static func screen(_ gate: Gate) -> Feature<Screen, ScreenAction> {
    let job = Feature<Job, JobAction> { state, action in
      switch action {
      case .rename(let title): state.title = title
      case .wait:
        return .run { send in
          await gate.wait()
          await send(.rename("late"))
        }
      }
      return .none
    }
    let notes = Reducer<Notes, NotesAction> { state, action in
      if case .write(let text) = action { state.text = text }
    }
    return .combine {
      job.ifCase(
        action: ScreenAction.jobPath, state: CasePath(case: Screen.job, extract: { $0.job }))
      notes.ifCase(
        action: ScreenAction.notesPath, state: CasePath(case: Screen.notes, extract: { $0.notes }))
    }
  }

  static func stack(_ gate: Gate) -> Feature<StackState, StackAction> {
    let path = CasePath<StackAction, (Level.ID, ScreenAction)>(case: StackAction.screen) {
      if case .screen(let id, let action) = $0 { (id, action) } else { nil }
    }
    return .combine {
      screen(gate).lift(action: CasePath.identity, state: \Level.screen)
        .forEach(action: path, state: \.path)
      Reducer { state, action in
        switch action {
        case .open(let screen):
          state.lastLevel += 1
          state.path.addOne(Level(id: state.lastLevel, screen: screen))
        case .pop(let ids): state.path.removeAll { !ids.contains($0.id) }
        case .screen: break
        }
      }
    }
  }

  struct StackView: View {
    @Environment(Store<StackState, StackAction>.self) private var store

    var body: some View {
      NavigationStack(path: store.binding(\.path.ids) { .pop(to: $0) }) {
        Button("Job") { store.dispatch(.open(.job(Job(id: 1)))) }
          .navigationDestination(for: Level.ID.self) { id in
            if let job = store.projection(
              action: { StackAction.screen(id, .job($0)) }, ifLet: \.path[id: id]?.screen.job)
            {
              Text("job \(job.id) \(job.title)")
              Button("Notes on \(id)") { store.dispatch(.open(.notes(Notes(id: 1)))) }
              Button("Same as \(id)") { store.dispatch(.open(.job(job.state))) }
            } else if let notes = store.projection(
              action: { StackAction.screen(id, .notes($0)) }, ifLet: \.path[id: id]?.screen.notes)
            {
              Text("notes \(notes.text)")
              Button("Write") { notes.dispatch(.write("milk")) }
            }
          }
      }
    }
  }

  @Test func theScreensOfEqualContentAreLevelsOfTheirOwn() throws {
    let store = Store(initialState: StackState(), feature: Self.stack(Gate()))
    let host = ViewHost(StackView().environment(store))
    _ = host.html()
    try host.tap("Job")
    store.dispatch(.screen(1, .job(.rename("wash"))))
    try host.tap("Same as 1")
    store.dispatch(.screen(2, .job(.rename("iron"))))
    try host.tap("Notes on 2")
    try host.tap("Write")
    _ = host.flush()
    #expect(
      store.path.map(\.screen) == [
        .job(Job(id: 1, title: "wash")), .job(Job(id: 1, title: "iron")),
        .notes(Notes(id: 1, text: "milk")),
      ])
    #expect(host.html().contains("notes milk"))
    store.dispatch(.pop(to: [1]))
    try host.tap("Same as 1")
    #expect(store.path.ids == [1, 4], "the id of a level is not used again")
  }

  @Test func theEffectsOfALevelEndWithItAndAnEqualOneGetsNoneOfTheirActions() async {
    let gate = Gate()
    let store = Store(initialState: StackState(), feature: Self.stack(gate))
    store.dispatch(.open(.job(Job(id: 1))))
    let receipt = store.dispatch(.screen(1, .job(.wait)))
    store.dispatch(.pop(to: []))
    store.dispatch(.open(.job(Job(id: 1))))
    await gate.open()
    await receipt.finish()
    #expect(store.path.map(\.screen) == [.job(Job(id: 1))])
  }

  struct BoardState: Equatable, Sendable {
    var sheet: Screen?
    var isPresenting: Bool { sheet != nil }
  }

  enum BoardAction: Sendable {
    case sheet(ScreenAction)
    case present(Screen)
    case dismiss
  }

  static func board(_ gate: Gate) -> Feature<BoardState, BoardAction> {
    let path = CasePath(case: BoardAction.sheet) {
      if case .sheet(let action) = $0 { action } else { nil }
    }
    return .combine {
      screen(gate).ifLet(action: path, state: \.sheet)
      Reducer { state, action in
        switch action {
        case .present(let screen): state.sheet = screen
        case .dismiss: state.sheet = nil
        case .sheet: break
        }
      }
    }
  }

  struct BoardView: View {
    @Environment(Store<BoardState, BoardAction>.self) private var store

    var body: some View {
      Button("Notes") { store.dispatch(.present(.notes(Notes(id: 1)))) }
        .sheet(isPresented: store.binding(\.isPresenting) { _ in .dismiss }) {
          if let notes = store.projection(
            action: { BoardAction.sheet(.notes($0)) }, ifLet: \.sheet?.notes)
          {
            Text("notes \(notes.text)")
            Button("Write") { notes.dispatch(.write("milk")) }
            Button("Job") { store.dispatch(.present(.job(Job(id: 1)))) }
          }
          if let job = store.projection(
            action: { BoardAction.sheet(.job($0)) }, ifLet: \.sheet?.job)
          {
            Text("job \(job.id)")
          }
        }
    }
  }

  @Test func oneOfSeveralSheetsIsShownAndItsFeatureRuns() throws {
    let store = Store(initialState: BoardState(), feature: Self.board(Gate()))
    let host = ViewHost(BoardView().environment(store))
    _ = host.html()
    try host.tap("Notes")
    _ = host.flush()
    try host.tap("Write")
    _ = host.flush()
    #expect(store.sheet == .notes(Notes(id: 1, text: "milk")))
    #expect(host.html().contains("notes milk"))
    try host.tap("Job")
    _ = host.flush()
    #expect(store.sheet == .job(Job(id: 1)))
    #expect(host.html().contains("job 1") && !host.html().contains("notes milk"))
    store.dispatch(.dismiss)
    _ = host.flush()
    #expect(!host.html().contains("job 1"))
  }

  @Test func theEffectsOfASheetEndWhenAnotherOneIsShown() async {
    let gate = Gate()
    let store = Store(initialState: BoardState(), feature: Self.board(gate))
    store.dispatch(.present(.job(Job(id: 1))))
    let receipt = store.dispatch(.sheet(.job(.wait)))
    store.dispatch(.present(.notes(Notes(id: 1))))
    store.dispatch(.present(.job(Job(id: 1))))
    await gate.open()
    await receipt.finish()
    #expect(store.sheet == .job(Job(id: 1)))
  }
}

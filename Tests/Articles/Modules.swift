// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of Modules.md needs; see bin/support/articles.py.

import MillraceTesting
import MillraceUI
import MillraceViews

// block 4

struct CounterState: Sendable { var count = 0 }
enum CounterAction: Sendable { case increment }

let counter = Reducer<CounterState, CounterAction> { state, _ in state.count += 1 }

struct Task: Identifiable, Equatable, Sendable {
  let id: Int
  var title = ""
}

enum TaskAction: Sendable { case rename(String) }

let task = Reducer<Task, TaskAction> { state, action in
  if case .rename(let title) = action { state.title = title }
}

struct Example1 {
  // block 1
}

func takeApart() {
  // block 2
}

// block 3 is not compiled: lines of a manifest

struct Settings: Sendable { var sound = 0.5, theme = "light" }

@CasePathable
enum SettingsAction: Sendable { case sound(Double), theme(String) }

struct User: Sendable { var name = "" }

enum EditorAction: Sendable { case type(String), rename(String) }

let editor = Reducer<Editor, EditorAction> { state, action in
  switch action {
  case .type(let text): state.draft = text
  case .rename(let name): state.user.name = name
  }
}

struct Row: Identifiable, Sendable {
  let id: Int
  var amount = 0
}

enum RowAction: Sendable { case add(Int) }

let row = Reducer<Row, RowAction> { state, action in
  if case .add(let amount) = action { state.amount += amount }
}

@CasePathable
enum ShopAction: Sendable { case editor(EditorAction), row(Row.ID, RowAction) }

// block 6

struct Notes: Equatable, Sendable {
  let id: Int
  var text = ""
}

enum NotesAction: Sendable { case write(String) }

let notes = Reducer<Notes, NotesAction> { state, action in
  switch action {
  case .write(let text): state.text = text
  }
}

struct NotesView: View {
  let store: StoreProjection<Notes, NotesAction>
  var body: some View { Text(store.text) }
}

extension Screen: Equatable {}

@CasePathable
enum ScreenAction: Sendable { case task(TaskAction), notes(NotesAction) }

@CasePathable
enum StackAction: Sendable {
  case screen(Level.ID, ScreenAction), open(Screen), pop(to: [Level.ID])
}

// block 7

// block 8

@CasePathable
enum BoardAction: Sendable { case sheet(ScreenAction), present(Screen), dismiss }

// block 9

@MainActor func test() async {
  // block 10
}

func find(in action: AppAction) {
  // block 5
}

struct Example11 {
  enum AppAction: CasePathable {
    case counter(CounterAction), settings(SettingsAction)

    struct CasePaths: Sendable {}
    static let casePaths = CasePaths()

    // block 11
  }
}

struct AppState: Sendable { var counter = CounterState(), settings = Settings() }

let sound = Reducer<Double, Double> { state, action in state = action }
let theme = Reducer<String, String> { state, action in state = action }

func combineSettings() {
  // block 12
}

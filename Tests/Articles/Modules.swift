// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of Modules.md needs; see bin/support/articles.py.

// block 4

struct CounterState: Sendable { var count = 0 }
enum CounterAction: Sendable { case increment }

let counter = Reducer<CounterState, CounterAction> { state, _ in state.count += 1 }

struct Task: Identifiable, Sendable {
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

struct Notes: Sendable {
  let id: Int
  var text = ""
}

enum NotesAction: Sendable { case write(String) }

let notes = Reducer<Notes, NotesAction> { state, action in
  switch action {
  case .write(let text): state.text = text
  }
}

struct StackState: Sendable { var path = EntityTable<Screen>() }

@CasePathable
enum ScreenAction: Sendable { case task(TaskAction), notes(NotesAction) }

@CasePathable
enum StackAction: Sendable {
  case screen(Screen.ID, ScreenAction), open(Screen), pop(to: [Screen.ID])
}

// block 6

func find(in action: AppAction) {
  // block 5
}

struct Example7 {
  enum AppAction: CasePathable {
    case counter(CounterAction), settings(SettingsAction)

    struct CasePaths: Sendable {}
    static let casePaths = CasePaths()

    // block 7
  }
}

struct AppState: Sendable { var counter = CounterState(), settings = Settings() }

let sound = Reducer<Double, Double> { state, action in state = action }
let theme = Reducer<String, String> { state, action in state = action }

func combineSettings() {
  // block 8
}

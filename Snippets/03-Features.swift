// SPDX-License-Identifier: Apache-2.0

// Independent features, lifted into one app: by the case of the action, by the id of a row, and for
// an optional state.

import Millrace

// A feature: a state, its actions, and what the actions change. This one starts no effects, so it
// is a `Reducer`. With effects it would be a `Feature`, which is composed in the same way.
struct Task: Identifiable, Equatable, Sendable {
  let id: Int
  var title: String
  var isDone = false
}

enum TaskAction: Sendable {
  case toggle
  case rename(String)
}

let task = Reducer<Task, TaskAction> { task, action in
  switch action {
  case .toggle: task.isDone.toggle()
  case .rename(let title): task.title = title
  }
}

// The app's state contains the states of the features, and its actions contain their actions.
struct AppState: Sendable {
  var tasks = EntityTable<Task>()
  var draft: Task?
  var theme = "light"
}

enum AppAction: Sendable, CasePathable {
  case task(Task.ID, TaskAction)
  case draft(TaskAction)
  case theme(String)
  case newDraft
  case saveDraft

  // The macro `@CasePathable` of MillraceMacros generates such code.
  struct CasePaths: Sendable {
    let task = CasePath(case: AppAction.task) {
      if case .task(let id, let action) = $0 { (id, action) } else { nil }
    }
    let draft = CasePath(case: AppAction.draft) {
      if case .draft(let action) = $0 { action } else { nil }
    }
    let theme = CasePath(case: AppAction.theme) {
      if case .theme(let name) = $0 { name } else { nil }
    }
  }
  static let casePaths = CasePaths()
  static func caseIndex(of action: AppAction) -> Int {
    switch action {
    case .task: 0
    case .draft: 1
    case .theme: 2
    case .newDraft: 3
    case .saveDraft: 4
    }
  }
}

let app = Feature<AppState, AppAction>.combine {
  task.forEach(action: \.task, state: \.tasks)
  task.ifLet(action: \.draft, state: \.draft)
  Reducer { theme, name in theme = name }.lift(action: \.theme, state: \.theme)
  Reducer { state, action in
    switch action {
    case .newDraft: state.draft = Task(id: state.tasks.count + 1, title: "")
    case .saveDraft: if let task = state.draft.take() { state.tasks.addOne(task) }
    default: break
    }
  }
}

let store = Store(initialState: AppState(), feature: app)
let watch = store.subscribe(to: \.draft?.title) { print("draft:", $0 ?? "none") }

store.dispatch(.newDraft)
store.dispatch(.draft(.rename("Read the laws")))
store.dispatch(.saveDraft)
store.dispatch(.task(1, .toggle))
store.dispatch(.theme("dark"))
if let first = store.state.tasks[id: 1] { print(first.title, first.isDone, store.state.theme) }

// A case path extracts the value of a case, and creates a case from a value. Paths can go through
// any number of levels.
print(AppAction.task(1, .toggle).is(\.task), AppAction.newDraft.is(\.task))
print(AppAction.draft(.rename("x"))[case: \.draft] ?? .toggle)
print(AppAction.casePaths.theme("dark"))

watch.cancel()

// Prints:
// draft:
// draft: Read the laws
// draft: none
// Read the laws true dark
// true false
// rename("x")
// theme("dark")

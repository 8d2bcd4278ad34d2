// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceLink

/// The store of one page of the monitor.
typealias MonitorStore = Store<MonitorState, MonitorAction>

/// The state of one page of the monitor.
struct MonitorState: FormState, Equatable {
  /// The id of the store that is shown, or nil until the page has shown a first one.
  var store: Int?
  var pane = Pane.changes
  var filter = ActionFilter()
  /// The name under which the filter is saved.
  var viewName = ""
  /// The id of the selected action, or nil for the last action before the state that the time
  /// machine shows.
  var selection: Int?
  /// The text of the search in the state.
  var stateQuery = ""
  /// The paths of the unfolded parts of the state.
  var unfolded: Set<String> = []
  /// The text of an action that the user types.
  var actionText = ""
  /// The pasted text of a file.
  var importText = ""
  /// The wrong value of a part of the state for which a test is generated: `PATH=JSON`.
  var condition = ""
  /// The code of the generated test.
  var testText = ""
  /// The result of the last command or request.
  var notice: Notice?

  static let fields = [
    FormField("filter", \Self.filter.text), FormField("inverted", \.filter.isInverted),
    FormField("hidesUnchanged", \.filter.hidesUnchanged), FormField("path", \.filter.path),
    FormField("viewName", \.viewName),
    FormField("stateQuery", \.stateQuery), FormField("action", \.actionText),
    FormField("import", \.importText), FormField("condition", \.condition),
    FormField("pane", \.pane),
  ]

  /// The text that a group of the tools pane sends.
  fileprivate func text(of tool: Tool?) -> String {
    switch tool {
    case .dispatch: actionText
    case .importing: importText
    case .test: condition
    case nil: ""
    }
  }
}

/// The panes beside the list.
enum Pane: String, CaseIterable, Codable, Sendable {
  case changes, state, cause, effects, selectors, tools

  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// The groups of the tools pane that show the results of their requests.
enum Tool: Equatable, Sendable {
  case dispatch, importing, test
}

/// The result of a command or a request.
struct Notice: Equatable, Sendable {
  var text: String
  var isProblem = false
  /// The group that shows the notice, or nil for a notice above the panes.
  var tool: Tool?
}

/// The actions of a page of the monitor.
enum MonitorAction: FormAction, Equatable {
  case edit(Edit<MonitorState>)
  /// Shows another store.
  case show(store: Int)
  case select(Int?)
  case apply(ActionFilter)
  /// Folds a part of the state, or unfolds it.
  case fold(String)
  /// Shows a notice.
  case showNotice(Notice)
  /// Shows the code of a test.
  case wroteTest(String)
  /// Clears the text of an action that was dispatched.
  case sent
}

extension Reducer where State == MonitorState, Action == MonitorAction {
  static var monitor: Reducer {
    Reducer { state, action in
      switch action {
      case .edit(let edit):
        let before = state.text(of: state.notice?.tool)
        edit.apply(to: &state)
        // The notice is about the text before.
        if state.text(of: state.notice?.tool) != before { state.notice = nil }
      case .show(let store):
        guard state.store != store else { return }
        state.store = store
        state.selection = nil
        state.unfolded = []
        state.notice = nil
        state.testText = ""
      case .select(let id): state.selection = id
      case .apply(let filter): state.filter = filter
      case .fold(let path):
        if state.unfolded.remove(path) == nil { state.unfolded.insert(path) }
      case .showNotice(let notice):
        state.notice = notice
        // An earlier test is no answer to the new condition.
        if notice.tool == .test { state.testText = "" }
      case .wroteTest(let text):
        state.testText = text
        state.notice = Notice(
          text: "The test fails while the actions lead to this value.", tool: .test)
      case .sent:
        state.actionText = ""
        state.notice = Notice(text: "Dispatched.", tool: .dispatch)
      }
    }
  }
}

extension MonitorStore {
  /// Executes a command of a store's time machine.
  ///
  /// A failure is shown as a notice.
  func perform(_ command: MonitorCommand, in store: MonitoredStore) {
    store.perform(command) { [weak self] failure in
      if let failure { self?.dispatch(.showNotice(Notice(text: "\(failure)", isProblem: true))) }
    }
  }

  /// Sends a request to a store.
  ///
  /// The result is dispatched as an action; a failure is shown as a notice of the tool.
  func attempt(
    _ request: StoreRequest, in store: MonitoredStore, for tool: Tool? = nil,
    then done: @escaping @MainActor (String) -> MonitorAction
  ) {
    store.perform(request) { [weak self] result in
      switch result {
      case .success(let text): self?.dispatch(done(text))
      case .failure(let error):
        self?.dispatch(.showNotice(Notice(text: "\(error)", isProblem: true, tool: tool)))
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceLink

/// The store of one page of the monitor.
typealias MonitorStore = Store<MonitorState, MonitorAction>

/// What one page of the monitor shows.
struct MonitorState: FormState, Equatable {
  /// The store that is looked at; nil until the page has shown a first one.
  var store: Int?
  var pane = Pane.changes
  var filter = ActionFilter()
  /// The name under which the filter is to be saved.
  var viewName = ""
  /// The id of the action that is looked at; nil for the one that the machine looks at.
  var selection: Int?
  /// What is searched for in the state.
  var stateQuery = ""
  /// The parts of the state that are unfolded.
  var unfolded: Set<String> = []
  /// An action as it is being typed.
  var actionText = ""
  /// A file as it was pasted.
  var importText = ""
  /// A part of the state and its value, of which a test is to be written.
  var condition = ""
  var testText = ""
  /// What became of the last thing that was asked for.
  var notice: Notice?

  static let fields = [
    FormField("filter", \Self.filter.text), FormField("inverted", \.filter.isInverted),
    FormField("hidesUnchanged", \.filter.hidesUnchanged), FormField("path", \.filter.path),
    FormField("viewName", \.viewName),
    FormField("stateQuery", \.stateQuery), FormField("action", \.actionText),
    FormField("import", \.importText), FormField("condition", \.condition),
    FormField("pane", \.pane),
  ]
}

/// The panes beside the list.
enum Pane: String, CaseIterable, Codable, Sendable {
  case changes, state, cause, effects, selectors, tools

  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// What became of something.
struct Notice: Equatable, Sendable {
  var text: String
  var isProblem = false
}

/// What can happen on a page of the monitor.
enum MonitorAction: FormAction, Equatable {
  case edit(Edit<MonitorState>)
  /// Look at another store.
  case show(store: Int)
  case select(Int?)
  case apply(ActionFilter)
  /// Fold a part of the state, or unfold it.
  case fold(String)
  case told(Notice)
  case wroteTest(String)
  /// The action that was typed is on its way.
  case sent
}

extension Reducer where State == MonitorState, Action == MonitorAction {
  static var monitor: Reducer {
    Reducer { state, action in
      switch action {
      case .edit(let edit): edit.apply(to: &state)
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
      case .told(let notice): state.notice = notice
      case .wroteTest(let text):
        state.testText = text
        state.notice = Notice(text: "The test fails as long as the trace ends like this.")
      case .sent:
        state.actionText = ""
        state.notice = Notice(text: "Dispatched.")
      }
    }
  }
}

extension MonitorStore {
  /// Gives the machine of a store a command, and tells why it was not done if it was not.
  func perform(_ command: MonitorCommand, in store: MonitoredStore) {
    store.perform(command) { [weak self] failure in
      if let failure { self?.dispatch(.told(Notice(text: "\(failure)", isProblem: true))) }
    }
  }

  /// Asks a store for something that may fail, and tells what became of it.
  func attempt(
    _ request: StoreRequest, in store: MonitoredStore,
    then done: @escaping @MainActor (String) -> MonitorAction
  ) {
    store.perform(request) { [weak self] result in
      switch result {
      case .success(let text): self?.dispatch(done(text))
      case .failure(let error): self?.dispatch(.told(Notice(text: "\(error)", isProblem: true)))
      }
    }
  }
}

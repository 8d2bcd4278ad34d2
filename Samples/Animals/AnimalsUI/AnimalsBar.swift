// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import Millrace
import MillraceUI
import MillraceUndo

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The buttons to undo, redo and reload the sample data, and the state of the server.
struct AnimalsBar: View {
  let server: Binding<Bool>?
  let problem: Binding<String?>
  @Environment(AnimalsStore.self) private var store
  @State private var isAsking = false

  var body: some View {
    HStack {
      UndoButtons(problem: problem)
      Button("Reload Sample Data…") { isAsking = true }.disabled(store.isLoading)
      Spacer()
      ServerLine()
      if let server { Toggle("Server", isOn: server) }
    }
    .confirmationDialog(
      "Replace all animals with the sample data?", isPresented: $isAsking,
      titleVisibility: .visible
    ) {
      Button("Reload", role: .destructive) {
        problem.wrappedValue = store.problem(of: .make(.reloadSampleData))
      }
    }
  }
}

/// Buttons that undo and redo the steps of this window's person, with shortcuts and the titles of
/// the steps.
///
/// A step of another person does not run this body.
struct UndoButtons: View {
  let problem: Binding<String?>
  @Environment(AnimalsStore.self) private var store
  @Environment(AnimalDraftsStore.self) private var drafts

  var body: some View {
    let person = drafts.owner
    let undo = store.read(StateSelector(\.[undoTitleOf: person]))
    let redo = store.read(StateSelector(\.[redoTitleOf: person]))
    Button("Undo \(undo ?? "")") {
      problem.wrappedValue = store.problem(of: .undo(.undo(by: person)))
    }
    .keyboardShortcut("z").disabled(undo == nil)
    Button("Redo \(redo ?? "")") {
      problem.wrappedValue = store.problem(of: .undo(.redo(by: person)))
    }
    .keyboardShortcut("z", modifiers: [.command, .shift]).disabled(redo == nil)
  }
}

extension AnimalsStore {
  /// Dispatches an action of a person.
  ///
  /// Returns the reason if the action was rejected, or nil.
  func problem(of action: AnimalsAction) -> String? {
    do { try dispatch(action).get() } catch {
      return (error as? Refusal)?.message ?? "It could not be done: \(error)"
    }
    return nil
  }
}

/// The reason why the last action of this window's person was rejected.
///
/// It is shown until the person dismisses it or does something else.
struct ProblemLine: View {
  let problem: Binding<String?>

  var body: some View {
    if let text = problem.wrappedValue {
      HStack {
        Text(text).foregroundStyle(.red)
        Button("Dismiss") { problem.wrappedValue = nil }
      }
    }
  }
}

/// The state of the connection to the server, and the number of pending changes.
struct ServerLine: View {
  @Environment(AnimalsStore.self) private var store

  var body: some View {
    let count = store.outbox.count
    if count > 0 {
      Text(count == 1 ? "1 change waits." : "\(count) changes wait.")
    }
    if case .away(let reason) = store.link {
      Text(reason).foregroundStyle(.red)
      Button("Try Now") { store.dispatch(.tryNow) }
    } else if store.link == .there, count == 0 {
      Text("All changes are on the server.").foregroundStyle(.secondary)
    }
  }
}

/// The changes that the server refused.
///
/// Each is shown until a person dismisses it.
struct RefusedChanges: View {
  @Environment(AnimalsStore.self) private var store

  var body: some View {
    ForEach(store.refused) { refused in
      HStack {
        Text("Not done: \(refused.title). \(refused.reason)").foregroundStyle(.red)
        Button("Dismiss") { store.dispatch(.dismiss(refused.id)) }
      }
    }
  }
}

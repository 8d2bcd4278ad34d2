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
      "Put the sample data in the place of all animals?", isPresented: $isAsking,
      titleVisibility: .visible
    ) {
      Button("Reload", role: .destructive) {
        problem.wrappedValue = store.problem(of: .make(.reloadSampleData))
      }
    }
  }
}

/// Buttons that undo and redo what the person of this window has done, with shortcuts and the
/// titles of the steps; no step of another person runs this body.
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
  /// Dispatches an action that a person asks for; returns why it cannot be done, or nil.
  func problem(of action: AnimalsAction) -> String? {
    do { try dispatch(action).get() } catch {
      return (error as? Refusal)?.message ?? "It could not be done: \(error)"
    }
    return nil
  }
}

/// Why the last thing that the person of this window asked for could not be done, until it is
/// dismissed or something else is done.
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

/// Whether the server answers, and how many changes wait for it.
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

/// The changes that the server did not make, until a person has seen them.
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

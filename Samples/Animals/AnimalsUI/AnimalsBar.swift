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
    HStack { ServerLine() }
      .toolbar {
        UndoButtons(problem: problem)
        Button("Reload Sample Data…") { isAsking = true }.disabled(store.isLoading)
        if let server { Toggle("Server", isOn: server) }
      }
      .confirmationDialog(
        "Replace all animals with the sample data?", isPresented: $isAsking,
        titleVisibility: .visible
      ) {
        Button("Reload", role: .destructive) {
          store.perform(.make(.reloadSampleData), problem: problem)
        }
      } message: {
        Text("The animals of all people are replaced. This cannot be undone.")
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
      store.perform(.undo(.undo(by: person)), problem: problem)
    }
    .keyboardShortcut("z").disabled(undo == nil)
    Button("Redo \(redo ?? "")") {
      store.perform(.undo(.redo(by: person)), problem: problem)
    }
    .keyboardShortcut("z", modifiers: [.command, .shift]).disabled(redo == nil)
  }
}

extension AnimalsStore {
  /// Dispatches an action of a person.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - problem: Is set to nil, and then to the reason if the action was rejected or, later, if
  ///     its change could not be written.
  func perform(_ action: AnimalsAction, problem: Binding<String?>) {
    let receipt = dispatch(action)
    // A rejection is known at once.
    if case .rejected(let error) = receipt.outcome {
      problem.wrappedValue = (error as? Refusal)?.message ?? "It could not be done: \(error)"
      return
    }
    problem.wrappedValue = nil
    Task {
      if let failure = await receipt.failure() { problem.wrappedValue = failure }
    }
  }
}

extension DispatchReceipt {
  /// Waits until the change is written to the journal.
  ///
  /// Returns the reason if the change was rejected or could not be written. A store without a
  /// journal, as in a preview, writes nothing, and then the result is nil.
  func failure() async -> String? {
    do { try await written() } catch is NotKept { return nil } catch {
      return (error as? Refusal)?.message ?? "The change could not be written yet: \(error)"
    }
    return nil
  }
}

/// The reason why an action of this window's person was rejected or could not be written.
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

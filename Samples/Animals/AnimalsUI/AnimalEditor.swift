// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import Millrace
import MillraceUI

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The form that adds or changes an animal.
///
/// The animals do not change before the form is saved.
///
/// The input is a draft, which exists until it is saved or discarded. The form closes when the
/// change is written to the journal, so the change then survives the end of the program. If the
/// change was made but could not be written, the fields are disabled, and the button Save waits
/// again until the change is written.
///
/// Cancel discards the draft, in all windows of the person. While a change is being written, it
/// closes the form and does not take the change back, which the button Undo does. If the change
/// then cannot be written, `problem` tells why.
struct AnimalEditor: View {
  @Environment(AnimalsStore.self) private var store
  @Environment(AnimalDraftsStore.self) private var drafts
  @Environment(\.dismiss) private var dismiss
  /// Waits until the change is written, or nil.
  @State private var saving: Task<Void, Never>?
  @State private var failure: String?
  /// The initial value of the draft.
  private let new: AnimalDraft
  /// The message of the window.
  private let problem: Binding<String?>

  init(_ new: AnimalDraft, problem: Binding<String?>) {
    self.new = new
    self.problem = problem
  }

  var body: some View {
    let draft = draft
    Form {
      Text(draft.animal == nil ? "New Animal" : "Change Animal").font(.title3)
      Group {
        TextField("Name", text: field(\.name))
        Picker("Category", selection: field(\.categoryId)) {
          Text("Choose…").tag(Animal.Category.ID?.none)
          ForEach(store.categories) { Text($0.name).tag(Optional($0.id)) }
        }
        Picker("Diet", selection: field(\.diet)) {
          Text("Choose…").tag(Animal.Diet?.none)
          ForEach(Animal.Diet.allCases, id: \.self) { Text($0.rawValue).tag(Optional($0)) }
        }
      }
      .disabled(saving != nil || isMade(draft))
      if let failure {
        Text(failure).foregroundStyle(.red)
      } else if let problem = draft.problem {
        Text(problem).font(.footnote).foregroundStyle(.secondary)
      }
      HStack {
        Button("Save") { save() }.disabled(saving != nil || draft.problem != nil)
        Button("Cancel", role: .cancel) { close(drafts.state.all[id: new.id]) }
        if saving != nil { ProgressView("Writing…") }
      }
    }
    .onSubmit { save() }
    .onDisappear { saving?.cancel() }
  }

  private var draft: AnimalDraft { drafts.all[new.id] ?? new }

  private func field<Value: Equatable & Sendable & Codable>(
    _ field: WritableKeyPath<AnimalDraft, Value> & Sendable
  ) -> Binding<Value> {
    Binding(
      get: { draft[keyPath: field] },
      set: { drafts.dispatch(.write(Edit(field, $0), in: new)) })
  }

  /// True if the change of the draft was already made, even if it is not written yet.
  private func isMade(_ draft: AnimalDraft) -> Bool {
    !draft.key.isEmpty && store.saved.contains(draft.key)
  }

  private func close(_ draft: AnimalDraft?) {
    if let draft { drafts.dispatch(.forget(draft.id, key: draft.key)) }
    dismiss()
  }

  private func save() {
    let draft = drafts.state.all[id: new.id] ?? new
    guard saving == nil, draft.problem == nil else { return }
    guard let mutation = draft.mutation else { return close(draft) }
    let receipt = store.dispatch(
      .save(mutation, draft: draft.key, by: drafts.state.owner))
    saving = Task {
      let failure = await receipt.failure()
      saving = nil
      // The task is cancelled if this form has closed. Then there is nothing to dismiss, and the
      // window shows the message.
      let isClosed = Task.isCancelled
      if let failure {
        if isClosed { problem.wrappedValue = failure } else { self.failure = failure }
      } else {
        drafts.dispatch(.forget(draft.id, key: draft.key))
        if !isClosed { dismiss() }
      }
    }
  }
}

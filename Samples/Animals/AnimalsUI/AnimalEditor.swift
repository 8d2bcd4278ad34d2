// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import Millrace
import MillraceUI

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Adds or changes an animal; nothing changes before it is saved.
///
/// It closes when the change is written: what it has closed for survives the end of the program.
struct AnimalEditor: View {
  @Environment(AnimalsStore.self) private var store
  @Environment(\.dismiss) private var dismiss
  @State private var draft: AnimalDraft
  @State private var isSaving = false
  @State private var failure: String?

  init(_ draft: AnimalDraft) {
    _draft = State(initialValue: draft)
  }

  var body: some View {
    Form {
      Text(draft.animal == nil ? "New Animal" : "Change Animal").font(.title3)
      TextField("Name", text: $draft.name)
      Picker("Category", selection: $draft.categoryId) {
        Text("Choose…").tag(Animal.Category.ID?.none)
        ForEach(store.categories) { Text($0.name).tag(Optional($0.id)) }
      }
      Picker("Diet", selection: $draft.diet) {
        Text("Choose…").tag(Animal.Diet?.none)
        ForEach(Animal.Diet.allCases, id: \.self) { Text($0.rawValue).tag(Optional($0)) }
      }
      if let failure {
        Text(failure).foregroundStyle(.red)
      } else if let problem = draft.problem {
        Text(problem).font(.footnote).foregroundStyle(.secondary)
      }
      HStack {
        Button("Save") { save() }.disabled(isSaving || draft.problem != nil)
        Button("Cancel", role: .cancel) { dismiss() }
        if isSaving { ProgressView("Writing…") }
      }
    }
    .onSubmit { save() }
  }

  private func save() {
    guard !isSaving, draft.problem == nil else { return }
    guard let mutation = draft.mutation else { return dismiss() }
    let receipt = store.dispatch(.make(mutation))
    isSaving = true
    Task {
      do {
        try await receipt.written()
        dismiss()
      } catch is NotKept {
        // A store without a journal, as in a preview.
        dismiss()
      } catch {
        failure = (error as? Refusal)?.message ?? "It could not be written: \(error)"
        isSaving = false
      }
    }
  }
}

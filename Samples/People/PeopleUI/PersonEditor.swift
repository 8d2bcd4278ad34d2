// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import PeopleData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The form that edits the draft of a person.
///
/// The person does not change before the form is saved.
struct PersonEditor: View {
  @Selected(\.peopleStore, \.draft) private var draft
  @Dispatcher(\.peopleStore) private var dispatcher

  var body: some View {
    Form {
      Text("Edit a person").font(.title3)
      TextField("Name", text: text(\.name))
      problem(draft?.nameProblem)
      TextField("City", text: text(\.city))
      problem(draft?.cityProblem)
      HStack {
        Button("Save") { dispatcher.dispatch(.save) }
        Button("Cancel", role: .cancel) { dispatcher.dispatch(.cancel) }
      }
    }
    .onSubmit { dispatcher.dispatch(.save) }
  }

  @ViewBuilder private func problem(_ text: String?) -> some View {
    if let text, draft?.isChecked == true {
      Text(text).foregroundStyle(.red)
    }
  }

  private func text(
    _ field: WritableKeyPath<PersonDraft, String> & Sendable
  ) -> Binding<String> {
    Binding(
      get: { draft?[keyPath: field] ?? "" },
      set: { _ = dispatcher.dispatch(.draft(Edit(field, $0))) })
  }
}

// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import PeopleData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// One person, selected by id.
///
/// A change of another person does not run this body.
struct PersonRow: View {
  @Selected<Store<PeopleState, PeopleAction>, Person?> private var person: Person?
  @Selected<Store<PeopleState, PeopleAction>, Int?> private var visits: Int?
  @Dispatcher(\.peopleStore) private var dispatcher
  @Environment(\.workMeter) private var meter

  init(id: Person.ID) {
    _person = Selected(\.peopleStore, .row(id, of: \.people))
    _visits = Selected(\.peopleStore, .row(id, of: \.visits, \.count))
  }

  var body: some View {
    let _ = meter?.countRow()
    if let person {
      HStack {
        VStack(alignment: .leading, spacing: 0) {
          Text(person.name).bold()
          Text("\(person.city), \(visitText)").font(.subheadline).foregroundStyle(.secondary)
        }
        Spacer()
        Button("Edit") { dispatcher.dispatch(.edit(person.id)) }
          .accessibilityLabel("Edit \(person.name)")
      }
    }
  }

  private var visitText: String {
    visits == 1 ? "1 visit" : "\((visits ?? 0).grouped) visits"
  }
}

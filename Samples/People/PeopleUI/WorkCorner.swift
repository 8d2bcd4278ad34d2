// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import PeopleData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Shows the work that the last action caused.
///
/// The bodies of the rows run in the same update as this body. `onChange` runs after all of them,
/// so it measures all their work.
struct WorkCorner: View {
  @Environment(\.peopleStore) private var store
  @Environment(\.workMeter) private var meter

  var body: some View {
    if let meter {
      Text(meter.last.sentence)
        .font(.footnote)
        .foregroundStyle(.secondary)
        .onChange(of: meter.actions, initial: true) { meter.measure(store.counters) }
    }
  }
}

extension Work {
  /// Describes the counts.
  var sentence: String {
    let what = actions == 1 ? "The last action" : "The last \(actions.grouped) actions"
    let cost =
      "\(counted(selectors, "selector")) computed, \(counted(observers, "observer")) called, "
      + "\(counted(rows, "row")) drawn."
    return actions == 0 ? "Nothing has happened yet." : "\(what): \(cost)"
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count.grouped) \(noun)s"
  }
}

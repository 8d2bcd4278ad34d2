// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceLink
import MillraceTrace
import MillraceUI
import MillraceViews

/// The fields of the filter, and the menu of saved filters.
struct ActionFilters: View {
  let visitor: MonitorVisitor
  @Environment(MonitorStore.self) private var page

  var body: some View {
    Text("Actions").font(.headline)
    TextField("Filter by name or value", text: page.binding(\.filter.text))
    VStack(alignment: .leading, spacing: 0) {
      Toggle("Leave these out", isOn: page.binding(\.filter.isInverted))
      Toggle("Hide what changed nothing", isOn: page.binding(\.filter.hidesUnchanged))
    }
    TextField("Changed this part: cart.items", text: page.binding(\.filter.path))
      .accessibilityLabel("Changed part of the state")
    Menu("Saved filters", systemImage: "line.3.horizontal.decrease") {
      ForEach(visitor.views, id: \.name) { view in
        Button(view.name) { page.dispatch(.apply(view.filter)) }
      }
      if !visitor.views.isEmpty { Divider() }
      TextField("Name", text: page.binding(\.viewName))
      Button("Save This Filter") { save() }.disabled(page.viewName.isEmpty)
      Button("Remove All", role: .destructive) { visitor.views = [] }
        .disabled(visitor.views.isEmpty)
    }
  }

  private func save() {
    let name = page.state.viewName
    visitor.views.removeAll { $0.name == name }
    // At most thirty filters are saved, which limits the length of the menu.
    visitor.views = visitor.views.suffix(29) + [SavedView(name: name, filter: page.state.filter)]
    page.dispatch(.edit(\.viewName, ""))
  }
}

/// The list of the actions of a store, the newest first.
///
/// Of more than 200 rows, the page contains only the visible ones and some rows around them.
struct ActionList: View {
  let store: MonitoredStore
  @Environment(MonitorStore.self) private var page
  @State private var matches = ActionMatches()

  var body: some View {
    let _ = store.revision
    let ids = matches.rows(of: store, page.filter)
    let _ = matches.left > 0 && matches.canGoOn ? store.noteChange() : ()
    Text(summary(ids.count)).font(.footnote).foregroundStyle(.secondary)
    List(selection: page.binding(\.selection) { .select($0) }) {
      ForEach(ids, id: \.self) { ActionLine(store: store, id: $0) }
    }
    .accessibilityLabel("Actions")
    .frame(height: 560)
  }

  private func summary(_ shown: Int) -> String {
    let gone = store.leftOut > 0 ? ", \(store.leftOut.grouped) left out" : ""
    let all = store.status.count.of("action") + gone
    let left = matches.left > 0 ? ", \(matches.left.grouped) to search" : ""
    return page.filter.isEmpty ? all : "\(shown.grouped) of \(all)\(left)"
  }
}

/// The row of an action.
struct ActionLine: View {
  let store: MonitoredStore
  let id: Int

  var body: some View {
    let _ = store.revision
    if let position = store.position(of: id), let row = store.row(at: position) {
      let isAhead = position >= store.status.index
      VStack(alignment: .leading, spacing: 0) {
        HStack(spacing: 6) {
          Text(row.number.map { "\($0)" } ?? "–").font(.footnote).foregroundStyle(.secondary)
          Text(row.name).bold().lineLimit(1)
        }
        Text(row.note).font(.footnote).foregroundStyle(row.isRefused ? .red : .secondary)
          .lineLimit(1)
      }
      .opacity(isAhead || row.outcome == .skipped ? 0.5 : 1)
    }
  }
}

extension ActionRow {
  var isRefused: Bool { if case .refused = outcome { true } else { false } }

  /// The time, the client and the cost of a committed action, or the outcome of any other action.
  var note: String {
    switch outcome {
    case .skipped: return "skipped"
    case .interrupted: return "not run, because an earlier action was refused"
    case .refused(let reason): return "refused: \(reason)"
    case .committed: break
    }
    let clock = Date(timeIntervalSince1970: Double(time) / 1_000_000)
      .formatted(date: .omitted, time: .standard)
    let when = client.map { "\(clock) · \($0)" } ?? clock
    guard let cost else { return when }
    let bodies = cost.bodies > 0 ? " · \(cost.bodiesInWords)" : ""
    let counts = "\(cost.selectors) sel · \(cost.observers) obs\(bodies)"
    return "\(when) · \(cost.total.asTime) · \(counts)"
  }
}

extension ActionCost {
  var bodiesInWords: String { bodies == 1 ? "1 body" : "\(Int(bodies).grouped) bodies" }
}

extension UInt64 {
  /// A number of nanoseconds as text.
  var asTime: String {
    switch self {
    case ..<1_000: "\(self) ns"
    case ..<1_000_000: String(format: "%.1f µs", Double(self) / 1_000)
    default: String(format: "%.1f ms", Double(self) / 1_000_000)
    }
  }
}

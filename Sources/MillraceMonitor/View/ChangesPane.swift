// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceLink
import MillraceTrace
import MillraceUI
import MillraceViews

/// The selected action and its changes.
struct ChangesPane: View {
  let store: MonitoredStore
  @Environment(MonitorStore.self) private var page

  var body: some View {
    let _ = store.revision
    if let position = store.position(shownFor: page.selection),
      let row = store.row(at: position)
    {
      ActionHead(store: store, row: row, position: position)
      ChangeList(store: store, position: position)
    } else {
      Text("No action is selected. Select one in the list, or wait for the first.")
        .foregroundStyle(.secondary)
    }
  }
}

/// The details of an action, and the commands for it.
struct ActionHead: View {
  let store: MonitoredStore
  let row: ActionRow
  let position: Int
  @Environment(MonitorStore.self) private var page

  var body: some View {
    let _ = store.revision
    GroupBox("\(row.number.map { "#\($0) " } ?? "")\(row.name)") {
      Text(row.text).monospaced().font(.footnote)
      Text(row.client.map { "\(row.source) of \($0)" } ?? row.source)
        .font(.footnote).foregroundStyle(.secondary)
      if case .refused(let reason) = row.outcome {
        Text("Refused: \(reason)").foregroundStyle(.red)
      }
      CostLines(cost: row.cost, countsBodies: store.countsBodies)
      LazyVGrid(
        columns: [GridItem(.adaptive(minimum: 140), spacing: 6, alignment: .leading)],
        alignment: .leading, spacing: 6
      ) {
        Button("Jump Here") { atAction { perform(.jump($0 + 1)) } }
        Button(row.outcome == .skipped ? "Include" : "Skip") { perform(.toggle(row.id)) }
        Button("Earlier") { atAction(moveEarlier) }.disabled(position == 0)
        Button("Later") { atAction(moveLater) }.disabled(position + 1 >= store.status.count)
        Button("Copy to Tools") { atAction(copy) }
          .disabled(!store.canDispatch)
      }
    }
  }

  private func perform(_ command: MonitorCommand) { page.perform(command, in: store) }

  /// Calls a function with the present position of the action; actions that were dropped since the
  /// last frame have changed it.
  private func atAction(_ work: (Int) -> Void) {
    if let position = store.position(of: row.id) { work(position) }
  }

  private func moveEarlier(_ position: Int) {
    guard position > 0 else { return }
    perform(.move(row.id, before: store.id(at: position - 1)))
  }

  private func moveLater(_ position: Int) {
    let isLast = position + 2 >= store.status.count
    perform(.move(row.id, before: isLast ? nil : store.id(at: position + 2)))
  }

  private func copy(_ position: Int) {
    page.dispatch(.edit(\.actionText, store.action(at: position).json))
    page.dispatch(.edit(\.pane, .tools))
  }
}

/// The cost of an action, if it is known.
struct CostLines: View {
  let cost: ActionCost?
  let countsBodies: Bool

  var body: some View {
    if let cost {
      let parts = [
        ("middleware", cost.handling), ("reducer", cost.reducing), ("selectors", cost.selecting),
        ("observers", cost.notifying), ("effects", cost.starting),
      ].filter { $0.1 > 0 }.map { "\($0.0) \(UInt64($0.1).asTime)" }
      VStack(alignment: .leading, spacing: 0) {
        Text(parts.isEmpty ? "No time was measured." : parts.joined(separator: ", "))
        Text(
          "\(cost.slices.of("slice")) and \(cost.rows.of("row")) compared, "
            + "\(cost.selectors.of("selector")) computed, \(cost.observers.of("observer")) called")
        if countsBodies { Text("\(cost.bodiesInWords) of views run for it") }
      }
      .font(.footnote)
    } else {
      Text("The cost is not known.").font(.footnote).foregroundStyle(.secondary)
    }
  }
}

/// The changes of an action.
struct ChangeList: View {
  let store: MonitoredStore
  let position: Int

  var body: some View {
    let _ = store.revision
    let found = store.changes(at: position)
    let changes = found ?? []
    if found == nil {
      ReadingLine(store: store, part: .changes(at: position))
    } else if changes.isEmpty {
      Text("The state is unchanged.").foregroundStyle(.secondary)
    }
    ForEach(changes.prefix(StateChange.most), id: \.path) { change in
      VStack(alignment: .leading, spacing: 0) {
        Text(change.path).bold().monospaced()
        if let old = change.old { Text("− \(old)").monospaced().foregroundStyle(.red) }
        if let new = change.new { Text("+ \(new)").monospaced().foregroundStyle(.green) }
      }
      .font(.footnote)
    }
    if changes.count > StateChange.most { Text("… and more").foregroundStyle(.secondary) }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceLink
import MillraceTrace
import MillraceUI
import MillraceViews

/// One page of the monitor: the stores, the actions of one of them, and the details of an action.
struct MonitorContent: View {
  let registry: MonitorRegistry
  let visitor: MonitorVisitor
  let path: String
  @Environment(MonitorStore.self) private var page

  var body: some View {
    Group {
      if registry.stores.isEmpty {
        ContentUnavailableView(
          "No Stores", systemImage: "tray",
          description: Text("Add one with monitor.add(store, named: \"…\")."))
      } else {
        let store = registry[page.store]
        NavigationSplitView {
          StoreList(stores: registry.stores, shown: store?.id)
        } content: {
          if let store {
            ActionFilters(visitor: visitor)
            ActionList(store: store).id(store.id)
          }
        } detail: {
          if let store {
            // The id makes new views for another store. Therefore a delayed tap cannot affect a
            // store that the page did not show at the time of the tap.
            MachineBar(store: store).id(store.id)
            NoticeLine()
            PanePicker()
            PaneContent(store: store, path: path).id(store.id)
          } else {
            ContentUnavailableView(
              "The Store Has Ended", systemImage: "tray",
              description: Text("Select another one in the list."))
          }
        }
        // The page keeps showing its first store, even if another one is inserted before it.
        .onAppear {
          if page.state.store == nil, let store { page.dispatch(.show(store: store.id)) }
        }
      }
    }
    .onAppear { registry.enter() }
    .onDisappear { registry.leave() }
    .navigationTitle("Monitor")
  }
}

/// The list of stores.
struct StoreList: View {
  let stores: [MonitoredStore]
  let shown: Int?
  @Environment(MonitorStore.self) private var page

  var body: some View {
    Text("Stores").font(.headline)
    List(selection: selection) {
      ForEach(stores) { StoreRow(store: $0) }
    }
    .accessibilityLabel("Stores")
  }

  private var selection: Binding<Int?> {
    Binding(
      get: { shown },
      set: { id in if let id { page.dispatch(.show(store: id)) } })
  }
}

/// One store of the list.
struct StoreRow: View {
  let store: MonitoredStore

  var body: some View {
    // Observation tracks only `revision` of a store. The row is updated when `revision` changes.
    let _ = store.revision
    let count = store.status.count
    VStack(alignment: .leading, spacing: 0) {
      Text(store.name).bold()
      Text(count.of("action") + note)
        .font(.footnote).foregroundStyle(.secondary)
    }
  }
  private var note: String { store.note.map { ", \($0)" } ?? "" }
}

/// The result of the last command or request, beside the control that it belongs to.
struct NoticeLine: View {
  var tool: Tool?
  @Environment(MonitorStore.self) private var page

  var body: some View {
    if let notice = page.notice, notice.tool == tool {
      Text(notice.text).font(.callout).foregroundStyle(notice.isProblem ? .red : .green)
    }
  }
}

/// The buttons with which the user chooses a pane.
struct PanePicker: View {
  @Environment(MonitorStore.self) private var page

  var body: some View {
    ScrollView(.horizontal) {
      HStack(spacing: 4) {
        ForEach(Pane.allCases, id: \.self) { pane in
          let isShown = page.pane == pane
          Button(pane.title) { page.dispatch(.edit(\.pane, pane)) }
            .buttonStyle(PaneButtonStyle(isShown: isShown))
            .accessibilityLabel(isShown ? "\(pane.title), shown" : pane.title)
        }
      }
    }
  }
}

/// The style of the buttons of ``PanePicker``.
struct PaneButtonStyle: ButtonStyle {
  let isShown: Bool

  func makeBody(configuration: Configuration) -> some View {
    configuration.label.bold(isShown)
      .foregroundStyle(isShown ? Color.primary : .secondary)
      .padding(.horizontal, 12).padding(.vertical, 8)
      .background(
        isShown ? Color.accentColor.opacity(0.18) : .clear, in: RoundedRectangle(cornerRadius: 8))
  }
}

/// The content of the chosen pane.
struct PaneContent: View {
  let store: MonitoredStore
  let path: String
  @Environment(MonitorStore.self) private var page

  var body: some View {
    switch page.pane {
    case .changes: ChangesPane(store: store)
    case .state: StatePane(store: store)
    case .cause: CausePane(store: store)
    case .effects: EffectsPane(store: store)
    case .selectors: SelectorsPane(store: store)
    case .tools: ToolsPane(store: store, path: path)
    }
  }
}

extension MonitoredStore {
  /// The position of the action that a page shows: the selected one, otherwise the last one before
  /// the state that the time machine shows; nil if there is no such action.
  func position(shownFor selection: Int?) -> Int? {
    if let selection, let position = position(of: selection) { return position }
    let index = status.index
    return index > 0 ? index - 1 : nil
  }
}

extension Int {
  /// The number with a comma between groups of three digits.
  var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }
}

extension BinaryInteger {
  /// The number with a noun, whose plural ends in "s": "1 row", "1,024 rows".
  func of(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(Int(self).grouped) \(noun)s" }
}

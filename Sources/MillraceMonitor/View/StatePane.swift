// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceLink
import MillraceTrace
import MillraceUI
import MillraceViews

/// The state after the action that the page shows, as a tree whose parts can be unfolded.
struct StatePane: View {
  let store: MonitoredStore
  @Environment(MonitorStore.self) private var page

  var body: some View {
    let _ = store.revision
    let count = store.position(shownFor: page.selection).map { $0 + 1 } ?? 0
    Text(count > 0 ? "After action \(count) of the timeline" : "Before the first action")
      .font(.footnote).foregroundStyle(.secondary)
    TextField("Search the state", text: page.binding(\.stateQuery))
    if let state = store.state(after: count) {
      if page.stateQuery.isEmpty {
        VStack(alignment: .leading, spacing: 2) { StateBranch(value: state, path: TracePath()) }
      } else {
        FoundParts(parts: state.parts(holding: page.stateQuery))
      }
    } else {
      ReadingLine(store: store, part: .state(after: count))
    }
  }
}

/// A text in place of a part that is not available: the part was requested, or the read has failed.
struct ReadingLine: View {
  let store: MonitoredStore
  let part: MonitoredPart

  var body: some View {
    let _ = store.revision
    let failure = store.failure(toRead: part)
    Text(failure ?? "Waiting for the program.")
      .foregroundStyle(failure == nil ? Color.secondary : .red)
  }
}

/// The parts of the state in which a text was found.
struct FoundParts: View {
  let parts: [(path: TracePath, value: TraceValue)]

  var body: some View {
    if parts.isEmpty { Text("No name or value contains this text.") }
    ForEach(parts.prefix(TraceValue.mostFound), id: \.path) { part in
      VStack(alignment: .leading, spacing: 0) {
        Text(part.path.description).bold().monospaced()
        Text(part.value.short).monospaced()
      }
      .font(.footnote)
    }
    if parts.count > TraceValue.mostFound { Text("… and more").foregroundStyle(.secondary) }
  }
}

/// The members of a part of the state.
struct StateBranch: View {
  /// The maximum number of members of a part that are shown.
  static let most = 200
  let value: TraceValue
  let path: TracePath

  var body: some View {
    let count = value.memberCount
    ForEach(value.members(first: Self.most), id: \.step) { member in
      StateMember(
        name: member.name, value: member.value, path: TracePath(path.steps + [member.step]))
    }
    if count == 0 { Text(value.short).monospaced().font(.footnote) }
    if count > Self.most {
      Text("… \((count - Self.most).grouped) more; search for them")
        .font(.footnote).foregroundStyle(.secondary)
    }
  }
}

/// One member, with its own members below it if it is unfolded.
struct StateMember: View {
  let name: String
  let value: TraceValue
  let path: TracePath
  @Environment(MonitorStore.self) private var page

  var body: some View {
    let key = path.description
    let isUnfolded = page.unfolded.contains(key)
    if value.memberCount == 0 {
      Text("\(name): \(value.short)").monospaced().font(.footnote)
    } else {
      Button {
        page.dispatch(.fold(key))
      } label: {
        Text("\(isUnfolded ? "▾" : "▸") \(name) \(value.size)").monospaced().font(.footnote)
          .multilineTextAlignment(.leading)
      }
      .buttonStyle(.plain)
      .accessibilityLabel("\(isUnfolded ? "Fold" : "Unfold") \(key)")
      if isUnfolded {
        VStack(alignment: .leading, spacing: 2) {
          AnyView(StateBranch(value: value, path: path))
        }
        .padding(.leading, 16)
      }
    }
  }
}

extension TraceValue {
  /// The maximum number of found parts that are shown.
  static let mostFound = 100

  /// The number of members of an object or a list; 0 for other values.
  ///
  /// Complexity: O(1).
  var memberCount: Int {
    switch self {
    case .object(let members): members.count
    case .array(let elements): elements.count
    default: 0
    }
  }

  /// The first members of an object or a list.
  ///
  /// Complexity: O(`most`) for a list; an object sorts the names of all its members.
  func members(
    first most: Int
  ) -> [(step: TracePath.Step, name: String, value: TraceValue)] {
    switch self {
    case .object(let members):
      members.keys.sorted().prefix(most).map { (.name($0), $0, members[$0] ?? .null) }
    case .array(let elements):
      elements.prefix(most).enumerated().map { (.index($0.offset), "\($0.offset)", $0.element) }
    default: []
    }
  }

  /// The number of members in the brackets of an object or a list; empty for other values.
  var size: String {
    switch self {
    case .object(let members): "{\(members.count)}"
    case .array(let elements): "[\(elements.count)]"
    default: ""
    }
  }

  /// The parts whose name contains a text, and the texts, numbers and other single values that do.
  ///
  /// Upper and lower case are equal. A text is searched as it is, and also as JSON, as it is shown.
  ///
  /// The search ends when one more part was found than are shown.
  func parts(holding text: String) -> [(path: TracePath, value: TraceValue)] {
    var found: [(path: TracePath, value: TraceValue)] = []
    find(text.lowercased(), [], &found)
    return found
  }

  private func find(
    _ text: String, _ steps: [TracePath.Step], _ found: inout [(path: TracePath, value: TraceValue)]
  ) {
    for member in members(first: .max) where found.count <= Self.mostFound {
      let path = steps + [member.step]
      let inner = member.value
      let isLeaf = inner.size.isEmpty
      let isNamed =
        if case .name(let name) = member.step { name.lowercased().contains(text) } else { false }
      if isNamed || (isLeaf && inner.isLeaf(holding: text)) {
        found.append((TracePath(path), inner))
      }
      if !isLeaf { inner.find(text, path, &found) }
    }
  }

  /// True if a value that is no object or list contains a text, which is given in lower case.
  private func isLeaf(holding text: String) -> Bool {
    json.lowercased().contains(text) || string?.lowercased().contains(text) == true
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceLink
import MillraceTrace
import MillraceUI
import MillraceViews

/// The actions that led to the selected action, and the actions to which it led.
struct CausePane: View {
  let store: MonitoredStore
  @Environment(MonitorStore.self) private var page
  @State private var search = ConsequenceSearch()

  var body: some View {
    let _ = store.revision
    if let position = store.position(shownFor: page.selection) {
      let tree = CauseTree(of: position, in: store, by: search)
      VStack(alignment: .leading, spacing: 2) {
        ForEach(tree.lines, id: \.id) { line in
          CauseLine(store: store, line: line, isShown: line.position == position)
        }
      }
      if tree.isCut { Text("… and more").foregroundStyle(.secondary) }
      if let note = tree.note { Text(note).foregroundStyle(.secondary) }
    } else {
      Text("No action is selected.").foregroundStyle(.secondary)
    }
  }
}

/// One action of the tree.
struct CauseLine: View {
  let store: MonitoredStore
  let line: CauseTree.Line
  let isShown: Bool
  @Environment(MonitorStore.self) private var page

  var body: some View {
    if let row = store.row(at: line.position) {
      Button {
        page.dispatch(.select(line.id))
      } label: {
        HStack(spacing: 6) {
          Text(row.number.map { "#\($0)" } ?? "–").foregroundStyle(.secondary)
          Text(row.name).bold(isShown)
          Text(row.effect.map { "by effect \($0)" } ?? "").foregroundStyle(.secondary)
        }
      }
      .buttonStyle(.plain)
      .padding(.leading, CGFloat(line.depth * 18))
    }
  }
}

/// The causes of an action, and the tree of the actions to which it led.
@MainActor struct CauseTree {
  struct Line: Equatable {
    let id: Int
    let position: Int
    let depth: Int
  }

  /// The maximum number of consequences, and of causes with the action itself.
  static let most = 200
  /// The maximum depth of a line, also of those that are deeper in the tree.
  static let deepest = 24
  /// The maximum number of actions after the action that are searched for consequences.
  static let farthest = 20_000

  private(set) var lines: [Line] = []
  /// True if the first action of the tree has a cause on the timeline, which is not in the tree
  /// because the number of causes is the maximum.
  private(set) var areCausesCut = false
  /// True if the search has ended because `most` consequences were found.
  private(set) var isCut = false
  /// The number of the first action of the tree, and of its cause, which is not before it on the
  /// timeline; nil if the first action has no cause, or if `areCausesCut` is true.
  private(set) var missingCause: (number: UInt64?, cause: UInt64)?
  /// True if there are actions that were not searched for consequences, because they are more than
  /// `farthest` actions later.
  private(set) var isSearchCut = false
  /// True if the action has no number, which links it with its consequences.
  private(set) var isUnnumbered = false

  /// Says which causes or consequences the tree does not show, or that the action has none.
  ///
  /// Nil if the tree has several actions, no cause is missing, and no search was cut.
  var note: String? {
    let isAlone = lines.count == 1
    let cause = missingCause.map { missing in
      let name = isAlone ? "This action" : missing.number.map { "#\($0)" } ?? "The first action"
      return "\(name) was caused by #\(missing.cause), which is not before it on the timeline"
    }
    if isAlone {
      let consequences =
        isUnnumbered
        ? "has no number by which its consequences could be found"
        : isSearchCut
          ? "led to none of the next \(Self.farthest.grouped) actions"
          : "led to no other action on the timeline"
      return "\(cause ?? "This action has no cause"), and \(consequences)."
    }
    let search =
      isSearchCut
      ? "Only the next \(Self.farthest.grouped) actions were searched for consequences." : nil
    let chain = areCausesCut ? "Only the last \((Self.most - 1).grouped) causes are shown." : nil
    let sentences = [cause.map { $0 + "." }, chain, search].compactMap(\.self)
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  init(
    of position: Int, in store: MonitoredStore, by search: ConsequenceSearch = ConsequenceSearch()
  ) {
    func cause(at position: Int) -> Int? {
      guard let cause = store.link(at: position).cause, let id = store.id(ofNumber: cause),
        let place = store.position(of: id), place < position
      else { return nil }
      return place
    }
    var chain = [position]
    var next = cause(at: position)
    while chain.count < Self.most, let place = next {
      chain.insert(place, at: 0)
      next = cause(at: place)
    }
    for (depth, place) in chain.enumerated() { append(place, depth: depth, store) }
    areCausesCut = next != nil
    let first = store.link(at: chain[0])
    if !areCausesCut { missingCause = first.cause.map { (first.number, $0) } }
    guard let root = store.link(at: position).number else {
      isUnnumbered = true
      return
    }
    isSearchCut = search.goOn(after: position, number: root, in: store)
    isCut = search.isFull
    append(search.children, of: root, after: position, depth: chain.count, store)
  }

  private mutating func append(_ place: Int, depth: Int, _ store: MonitoredStore) {
    lines.append(Line(id: store.id(at: place), position: place, depth: min(depth, Self.deepest)))
  }

  private mutating func append(
    _ children: [UInt64: [Int]], of number: UInt64, after position: Int, depth: Int,
    _ store: MonitoredStore
  ) {
    for distance in children[number] ?? [] {
      append(position + distance, depth: depth, store)
      if let number = store.link(at: position + distance).number {
        append(children, of: number, after: position, depth: depth + 1, store)
      }
    }
  }
}

/// Searches the actions after an action for its consequences.
///
/// The next frame of a pane searches only the actions that have come since.
@MainActor final class ConsequenceSearch {
  private struct Key: Equatable {
    var store: Int
    /// The `edition` of the `MonitoredStore`, which increases when its timeline is edited.
    var edition: Int
    var action: Int
  }

  private var key: Key?
  private var known: Set<UInt64> = []
  /// The number of actions after the action that were searched.
  private var searched = 0
  /// The distances of the consequences from the action, by the numbers of their causes.
  private(set) var children: [UInt64: [Int]] = [:]

  /// True if the search has ended because it has found `CauseTree.most` consequences.
  var isFull: Bool { known.count > CauseTree.most }

  /// Continues the search.
  ///
  /// - Returns: True if there are actions too far away to be searched.
  func goOn(after position: Int, number: UInt64, in store: MonitoredStore) -> Bool {
    let key = Key(store: store.id, edition: store.edition, action: store.id(at: position))
    if key != self.key {
      self.key = key
      (known, searched, children) = ([number], 0, [:])
    }
    let left = store.status.count - position - 1
    while searched < min(left, CauseTree.farthest), !isFull {
      searched += 1
      let (number, cause) = store.link(at: position + searched)
      // A number that occurs twice would lead to a cycle.
      guard let number, let cause, known.contains(cause), known.insert(number).inserted
      else { continue }
      children[cause, default: []].append(searched)
    }
    return left > CauseTree.farthest && !isFull
  }
}

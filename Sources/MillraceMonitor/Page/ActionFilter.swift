// SPDX-License-Identifier: Apache-2.0

import MillraceLink
import MillraceTrace

/// A filter for the list of actions.
struct ActionFilter: Hashable, Codable, Sendable {
  /// A text that must occur in the name or the JSON of an action; empty for all actions.
  ///
  /// The case of letters is ignored.
  var text = ""
  /// True if actions that contain the text are excluded instead.
  var isInverted = false
  /// True if actions that have not changed the state are excluded.
  var hidesUnchanged = false

  /// The path of a part of the state that an action must have changed; empty for all actions.
  var path = ""

  /// True if all actions are listed.
  var isEmpty: Bool { needle.isEmpty && !hidesUnchanged && question == nil }

  var needle: String { Self.trimmed(text).lowercased() }

  /// The condition on the path for each action, or nil if the path is empty or not valid yet.
  var question: ActionQuestion? {
    let path = Self.trimmed(path)
    return path.isEmpty || TracePath(path) == nil ? nil : .changed(path)
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension ActionFilter {
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    text = try values.decode(String.self, forKey: .text)
    isInverted = try values.decode(Bool.self, forKey: .isInverted)
    hidesUnchanged = try values.decode(Bool.self, forKey: .hidesUnchanged)
    // Earlier versions saved filters without a path.
    path = try values.decodeIfPresent(String.self, forKey: .path) ?? ""
  }
}

/// A saved filter with its name.
struct SavedView: Hashable, Codable, Sendable {
  var name: String
  var filter: ActionFilter
}

/// Finds the actions of a store that match a filter.
///
/// The search has a limited time in each frame, which is one update of the page. The last examined
/// action is stored: the next frame examines only the actions after it.
@MainActor final class ActionMatches {
  private struct Key: Equatable {
    var store: Int
    /// The `edition` of the `MonitoredStore`, which increases when its timeline is edited.
    var edition: Int
    var filter: ActionFilter
  }

  private var key: Key?
  private var ids: [Int] = []
  /// The id of the last action that was examined.
  private var last = Int.min
  /// The number of actions that were not examined yet.
  private(set) var left = 0
  /// True if the search can continue in the next frame without waiting for an answer of the store.
  private(set) var canGoOn = false

  /// Continues the search.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - filter: The filter.
  ///   - budget: The time after which this call examines no further action. The next call
  ///     continues.
  /// - Returns: The ids of the matching actions, the newest first.
  func rows(
    of store: MonitoredStore, _ filter: ActionFilter, within budget: Duration = .milliseconds(12)
  ) -> ActionIDs {
    let count = store.status.count
    guard !filter.isEmpty else {
      left = 0
      return ActionIDs(store: store, count: count, ids: nil)
    }
    let key = Key(store: store.id, edition: store.edition, filter: filter)
    if key != self.key {
      self.key = key
      ids = []
      last = .min
    }
    let start = ContinuousClock.now
    var position = last == .min ? 0 : (store.position(of: last).map { $0 + 1 } ?? 0)
    if let oldest = ids.first, store.position(of: oldest) == nil {
      // The oldest actions were dropped from the timeline. A binary search finds the first that was
      // not, because in a reordered timeline the position of an id costs O(n).
      ids.removeFirst((1..<ids.count).firstPosition { store.position(of: ids[$0]) != nil })
    }
    let (needle, question) = (filter.needle, filter.question)
    let first = position
    canGoOn = true
    while position < count {
      // At least one action is examined in each call. Otherwise the search would not end if one
      // action took longer than the budget.
      if position > first, ContinuousClock.now - start > budget { break }
      let id = store.id(at: position)
      guard let isListed = Self.matches(store, position, filter, needle, question) else {
        canGoOn = false
        break
      }
      if isListed { ids.append(id) }
      last = id
      position += 1
    }
    left = count - position
    return ActionIDs(store: store, count: ids.count, ids: ids)
  }

  /// True if an action matches the filter, or nil if the store has not answered yet.
  private static func matches(
    _ store: MonitoredStore, _ position: Int, _ filter: ActionFilter, _ needle: String,
    _ question: ActionQuestion?
  ) -> Bool? {
    if !needle.isEmpty {
      let value = store.action(at: position)
      let holds =
        value.actionName.lowercased().contains(needle)
        || value.json.lowercased().contains(needle)
      if holds == filter.isInverted { return false }
    }
    if let question {
      guard let hasChanged = store.answer(to: question, at: position) else { return nil }
      if !hasChanged { return false }
    }
    guard filter.hidesUnchanged else { return true }
    return store.answer(to: .changedNothing, at: position).map { !$0 }
  }
}

/// The ids of the actions in a list, the newest first.
///
/// Without a filter, an id is read from the store when it is accessed.
///
/// The type does not store a timeline, because the next action would have to copy it.
struct ActionIDs: RandomAccessCollection, @unchecked Sendable {
  // Sound: only pages access an instance, and they do so on the main actor.
  let store: MonitoredStore
  let count: Int
  /// The ids of the matching actions, the oldest first, or nil for all actions.
  let ids: [Int]?

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(position: Int) -> Int {
    if let ids { return ids[count - 1 - position] }
    // Sound: pages access the ids only on the main actor.
    return MainActor.assumeIsolated { store.id(at: count - 1 - position) }
  }
}

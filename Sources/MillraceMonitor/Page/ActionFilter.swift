// SPDX-License-Identifier: Apache-2.0

import MillraceLink
import MillraceTrace

/// Which actions are listed.
struct ActionFilter: Hashable, Codable, Sendable {
  /// What an action must have in its name or in one of its values; empty for all actions.
  var text = ""
  /// Actions that have it are left out.
  var isInverted = false
  /// Actions that have left the state as it was are left out.
  var hidesUnchanged = false

  /// Only actions that changed this part of the state are listed; empty for all.
  var path = ""

  /// Whether all actions are listed.
  var isEmpty: Bool { needle.isEmpty && !hidesUnchanged && question == nil }

  var needle: String { Self.trimmed(text).lowercased() }

  /// What is asked about each action; the path as it is typed may not be one yet.
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
    // Filters that were saved before there was one have none.
    path = try values.decodeIfPresent(String.self, forKey: .path) ?? ""
  }
}

/// A filter under a name.
struct SavedView: Hashable, Codable, Sendable {
  var name: String
  var filter: ActionFilter
}

/// Finds the actions of a store that a filter lets pass, a slice at a time.
///
/// It remembers how far it has come, so that a frame costs what is new in it.
@MainActor final class ActionMatches {
  private struct Key: Equatable {
    var store: Int
    var edition: Int
    var filter: ActionFilter
  }

  private var key: Key?
  private var ids: [Int] = []
  /// The id of the last action that was looked at.
  private var last = Int.min
  /// How many actions have not been looked at.
  private(set) var left = 0
  /// Whether more can be looked at at once: the store is not being asked.
  private(set) var canGoOn = false

  /// The ids that are listed, the newest first.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - filter: Which of its actions.
  ///   - budget: How long it may take; what is left comes with the next call.
  /// - Returns: The ids.
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
      // The oldest ones are on the line no more.
      ids.removeAll { store.position(of: $0) == nil }
    }
    let (needle, question) = (filter.needle, filter.question)
    let first = position
    canGoOn = true
    while position < count {
      // One is looked at in any case, or there would be no end. Each may take long.
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

  /// Whether an action is listed; nil if the store is asked and has not answered yet.
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

/// The ids of the actions in a list, the newest first, read when they are asked for.
///
/// It holds no line of actions: one that is held is copied by the next action.
struct ActionIDs: RandomAccessCollection, @unchecked Sendable {
  // Sound: pages ask on the main actor, and nothing else does.
  let store: MonitoredStore
  let count: Int
  /// Those that a filter lets pass, the oldest first; nil for all.
  let ids: [Int]?

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(position: Int) -> Int {
    if let ids { return ids[count - 1 - position] }
    // Sound: see above.
    return MainActor.assumeIsolated { store.id(at: count - 1 - position) }
  }
}

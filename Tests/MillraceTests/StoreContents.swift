// SPDX-License-Identifier: Apache-2.0

@testable import Millrace

/// What a store still holds; no public name gives these numbers.
struct StoreContents {
  /// Effects that run or wait.
  let effects: Int
  /// Ids under which effects run or wait.
  let effectIDs: Int
  /// Windows of throttles.
  let windows: Int
  /// Observers of the mailbox that wait for the next action.
  let followers: Int
  let observers: Int
  /// Selections that are observed or were read.
  let selections: Int
  let probes: Int
}

extension Store {
  var hasEnded: Bool { engine.isEnded }

  var held: StoreContents {
    StoreContents(
      effects: engine.effects.nodes.count, effectIDs: engine.effects.groups.count,
      windows: engine.effects.windows.count, followers: engine.followers.count,
      observers: engine.observers.count, selections: engine.observers.graph.nodes.count,
      probes: engine.probes.count)
  }
}

// SPDX-License-Identifier: Apache-2.0

@testable import Millrace

/// How much a store holds, which no public name tells: tests ask what is left.
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
  /// Selections that are observed or were asked.
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

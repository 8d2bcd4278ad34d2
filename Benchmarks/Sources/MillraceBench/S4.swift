// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Millrace

/// One action to one of 64 features that are lifted into one app.
///
/// All features have the same type of actions, each in a case of its own. With 64 types the code is
/// 64 times as long, and an action was measured to take some 10 ns more: over twice that of one
/// feature.
enum S4 {
  struct Feature: Sendable {
    var count = 0
    var items = [Int](repeating: 0, count: 10_000)

    enum Action: Sendable {
      case tick
      case write(Int)
    }

    @Sendable
    static func reduce(_ feature: inout Feature, _ action: Action) {
      switch action {
      case .tick: feature.count += 1
      case .write(let index): feature.items[index] += 1
      }
    }

    /// How many actions have changed it.
    var changes: Int { count + items.reduce(0, +) }
  }

  static let feature = Reducer<Feature, Feature.Action>(Feature.reduce)

  /// An app of one feature.
  struct SmallState: Sendable {
    var feature = Feature()
  }

  enum SmallAction: Sendable {
    case feature(Feature.Action)
  }

  @MainActor
  static let scenarios = [
    Scenario(
      name: "S4a", operation: "count in 1 of 64 features",
      ours: { ours { _ in .tick } }, baseline: { baseline { _ in .tick } },
      simpler: { small { _ in .tick } }),
    Scenario(
      name: "S4b", operation: "write 1 of 10,000 elements in 1 of 64",
      ours: { ours { .write($0) } }, baseline: { baseline { .write($0) } },
      simpler: { small { .write($0) } }),
  ]

  @MainActor
  private static func ours(_ action: (Int) -> Feature.Action) -> Trial {
    let store = Store(initialState: S4App.State(), reducer: S4App.reducer)
    let actions = (0..<64).map { S4App.embeds[$0](action($0 * 150)) }
    var cycle = Cycle(64)
    return Trial { operations in
      for _ in 0..<operations { send(actions[cycle.next()], to: store) }
    } problem: {
      problem(store.state, $0)
    }
  }

  @MainActor
  private static func baseline(_ action: (Int) -> Feature.Action) -> Trial {
    let model = Plain(S4App.State(), S4App.reduceByHand)
    let actions = (0..<64).map { S4App.embeds[$0](action($0 * 150)) }
    var cycle = Cycle(64)
    return Trial { operations in
      for _ in 0..<operations { send(actions[cycle.next()], to: model) }
    } problem: {
      problem(model.state, $0)
    }
  }

  @MainActor
  private static func small(_ action: (Int) -> Feature.Action) -> Trial {
    let store = Store(
      initialState: SmallState(),
      reducer: feature.lift(
        action: { (action: SmallAction) in
          switch action {
          case .feature(let action): action
          }
        }, state: \SmallState.feature))
    let actions = (0..<64).map { SmallAction.feature(action($0 * 150)) }
    var cycle = Cycle(64)
    return Trial { operations in
      for _ in 0..<operations { send(actions[cycle.next()], to: store) }
    } problem: {
      Trial.difference("changes", is: store.state.feature.changes, expected: $0)
    }
  }

  /// Whether each feature got every 64th action.
  private static func problem(_ state: S4App.State, _ total: Int) -> String? {
    for (position, path) in S4App.features.enumerated() {
      let expected = (total + 63 - position) / 64
      let changes = state[keyPath: path].changes
      if changes != expected {
        return Trial.difference("changes of f\(position)", is: changes, expected: expected)
      }
    }
    return nil
  }
}

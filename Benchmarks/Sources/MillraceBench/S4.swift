// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Millrace

/// One action to one of 64 features that are lifted into one app.
///
/// Each feature has its own type of actions. All features do the same work.
enum S4 {
  struct Feature: Sendable {
    var count = 0
    var items = [Int](repeating: 0, count: 10_000)

    @Sendable
    static func reduce<Name>(_ feature: inout Feature, _ action: Action<Name>) {
      switch action {
      case .tick: feature.count += 1
      case .write(let index): feature.items[index] += 1
      }
    }

    /// The number of actions that have changed the feature.
    var changes: Int { count + items.reduce(0, +) }
  }

  /// The change that an action makes, independent of the feature.
  enum Change: Sendable {
    case tick
    case write(Int)
  }

  /// The actions of one feature.
  ///
  /// The parameter makes them a different type for each feature.
  enum Action<Name>: Sendable {
    case tick
    case write(Int)

    init(_ change: Change) {
      switch change {
      case .tick: self = .tick
      case .write(let index): self = .write(index)
      }
    }
  }

  /// An app with a single feature.
  enum SmallApp {
    struct State: Sendable {
      var feature = Feature()
    }

    enum Action: Sendable {
      case feature(S4.Action<SmallApp>)
    }

    static let feature = Reducer<Feature, S4.Action<SmallApp>> { Feature.reduce(&$0, $1) }
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
    Scenario(
      name: "S4e", operation: "count in 1 of 64, whose effect writes 1 element",
      ours: { echoes() }, baseline: { echoesByHand() }, simpler: { smallEchoes() }),
  ]

  /// Returns the feature of a reducer, with an effect: each counting action sends a writing action.
  static func echoing<Name>(
    _ reducer: Reducer<Feature, Action<Name>>
  ) -> Millrace.Feature<Feature, Action<Name>> {
    Millrace.Feature { feature, action in
      Feature.reduce(&feature, action)
      return if case .tick = action { .just(.write(0)) } else { .none }
    }
  }

  @MainActor
  private static func ours(_ action: (Int) -> Change) -> Trial {
    let store = Store(initialState: S4App.State(), feature: S4App.reducer)
    let actions = (0..<64).map { S4App.embeds[$0](action($0 * 150)) }
    var cycle = Cycle(64)
    return Trial { operations in
      for _ in 0..<operations { send(actions[cycle.next()], to: store) }
    } problem: {
      problem(store.state, $0)
    }
  }

  @MainActor
  private static func baseline(_ action: (Int) -> Change) -> Trial {
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
  private static func small(_ action: (Int) -> Change) -> Trial {
    let store = Store(
      initialState: SmallApp.State(),
      feature: SmallApp.feature.lift(
        action: CasePath(case: SmallApp.Action.feature) {
          if case .feature(let action) = $0 { action } else { nil }
        }, state: \.feature))
    let actions = (0..<64).map { SmallApp.Action.feature(Action(action($0 * 150))) }
    var cycle = Cycle(64)
    return Trial { operations in
      for _ in 0..<operations { send(actions[cycle.next()], to: store) }
    } problem: {
      Trial.difference("changes", is: store.state.feature.changes, expected: $0)
    }
  }

  @MainActor
  private static func echoes() -> Trial {
    let store = Store(initialState: S4App.State(), feature: S4App.echoing)
    let actions = (0..<64).map { S4App.embeds[$0](.tick) }
    var cycle = Cycle(64)
    return Trial { operations in
      for _ in 0..<operations { send(actions[cycle.next()], to: store) }
    } problem: {
      problem(store.state, $0, changes: 2)
    }
  }

  /// The same by hand: the code that sends the first action also sends the second one.
  @MainActor
  private static func echoesByHand() -> Trial {
    let model = Plain(S4App.State(), S4App.reduceByHand)
    let actions = (0..<64).map { S4App.embeds[$0](.tick) }
    let echoes = (0..<64).map { S4App.embeds[$0](.write(0)) }
    var cycle = Cycle(64)
    return Trial { operations in
      for _ in 0..<operations {
        let position = cycle.next()
        send(actions[position], to: model)
        send(echoes[position], to: model)
      }
    } problem: {
      problem(model.state, $0, changes: 2)
    }
  }

  @MainActor
  private static func smallEchoes() -> Trial {
    let store = Store(
      initialState: SmallApp.State(),
      feature: echoing(SmallApp.feature).lift(
        action: CasePath(case: SmallApp.Action.feature) {
          if case .feature(let action) = $0 { action } else { nil }
        }, state: \.feature))
    return Trial { operations in
      for _ in 0..<operations { send(.feature(.tick), to: store) }
    } problem: {
      Trial.difference("changes", is: store.state.feature.changes, expected: 2 * $0)
    }
  }

  /// Returns nil if each feature got every 64th action, and each action made the expected number of
  /// changes.
  private static func problem(
    _ state: S4App.State, _ total: Int, changes each: Int = 1
  ) -> String? {
    for (position, path) in S4App.features.enumerated() {
      let expected = (total + 63 - position) / 64 * each
      let changes = state[keyPath: path].changes
      if changes != expected {
        return Trial.difference("changes of f\(position)", is: changes, expected: expected)
      }
    }
    return nil
  }
}

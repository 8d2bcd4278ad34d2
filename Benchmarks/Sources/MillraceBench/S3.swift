// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Millrace

/// A selector with two inputs and a filter over 10,000 elements, read again and again.
enum S3 {
  struct State: Sendable {
    var items = Array(0..<10_000)
    var limit = 5_000
    var unrelated = 0
  }

  enum Action: Sendable {
    case tick
  }

  @Sendable
  static func reduce(_ state: inout State, _ action: Action) {
    state.unrelated += 1
  }

  @MainActor
  static let scenarios = [
    Scenario(
      name: "S3a", operation: "read a selector again",
      ours: { ours(isDispatching: false) }, baseline: { baseline(isDispatching: false) }),
    Scenario(
      name: "S3b", operation: "the same, after an unrelated action",
      ours: { ours(isDispatching: true) }, baseline: { baseline(isDispatching: true) }),
    Scenario(
      name: "S3c", operation: "call a selector again, without a store",
      ours: { called() }, baseline: { baseline(isDispatching: false) }),
    Scenario(
      name: "S3p", operation: "read a selector again, through a projection",
      ours: { projected() }, baseline: { ours(isDispatching: false) }),
  ]

  @MainActor
  private static func ours(isDispatching: Bool) -> Trial {
    let store = Store(initialState: State(), reducer: Reducer(reduce))
    let selector = makeSelector()
    let tally = Tally()
    return Trial { operations in
      for _ in 0..<operations {
        if isDispatching { send(.tick, to: store) }
        tally.record(read(selector, of: store))
      }
    } problem: { total in
      problem(tally, total, store.state, isDispatching, computed: selector.recomputations)
    }
  }

  private static func makeSelector() -> StateSelector<State, [Int]> {
    createSelector(\State.items, \.limit) { items, limit in items.filter { $0 < limit } }
  }

  @MainActor
  private static func called() -> Trial {
    let state = State()
    let selector = makeSelector()
    let tally = Tally()
    return Trial { operations in
      for _ in 0..<operations { tally.record(call(selector, on: state)) }
    } problem: { total in
      problem(tally, total, state, false, computed: selector.recomputations)
    }
  }

  private struct App: Sendable {
    var part = State()
  }

  @MainActor
  private static func projected() -> Trial {
    let store = Store(
      initialState: App(), reducer: Reducer<App, Action> { reduce(&$0.part, $1) })
    let part = store.projection(action: { (action: Action) in action }, state: \.part)
    let selector = makeSelector()
    let tally = Tally()
    return Trial { operations in
      for _ in 0..<operations { tally.record(read(selector, of: part)) }
    } problem: { total in
      problem(tally, total, store.state.part, false, computed: selector.recomputations)
    }
  }

  @MainActor
  private static func baseline(isDispatching: Bool) -> Trial {
    let model = Plain(State(), reduce)
    let kept = KeptByHand()
    let tally = Tally()
    return Trial { operations in
      for _ in 0..<operations {
        if isDispatching { send(.tick, to: model) }
        tally.record(read(kept, of: model))
      }
    } problem: { total in
      problem(tally, total, model.state, isDispatching, computed: kept.computations)
    }
  }

  @MainActor @inline(never)
  private static func read(
    _ selector: StateSelector<State, [Int]>, of store: Store<State, Action>
  ) -> Int {
    store.select(selector).count
  }

  @MainActor @inline(never)
  private static func read(
    _ selector: StateSelector<State, [Int]>, of part: StoreProjection<State, Action>
  ) -> Int {
    part.select(selector).count
  }

  @inline(never)
  private static func call(_ selector: StateSelector<State, [Int]>, on state: State) -> Int {
    selector(state).count
  }

  @inline(never)
  private static func read(_ kept: KeptByHand, of model: Plain<State, Action>) -> Int {
    kept.visible(model.state).count
  }

  private static func problem(
    _ tally: Tally, _ total: Int, _ state: State, _ isDispatching: Bool, computed: Int
  ) -> String? {
    Trial.difference("reads", is: tally.calls, expected: total)
      ?? Trial.difference("elements read", is: tally.sum, expected: total * 5_000)
      ?? Trial.difference("computations", is: computed, expected: 1)
      ?? Trial.difference(
        "the counter", is: state.unrelated, expected: isDispatching ? total : 0)
  }
}

/// The baseline of S3: reads the inputs, compares them with the last ones, and caches the result.
final class KeptByHand {
  private var keptItems: [Int] = []
  private var keptLimit = 0
  private var kept: [Int] = []
  private(set) var computations = 0

  func visible(_ state: S3.State) -> [Int] {
    // The compiler converts these key paths to direct reads.
    let items = state[keyPath: \.items]
    let limit = state[keyPath: \.limit]
    if items == keptItems && limit == keptLimit { return kept }
    keptItems = items
    keptLimit = limit
    kept = items.filter { $0 < limit }
    computations += 1
    return kept
  }
}

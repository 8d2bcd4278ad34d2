// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Millrace

/// An action after which 1,000 observers are checked, and no value has changed.
///
/// The baseline of each row is a loop over handwritten objects that do the same work.
enum S7 {
  struct State: Sendable {
    var count = 1
    var elsewhere = 0
  }

  enum Action: Sendable {
    case tick
  }

  @Sendable
  static func reduce(_ state: inout State, _ action: Action) { state.elsewhere += 1 }

  static let observers = 1_000

  @MainActor
  static let scenarios =
    [
      scenario(
        "S7.dependency", "each with a dependency, which is unchanged", observeDependency,
        byHand: Polled.make),
      scenario(
        "S7.closure", "each with a closure, whose value is unchanged", observeClosure,
        byHand: Polled.make),
      scenario(
        "S7.derived", "each with three levels, all computed with the same result",
        observeDerived, byHand: Chain.make),
    ] + memory

  private typealias Observe =
    @MainActor (Store<State, Action>, Int, @escaping (Int) -> Void) -> StoreSubscription

  @MainActor
  private static func observeDependency(
    _ store: Store<State, Action>, _ index: Int, _ onChange: @escaping (Int) -> Void
  ) -> StoreSubscription {
    store.subscribe(
      to: StateSelector(
        dependencySelector: StateSelector(\.count),
        outputSelector: StateSelector { $0.count + index }), onChange: onChange)
  }

  @MainActor
  private static func observeClosure(
    _ store: Store<State, Action>, _ index: Int, _ onChange: @escaping (Int) -> Void
  ) -> StoreSubscription {
    store.subscribe(to: StateSelector { $0.count + index }, onChange: onChange)
  }

  /// Each observer has three selectors of its own.
  @MainActor
  private static func observeDerived(
    _ store: Store<State, Action>, _ index: Int, _ onChange: @escaping (Int) -> Void
  ) -> StoreSubscription {
    let first = createSelector(StateSelector(\State.elsewhere)) { $0 + index }
    let second = createSelector(first) { $0 * 2 }
    return store.subscribe(to: createSelector(second) { $0 / 2 % 1 }, onChange: onChange)
  }

  @MainActor
  private static func scenario(
    _ name: String, _ operation: String, _ observe: @escaping Observe,
    byHand: @escaping @MainActor (Int, Tally) -> Observer
  ) -> Scenario {
    Scenario(
      name: name, operation: "\(observers) observers checked, \(operation)",
      ours: {
        let tally = Tally()
        let store = Store(initialState: State(), reducer: Reducer(reduce))
        let subscriptions = (0..<observers).map { index in
          observe(store, index) { tally.record($0) }
        }
        return Trial { operations in
          for _ in 0..<operations { send(.tick, to: store) }
        } problem: { total in
          withExtendedLifetime(subscriptions) { problem(tally, store.state, total) }
        }
      },
      baseline: {
        let tally = Tally()
        let model = ByHand()
        model.observers = (0..<observers).map { byHand($0, tally) }
        return Trial { operations in
          for _ in 0..<operations { model.dispatch(.tick) }
        } problem: { total in
          problem(tally, model.state, total)
        }
      })
  }

  private static func problem(_ tally: Tally, _ state: State, _ total: Int) -> String? {
    Trial.difference("calls of observers", is: tally.calls, expected: 0)
      ?? Trial.difference("the counter", is: state.elsewhere, expected: total)
  }
}

// The memory of an observer with three levels. Each side is measured in a separate process.
extension S7 {
  /// The scenarios.
  ///
  /// They exist only on systems that report resident memory.
  @MainActor
  private static let memory: [Scenario] = {
    #if os(Linux)
      [
        Scenario(name: "S7.bytes") { _ in
          try S6.row(
            "S7.bytes", "memory of an observer with three levels, of 10,000",
            ours: "derived", baseline: "derived by hand")
        }
      ]
    #else
      []
    #endif
  }()

  /// Measures one side in the child process, and prints bytes and allocations per observer.
  ///
  /// - Returns: Whether this side exists.
  @MainActor
  static func runChild(_ side: String) -> Bool {
    let tally = Tally()
    switch side {
    case "derived":
      S6.report {
        Store(initialState: State(), reducer: Reducer(reduce))
      } observe: { store, count in
        (0..<count).map { index in observeDerived(store, index) { tally.record($0) } }
      }
    case "derived by hand":
      S6.report {
        ByHand()
      } observe: { model, count in
        model.observers = (0..<count).map { Chain.make($0, tally) }
      }
    default: return false
    }
    return true
  }
}

extension S7 {
  /// A handwritten observer, which is called with the state after each action.
  fileprivate class Observer {
    func check(_ state: State) {}
  }

  fileprivate final class ByHand {
    var state = State()
    var observers: [Observer] = []

    @inline(never)
    func dispatch(_ action: Action) {
      reduce(&state, action)
      for observer in observers { observer.check(state) }
    }
  }

  /// A closure and its last value.
  fileprivate final class Polled: Observer {
    private let read: (State) -> Int
    private let onChange: (Int) -> Void
    private var last: Int

    private init(_ read: @escaping (State) -> Int, last: Int, onChange: @escaping (Int) -> Void) {
      self.read = read
      self.last = last
      self.onChange = onChange
    }

    override func check(_ state: State) {
      let value = read(state)
      if value == last { return }
      last = value
      onChange(value)
    }

    @MainActor
    static func make(_ index: Int, _ tally: Tally) -> Observer {
      Polled({ $0.count + index }, last: 1 + index, onChange: { tally.record($0) })
    }
  }

  /// Three closures, each applied to the result of the one before, with their last inputs and
  /// outputs.
  fileprivate final class Chain: Observer {
    private struct Level {
      let compute: (Int) -> Int
      var input: Int
      var output: Int
    }

    private var levels: [Level] = []
    private let onChange: (Int) -> Void

    private init(_ steps: [(Int) -> Int], onChange: @escaping (Int) -> Void) {
      self.onChange = onChange
      var value = 0
      for compute in steps {
        let output = compute(value)
        levels.append(Level(compute: compute, input: value, output: output))
        value = output
      }
    }

    override func check(_ state: State) {
      var value = state.elsewhere
      for position in levels.indices {
        if value == levels[position].input { return }
        levels[position].input = value
        value = levels[position].compute(value)
        if value == levels[position].output { return }
        levels[position].output = value
      }
      onChange(value)
    }

    @MainActor
    static func make(_ index: Int, _ tally: Tally) -> Observer {
      Chain([{ $0 + index }, { $0 * 2 }, { $0 / 2 % 1 }], onChange: { tally.record($0) })
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Millrace

/// An action, its effect, and the action that the effect sends: one hop of a countdown.
enum S5 {
  struct State: Sendable {
    var handled = 0
  }

  enum Action: Sendable {
    /// The value is the number of remaining hops.
    case step(Int)
  }

  @Sendable
  static func reduce(_ state: inout State, _ action: Action) {
    state.handled += 1
  }

  /// The number of hops after one dispatch.
  static let chain = 1_000

  @MainActor
  static let scenarios = [
    Scenario(
      name: "S5.sync", operation: "an action sent by a synchronous effect",
      ours: oursAtOnce, baseline: baselineAtOnce),
    Scenario(
      name: "S5.async", operation: "the same, sent by an async function", stopwatch: .wall,
      ours: { ours(AsyncEcho()) }, baseline: { baseline(isOnMain: false) }),
    Scenario(
      name: "S5.dispatch", operation: "the same, without waiting for the commit",
      stopwatch: .wall, ours: { ours(DispatchingEcho()) },
      baseline: { baseline(isOnMain: false) }),
    Scenario(
      name: "S5.promise", operation: "the same, sent by a callback on another thread",
      stopwatch: .wall, ours: { ours(CallingEcho()) },
      baseline: { baseline(isOnMain: false) }),
    Scenario(
      name: "S5.main", operation: "the same, sent by a task on the main actor", stopwatch: .wall,
      ours: { ours(MainEcho()) }, baseline: { baseline(isOnMain: true) }),
  ]

  @MainActor
  private static func oursAtOnce() -> Trial {
    let store = Store(initialState: State(), reducer: Reducer(reduce), middleware: Echo())
    var dispatches = 0
    return Trial { hops in
      for chunk in chunks(hops) {
        store.dispatch(.step(chunk))
        dispatches += 1
      }
    } problem: {
      problem(store.state, $0, dispatches)
    }
  }

  @MainActor
  private static func baselineAtOnce() -> Trial {
    let model = Loop(reduce, effect: echo)
    var dispatches = 0
    return Trial { hops in
      for chunk in chunks(hops) {
        model.dispatch(.step(chunk))
        dispatches += 1
      }
    } problem: {
      problem(model.state, $0, dispatches)
    }
  }

  @MainActor
  private static func ours(_ echo: some Middleware<Action, Action, State>) -> Trial {
    let store = Store(initialState: State(), reducer: Reducer(reduce), middleware: echo)
    var dispatches = 0
    return Trial { hops in
      for chunk in chunks(hops) {
        await store.dispatch(.step(chunk)).finish()
        dispatches += 1
      }
    } problem: {
      problem(store.state, $0, dispatches)
    }
  }

  @MainActor
  private static func baseline(isOnMain: Bool) -> Trial {
    let model = Hops(reduce, isOnMain: isOnMain)
    var dispatches = 0
    return Trial { hops in
      for chunk in chunks(hops) {
        await model.run(.step(chunk))
        dispatches += 1
      }
    } problem: {
      problem(model.state, $0, dispatches)
    }
  }

  private static func chunks(_ hops: Int) -> some Sequence<Int> {
    stride(from: 0, to: hops, by: chain).lazy.map { min(chain, hops - $0) }
  }

  private static func problem(_ state: State, _ hops: Int, _ dispatches: Int) -> String? {
    Trial.difference("actions handled", is: state.handled, expected: hops + dispatches)
  }

  @Sendable
  static func echo(_ action: Action) -> Action? {
    guard case .step(let left) = action, left > 0 else { return nil }
    return .step(left - 1)
  }

  @inline(never)
  nonisolated static func asyncEcho(_ action: Action) async -> Action? {
    echo(action)
  }

  struct Echo: Middleware {
    func handle(
      _ action: Action, from source: ActionSource, state: StateReader<State>
    ) -> Effect<Action> {
      guard let next = echo(action) else { return .none }
      return .just(next)
    }
  }

  struct AsyncEcho: Middleware {
    func handle(
      _ action: Action, from source: ActionSource, state: StateReader<State>
    ) -> Effect<Action> {
      guard case .step(1...) = action else { return .none }
      return .run { send in
        if let next = await asyncEcho(action) { await send(next) }
      }
    }
  }
}

extension S5 {
  struct DispatchingEcho: Middleware {
    func handle(
      _ action: Action, from source: ActionSource, state: StateReader<State>
    ) -> Effect<Action> {
      guard case .step(1...) = action else { return .none }
      return .run { send in
        if let next = await asyncEcho(action) { send.dispatch(next) }
      }
    }
  }

  struct CallingEcho: Middleware {
    func handle(
      _ action: Action, from source: ActionSource, state: StateReader<State>
    ) -> Effect<Action> {
      guard case .step(1...) = action else { return .none }
      return .promise { complete in
        Task.detached {
          if let next = await asyncEcho(action) { complete(next) }
        }
      }
    }
  }

  struct MainEcho: Middleware {
    func handle(
      _ action: Action, from source: ActionSource, state: StateReader<State>
    ) -> Effect<Action> {
      guard case .step(1...) = action else { return .none }
      return .run { @MainActor send in
        if let next = echo(action) { await send(next) }
      }
    }
  }
}

/// The baseline of S5.sync: a loop that calls a reducer and an effect in turn.
///
/// Most of its time is one exclusivity check for its state, which every plain class has.
final class Loop {
  private(set) var state = S5.State()
  private let reduce: (inout S5.State, S5.Action) -> Void
  private let effect: (S5.Action) -> S5.Action?

  init(
    _ reduce: @escaping (inout S5.State, S5.Action) -> Void,
    effect: @escaping (S5.Action) -> S5.Action?
  ) {
    self.reduce = reduce
    self.effect = effect
  }

  func dispatch(_ action: S5.Action) {
    var next: S5.Action? = action
    while let action = next { next = handle(action) }
  }

  @inline(never)
  private func handle(_ action: S5.Action) -> S5.Action? {
    reduce(&state, action)
    return effect(action)
  }
}

/// The baselines of the rows of S5 that use tasks.
///
/// Each hop is a task on another thread that returns to the main actor, or a task on the main
/// actor.
///
/// No object owns these tasks, so they cannot be cancelled or awaited. A store supports both, and
/// the ratio of S5.main includes the cost: an entry in the table of effects, and a count for
/// receipts.
@MainActor
final class Hops {
  private(set) var state = S5.State()
  private let reduce: (inout S5.State, S5.Action) -> Void
  private let isOnMain: Bool
  private var done: CheckedContinuation<Void, Never>?

  init(_ reduce: @escaping (inout S5.State, S5.Action) -> Void, isOnMain: Bool = false) {
    self.reduce = reduce
    self.isOnMain = isOnMain
  }

  /// Returns after the last hop.
  func run(_ action: S5.Action) async {
    await withCheckedContinuation {
      done = $0
      dispatch(action)
    }
  }

  private func dispatch(_ action: S5.Action) {
    reduce(&state, action)
    guard case .step(let left) = action, left > 0 else {
      done.take()?.resume()
      return
    }
    if isOnMain {
      Task { dispatch(.step(left - 1)) }
    } else {
      Task.detached {
        if let next = await S5.asyncEcho(action) { await self.dispatch(next) }
      }
    }
  }
}

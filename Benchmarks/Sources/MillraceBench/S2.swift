// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Millrace

/// One of 10,000 entities changes.
///
/// Some of the entities are watched, each by its own observer.
enum S2 {
  struct Entity: Identifiable, Equatable, Sendable {
    let id: Int
    var value = 0

    /// The value, or nil if the entity has another id.
    func value(of id: Int) -> Int? { self.id == id ? value : nil }
  }

  struct State: Sendable {
    var entities = EntityTable((0..<size).map { Entity(id: $0) })
    /// A value that no observer of an entity reads.
    var elsewhere = 0
  }

  enum Action: Sendable {
    case add(Int)
    case tick
  }

  @Sendable
  static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .add(let id): state.entities.updateOne(id) { $0.value += 1 }
    case .tick: state.elsewhere += 1
    }
  }

  static let size = 10_000

  @MainActor
  static let scenarios = [0, 1, 100, 10_000].map { scenario($0) }

  @MainActor
  private static func scenario(_ count: Int) -> Scenario {
    let one: @MainActor () -> Trial = { changes(observers: 1) }
    return Scenario(
      name: "S2.n\(count)", operation: "change 1 of 10,000 entities, \(count.grouped) watched",
      ours: { changes(observers: count) }, baseline: { KeyedByHand.changes(observers: count) },
      simpler: count == size ? one : nil)
  }

  /// Returns the ids that `count` observers watch, spread over the table.
  static func watched(_ count: Int) -> [Int] {
    (0..<count).map { $0 * (size / count) }
  }

  /// Changes the watched entities one after the other, or always the first entity if none is
  /// watched.
  @MainActor
  static func changes(observers count: Int) -> Trial {
    let tally = Tally()
    let (store, subscriptions) = makeStore(observers: count, tally)
    var cycle = Cycle(max(count, 1))
    let stride = size / max(count, 1)
    return Trial { operations in
      for _ in 0..<operations { send(.add(cycle.next() * stride), to: store) }
    } problem: { total in
      withExtendedLifetime(subscriptions) {
        problem(
          values: store.state.entities.lazy.map(\.value), tally, total, isWatched: count > 0)
      }
    }
  }

  @MainActor @inline(never)
  static func makeStore(
    observers count: Int, _ tally: Tally
  ) -> (store: Store<State, Action>, subscriptions: [StoreSubscription]) {
    let store = Store(initialState: State(), reducer: Reducer(reduce))
    return (store, observe(store, count, tally))
  }

  @MainActor
  static func observe(
    _ store: Store<State, Action>, _ count: Int, _ tally: Tally
  ) -> [StoreSubscription] {
    watched(count).map { id in
      store.subscribe(to: .row(id, of: \.entities)) { (entity: Entity?) in
        tally.record(entity?.value(of: id) ?? -1)
      }
    }
  }

  /// Returns nil if every operation changed one entity and every observer got each new value once.
  static func problem(
    values: some Sequence<Int>, _ tally: Tally, _ total: Int, isWatched: Bool
  ) -> String? {
    var sum = 0
    var heard = 0
    for value in values {
      sum += value
      heard &+= value * (value + 1) / 2
    }
    return Trial.difference("the sum", is: sum, expected: total)
      ?? Trial.difference("calls of observers", is: tally.calls, expected: isWatched ? total : 0)
      ?? Trial.difference(
        "the observed sum", is: tally.sum, expected: isWatched ? heard : 0)
  }
}

// SPDX-License-Identifier: Apache-2.0

import BenchKit

/// The baseline of S2, S2x and S6: a class with a dictionary of entities and a dictionary of their
/// observers.
///
/// It looks up the observer of the changed entity.
final class KeyedByHand {
  struct State {
    var entities = Dictionary(
      uniqueKeysWithValues: (0..<S2.size).map { ($0, S2.Entity(id: $0)) })
    var elsewhere = 0
  }

  var state = State()
  var observers: [Int: (S2.Entity?) -> Void] = [:]
  private let reduce: (inout State, S2.Action) -> Void

  init(_ reduce: @escaping (inout State, S2.Action) -> Void) {
    self.reduce = reduce
  }

  @inline(never)
  func dispatch(_ action: S2.Action) {
    reduce(&state, action)
    if case .add(let id) = action, let observer = observers[id] { observer(state.entities[id]) }
  }

  static func reduce(_ state: inout State, _ action: S2.Action) {
    switch action {
    case .add(let id): state.entities[id]?.value += 1
    case .tick: state.elsewhere += 1
    }
  }

  @inline(never)
  static func make(observers count: Int, _ tally: Tally) -> KeyedByHand {
    let model = KeyedByHand(reduce)
    model.observe(count, tally)
    return model
  }

  func observe(_ count: Int, _ tally: Tally) {
    for id in S2.watched(count) { observers[id] = { tally.record($0?.value(of: id) ?? -1) } }
  }

  @MainActor
  static func changes(observers count: Int) -> Trial {
    let tally = Tally()
    let model = make(observers: count, tally)
    var cycle = Cycle(max(count, 1))
    let stride = S2.size / max(count, 1)
    return Trial { operations in
      for _ in 0..<operations { model.dispatch(.add(cycle.next() * stride)) }
    } problem: { total in
      S2.problem(
        values: model.state.entities.values.lazy.map(\.value), tally, total,
        isWatched: count > 0)
    }
  }
}

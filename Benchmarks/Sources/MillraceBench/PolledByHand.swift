// SPDX-License-Identifier: Apache-2.0

import BenchKit

/// The minimum cost if every observer is checked after every action: one call and one comparison
/// per observer.
final class PolledByHand {
  private struct Observer {
    let read: ([Int]) -> Int
    var last: Int
    let onChange: (Int) -> Void
  }

  private(set) var values = [Int](repeating: 0, count: S2.size)
  private var observers: [Observer] = []
  private let reduce: (inout [Int], Int) -> Void

  init(_ reduce: @escaping (inout [Int], Int) -> Void) {
    self.reduce = reduce
  }

  @inline(never)
  func dispatch(_ id: Int) {
    reduce(&values, id)
    // Both properties are read once for the whole loop. This is faster than a library can be,
    // because a library must allow observers to dispatch and to subscribe.
    let values = values
    observers.withUnsafeMutableBufferPointer { observers in
      for index in observers.indices {
        let value = observers[index].read(values)
        if value == observers[index].last { continue }
        observers[index].last = value
        observers[index].onChange(value)
      }
    }
  }

  private func observe(_ count: Int, _ tally: Tally) {
    for id in S2.watched(count) {
      observers.append(
        Observer(read: { $0[id] }, last: 0, onChange: { tally.record($0) }))
    }
  }

  @MainActor
  static func changes(observers count: Int) -> Trial {
    let tally = Tally()
    let model = PolledByHand { values, id in values[id] += 1 }
    model.observe(count, tally)
    var cycle = Cycle(max(count, 1))
    let stride = S2.size / max(count, 1)
    return Trial { operations in
      for _ in 0..<operations { model.dispatch(cycle.next() * stride) }
    } problem: { total in
      S2.problem(values: model.values, tally, total, isWatched: count > 0)
    }
  }
}

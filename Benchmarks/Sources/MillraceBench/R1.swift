// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Millrace
import MillraceDevTools
import MillraceTrace

/// A store that is recorded, and a trace of 100,000 actions: searches in it, and jumps to its
/// states.
enum R1 {
  struct State: Codable, Sendable {
    var handled = 0
    var last = 0
    var groups = [Int](repeating: 0, count: 16)
  }

  enum Action: Codable, Sendable {
    case add(Int)
  }

  @Sendable
  static func reduce(_ state: inout State, _ action: Action) {
    guard case .add(let number) = action else { return }
    state.handled += 1
    state.last = number
    state.groups[number & 15] += 1
  }

  static let count = 100_000

  @MainActor
  static let scenarios = [
    Scenario(
      name: "R1", operation: "an action that is recorded; baseline: one middleware, no recorder",
      ours: recorded, baseline: { unrecorded() }),
    Scenario(
      name: "R1.hand", operation: "the same; baseline: recorded by hand next to each dispatch",
      ours: recorded, baseline: { recordedByHand() }),
    Scenario(
      name: "R2.value", operation: "search for a value in 100,000 actions",
      countsAllocations: false,
      ours: { search { $0.lines(containing: "99999").count } }, baseline: scan),
    Scenario(
      name: "R2.path", operation: "find the changes of a path in 100,000 actions",
      countsAllocations: false,
      ours: {
        search { $0.lines(changing: TracePath([.name("groups"), .index(3)])).count }
      }, baseline: scan),
    Scenario(name: "R3.near") { try jump("R3.near", within: 1_000, $0) },
    Scenario(name: "R3.far") { try jump("R3.far", within: count, $0) },
  ]

  private typealias Quiet = AnyMiddleware<Action, Action, State>

  @MainActor
  private static func unrecorded() -> Trial {
    let store = Store(
      initialState: State(), reducer: Reducer(reduce), middleware: Quiet { _, _, _ in .none })
    return Trial { count in
      for number in 0..<count { store.dispatch(.add(number)) }
    } problem: {
      Trial.difference("handled", is: store.state.handled, expected: $0)
    }
  }

  @MainActor
  private static func recorded() -> Trial {
    let store = Store(
      initialState: State(), reducer: Reducer(reduce), middleware: Quiet { _, _, _ in .none })
    let recorder = TraceRecorder(store)
    for _ in 0..<count { store.dispatch(.add(0)) }
    return Trial { count in
      for number in 0..<count { store.dispatch(.add(number)) }
    } problem: {
      Trial.difference("handled", is: store.state.handled, expected: $0 + count)
        ?? Trial.difference("recorded", is: recorder.history.count, expected: count)
    }
  }

  /// The smallest possible recorder in plain Swift: a ring buffer with the actions, their sources
  /// and times, and the state before the oldest action.
  private struct HandRecorder: ~Copyable {
    let ring = UnsafeMutablePointer<(action: Action, source: ActionSource, time: UInt64)>
      .allocate(capacity: R1.count)
    var slot = 0
    var first = State()

    init() {
      ring.initialize(repeating: (.add(0), ActionSource(), 0), count: R1.count)
    }

    mutating func record(_ action: Action, _ source: ActionSource) {
      reduce(&first, ring[slot].action)
      ring[slot] = (action, source, TraceClock.now)
      slot = slot + 1 == R1.count ? 0 : slot + 1
    }

    deinit {
      ring.deinitialize(count: R1.count)
      ring.deallocate()
    }
  }

  /// The caller records each action itself, next to the dispatch.
  ///
  /// The store is not involved.
  @MainActor
  private static func recordedByHand() -> Trial {
    let store = Store(
      initialState: State(), reducer: Reducer(reduce), middleware: Quiet { _, _, _ in .none })
    var recorder = HandRecorder()
    return Trial { count in
      for number in 0..<count {
        store.dispatch(.add(number))
        recorder.record(.add(number), ActionSource())
      }
    } problem: {
      Trial.difference("handled", is: store.state.handled, expected: $0)
        ?? Trial.difference("slot", is: recorder.slot, expected: $0 % R1.count)
    }
  }

  /// A trace of 100,000 actions.
  @MainActor
  private static let trace: Trace = {
    let store = Store(initialState: State(), reducer: Reducer(reduce))
    let recorder = TraceRecorder(store)
    for number in 0..<count { store.dispatch(.add(number)) }
    return (try? recorder.trace()) ?? Trace(header: .init(state: "", action: ""))
  }()

  @MainActor
  private static func search(_ body: @escaping (Trace) -> Int) -> Trial {
    let trace = trace
    var found = 0
    return Trial { count in
      for _ in 0..<count { found += body(trace) }
    } problem: { _ in
      found > 0 ? nil : "nothing was found"
    }
  }

  /// Reads each byte of all actions once.
  @MainActor
  private static func scan() -> Trial {
    let lines = trace.lines
    var found = 0
    return Trial { count in
      for _ in 0..<count {
        for line in lines {
          for byte in line.action.utf8 where byte == 0x7B { found += 1 }
        }
      }
    } problem: { _ in
      found > 0 ? nil : "nothing was found"
    }
  }

  /// Measures a jump of the time machine to a random state, followed by a read of the state.
  ///
  /// The value is the 95th percentile of many jumps. The baseline is the median time of 256 runs of
  /// the reducer. A jump within the last 1,000 actions needs this number of runs on average.
  @MainActor
  private static func jump(_ name: String, within span: Int, _ sampler: Sampler) throws -> Row {
    let store = Store(initialState: State(), reducer: Reducer(reduce))
    let machine = TimeMachine(store)
    for number in 0..<count { store.dispatch(.add(number)) }
    var random = UInt64(7)
    var (jumps, runs): ([Double], [Double]) = ([], [])
    var state = State()
    for _ in 0..<(sampler.repeats > 10 ? 5_000 : 1_000) {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let index = count - Int(random >> 33) % span
      let start = Stopwatch.processor.now()
      machine(.jumpToState(index))
      let handled = machine.state.handled
      let end = Stopwatch.processor.now()
      for number in 0..<256 { reduce(&state, .add(number)) }
      runs.append(Double(Stopwatch.processor.now() - end))
      jumps.append(Double(end - start))
      precondition(handled == index)
    }
    precondition(state.handled == jumps.count * 256)
    return Row(
      name: name, operation: "jump to a state of the last \(span), 95 of 100",
      value: jumps.percentile95, unit: "ns", ratio: jumps.percentile95 / runs.median)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDevTools
import MillraceTesting
import MillraceTrace
import Synchronization

/// A state whose value depends on the order of its actions.
struct Tally: Codable, Equatable, Sendable {
  var value = 0
  var steps: [Int] = []
  @Redacted var key = ""
}

extension Tally {
  /// A counter that a test and a reducer share.
  final class Counter: Sendable {
    private let value = Mutex(0)

    var count: Int {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }
  }
}

enum TallyAction: Codable, Equatable, Sendable {
  case add(Int)
  case double
  case clear
  /// Refused while the value is odd.
  case halve
  case lock(Redacted<String>)

  static func random(using random: inout SeededGenerator) -> TallyAction {
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<4: .add(Int.random(in: 1...9, using: &random))
    case 4: .double
    case 5, 6: .halve
    default: .clear
    }
  }
}

struct IsOdd: Error, CustomStringConvertible {
  let description = "the value is odd"
}

extension Reducer where State == Tally, Action == TallyAction {
  static var tally: Reducer {
    Reducer { (state: inout Tally, action: TallyAction) throws in
      switch action {
      case .add(let amount): state.value += amount
      case .double: state.value = state.value &* 2 % 1_000_003
      case .clear: state.steps = []
      case .halve:
        state.value += 1
        if state.value % 2 == 0 { throw IsOdd() }
        state.value = (state.value - 1) / 2
      case .lock(let key): state.key = key.wrappedValue
      }
      state.steps.append(state.value)
      if state.steps.count > 3 { state.steps.removeFirst() }
    }
  }
}

typealias Machine = TimeMachineState<Tally, TallyAction>
typealias Command = TimeMachineCommand<Tally, TallyAction>

extension TimeMachineState where State == Tally, Action == TallyAction {
  /// A machine without a store in which these actions were performed.
  static func performing(
    _ actions: TallyAction..., maxAge: Int = 100_000, stopsAtErrors: Bool = false
  ) -> Machine {
    var machine = Machine(
      state: Tally(), reducer: .tally, maxAge: maxAge, stopsAtErrors: stopsAtErrors)
    for action in actions { machine.perform(action) }
    return machine
  }

  mutating func perform(_ action: TallyAction) {
    apply(.perform(DispatchedAction(action), at: 0))
  }

  var actions: [TallyAction] { entries.map(\.dispatched.action) }
  var values: [Int] { (0...count).map { state(at: $0).value } }
}

@MainActor
func makeTally() -> Store<Tally, TallyAction> {
  let store = Store(initialState: Tally(), reducer: .tally)
  store.onRejection = { _ in }
  return store
}

// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The change that a random reducer makes.
///
/// Many pairs of rules do not commute, so a test with enough rules notices a change of their order.
public enum ReducerRule: Sendable {
  /// Nothing.
  case nothing
  /// Adds action and number to the value.
  case add(Int)
  /// Multiplies the value.
  case multiply(Int)
  /// Adds the number to the trace.
  case trace(Int)
  /// Changes the value and throws if the action is a multiple of the number.
  case refuse(Int)

  /// A random rule.
  public static func random(
    throwing: Bool, using generator: inout SeededGenerator
  ) -> ReducerRule {
    let number = Int.random(in: 2...9, using: &generator)
    switch Int.random(in: 0..<(throwing ? 5 : 4), using: &generator) {
    case 0: return .nothing
    case 1: return .add(number)
    case 2: return .multiply(number)
    case 3: return .trace(number)
    default: return .refuse(number)
    }
  }

  /// A number of random rules.
  public static func list(
    count: Int, throwing: Bool = true, using generator: inout SeededGenerator
  ) -> [ReducerRule] {
    (0..<count).map { _ in random(throwing: throwing, using: &generator) }
  }

  /// The rule as a reducer.
  public var reducer: Reducer<Tally, Int> {
    switch self {
    case .nothing: .identity
    case .add(let number): Reducer { state, action in state.value &+= action &+ number }
    case .multiply(let number): Reducer { state, _ in state.value &*= number }
    case .trace(let number): Reducer { state, _ in state.trace.append(number) }
    case .refuse(let number):
      Reducer { (state: inout Tally, action: Int) throws in
        state.value &+= 1
        if action.isMultiple(of: number) { throw Refusal(number: number) }
      }
    }
  }
}

/// The state of random reducers.
public struct Tally: Equatable, Sendable {
  /// A number that wraps around.
  public var value: Int
  /// The numbers of the rules `trace`, in the order in which they ran.
  public var trace: [Int]
  /// The error of the last action, or nil; `run(_:_:)` sets it.
  public var refusal: Refusal?

  /// Creates a state.
  public init(value: Int = 0, trace: [Int] = []) {
    self.value = value
    self.trace = trace
  }

  /// The states after each of the actions, with the error that the reducer threw.
  public func run(_ reducer: some FeatureType<Tally, Int>, _ actions: [Int]) -> [Tally] {
    let feature = reducer.feature
    var state = self
    return actions.map { action in
      state.refusal = nil
      do { try feature(&state, action) } catch { state.refusal = error as? Refusal }
      return state
    }
  }
}

/// The error of a random reducer.
public struct Refusal: Error, Equatable {
  /// The number of the rule that threw.
  public let number: Int

  /// Creates the error.
  public init(number: Int) {
    self.number = number
  }
}

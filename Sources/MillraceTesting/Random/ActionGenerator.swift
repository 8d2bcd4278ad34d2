// SPDX-License-Identifier: Apache-2.0

/// Generates random actions that fit a state.
///
/// Shape: `(inout SeededGenerator, State) -> Action?`. The closure must use only the given
/// generator for random values. Then the same seed gives the same actions.
///
/// ```swift
/// let actions = ActionGenerator<Cart, CartAction>.weighted(
///   (3, ActionGenerator { generator, _ in .add(.random(in: 1...9, using: &generator)) }),
///   (1, ActionGenerator { generator, cart in
///     cart.items.randomElement(using: &generator).map { .remove($0.id) }
///   }),
///   (1, .always(.checkOut)))
/// ```
public struct ActionGenerator<State, Action> {
  private let make: (inout SeededGenerator, State) -> Action?

  /// Creates a generator.
  ///
  /// - Parameter make: Creates an action, or returns nil if no action of its kind fits the state.
  public init(_ make: @escaping (inout SeededGenerator, State) -> Action?) {
    self.make = make
  }

  /// Returns a generator that always creates the same action.
  public static func always(_ action: Action) -> ActionGenerator {
    ActionGenerator { _, _ in action }
  }

  /// Returns a generator that creates one of several actions, with equal probability.
  public static func element(of actions: [Action]) -> ActionGenerator {
    weighted(actions.map { (1, .always($0)) })
  }

  /// Returns a generator that calls one of several generators, with equal probability.
  ///
  /// - Parameter generators: The generators. If a generator returns nil, another one is called.
  /// - Returns: The generator.
  public static func oneOf(_ generators: ActionGenerator...) -> ActionGenerator {
    weighted(generators.map { (1, $0) })
  }

  /// Returns a generator that calls one of several generators, with different probabilities.
  ///
  /// - Parameter choices: Weights and generators. The probability of a generator is its weight
  ///   divided by the sum of the positive weights. A generator whose weight is not positive is
  ///   never called. If a generator returns nil, another one is called.
  /// - Returns: The generator.
  public static func weighted(_ choices: (weight: Int, ActionGenerator)...) -> ActionGenerator {
    weighted(choices)
  }

  /// Returns a generator that calls one of an array of generators, with different probabilities.
  ///
  /// - Parameter choices: Weights and generators. The probability of a generator is its weight
  ///   divided by the sum of the positive weights. A generator whose weight is not positive is
  ///   never called. If a generator returns nil, another one is called.
  /// - Returns: The generator.
  public static func weighted(_ choices: [(weight: Int, ActionGenerator)]) -> ActionGenerator {
    let choices = choices.filter { $0.weight > 0 }
    return ActionGenerator { generator, state in
      var left = choices
      while !left.isEmpty {
        let index = pick(from: left.map(\.weight), using: &generator)
        if let action = left.remove(at: index).1.make(&generator, state) { return action }
      }
      return nil
    }
  }

  /// Creates an action, or returns nil if no action fits the state.
  public func callAsFunction(_ generator: inout SeededGenerator, _ state: State) -> Action? {
    make(&generator, state)
  }

  /// Returns a random index, with probabilities in proportion to the weights.
  private static func pick(from weights: [Int], using generator: inout SeededGenerator) -> Int {
    let sum = weights.reduce(UInt128(0)) { $0 + UInt128($1) }
    // `UInt64` and not `Int`: the same seed gives the same index on every platform. Only a sum that
    // does not fit needs a larger type.
    var number =
      if let sum = UInt64(exactly: sum) {
        UInt128(UInt64.random(in: 0..<sum, using: &generator))
      } else {
        UInt128.random(in: 0..<sum, using: &generator)
      }
    for (index, weight) in weights.enumerated() {
      if number < UInt128(weight) { return index }
      number -= UInt128(weight)
    }
    return weights.count - 1
  }
}

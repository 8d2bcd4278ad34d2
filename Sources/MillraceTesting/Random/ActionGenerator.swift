// SPDX-License-Identifier: Apache-2.0

/// Makes up actions that fit a state.
///
/// Shape: `(inout SeededGenerator, State) -> Action?`. It must take all that is random from the
/// generator that it is given, so that a seed repeats it.
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
  /// - Parameter make: Makes an action; nil if none of its kind fits the state.
  public init(_ make: @escaping (inout SeededGenerator, State) -> Action?) {
    self.make = make
  }

  /// Makes one action always.
  public static func always(_ action: Action) -> ActionGenerator {
    ActionGenerator { _, _ in action }
  }

  /// Makes one of some actions, each as often as the others.
  public static func element(of actions: [Action]) -> ActionGenerator {
    weighted(actions.map { (1, .always($0)) })
  }

  /// Lets one of several generators make an action, each as often as the others.
  ///
  /// - Parameter generators: The generators. One that finds no action leaves it to the others.
  /// - Returns: The generator.
  public static func oneOf(_ generators: ActionGenerator...) -> ActionGenerator {
    weighted(generators.map { (1, $0) })
  }

  /// Lets one of several generators make an action, some more often than others.
  ///
  /// - Parameter choices: How often, compared with the others, and the generator; one that weighs
  ///   nothing is never asked. One that finds no action leaves it to the others.
  /// - Returns: The generator.
  public static func weighted(_ choices: (weight: Int, ActionGenerator)...) -> ActionGenerator {
    weighted(choices)
  }

  /// Lets one of a list of generators make an action, some more often than others.
  ///
  /// - Parameter choices: How often, compared with the others, and the generator; one that weighs
  ///   nothing is never asked. One that finds no action leaves it to the others.
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

  /// Makes an action, or nil if none fits the state.
  public func callAsFunction(_ generator: inout SeededGenerator, _ state: State) -> Action? {
    make(&generator, state)
  }

  /// The place of a weight, in its proportion to the sum.
  private static func pick(from weights: [Int], using generator: inout SeededGenerator) -> Int {
    // In 64 bits on every platform, so that a seed means the same everywhere.
    var number = UInt64.random(
      in: 0..<weights.reduce(0) { $0 + UInt64($1) }, using: &generator)
    for (index, weight) in weights.enumerated() {
      if number < UInt64(weight) { return index }
      number -= UInt64(weight)
    }
    return weights.count - 1
  }
}

// SPDX-License-Identifier: Apache-2.0

precedencegroup CompositionPrecedence {
  associativity: left
  higherThan: NilCoalescingPrecedence
}

/// Puts two reducers, two middlewares or two IOs one after the other.
infix operator <> : CompositionPrecedence

extension Reducer {
  /// One reducer that runs several in order on the same state and action.
  ///
  /// The result can throw only if one of them can; then all of them work on the same copy and all
  /// of their changes count, or none.
  @inlinable
  public static func combine(_ reducers: Reducer...) -> Reducer {
    reducers.reduce(.identity, <>)
  }

  /// The left reducer, then the right one.
  @inlinable
  public static func <> (first: Reducer, second: Reducer) -> Reducer {
    switch (first.step, second.step) {
    case (.identity, _): second
    case (_, .identity): first
    case (.total(let one), .total(let two)):
      Reducer { state, action in
        one(&state, action)
        two(&state, action)
      }
    default:
      Reducer(
        step: .throwing { state, action in
          try first(&state, action)
          try second(&state, action)
        })
    }
  }
}

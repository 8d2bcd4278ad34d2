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
  ///
  /// Reducers that were lifted along a ``CasePath`` are routed: an action costs the reducers of its
  /// case, not a question to each. All others run for every action, in their place.
  ///
  /// Complexity: O(number of reducers).
  @inlinable
  public static func combine(_ reducers: Reducer...) -> Reducer {
    combine(reducers)
  }

  /// One reducer that runs several in order on the same state and action.
  ///
  /// Complexity: O(number of reducers).
  @inlinable
  public static func combine(_ reducers: [Reducer]) -> Reducer {
    if reducers.contains(where: \.isRouted) { return routed(reducers.flatMap(\.routeParts)) }
    return reducers.reduce(.identity, <>)
  }

  /// The left reducer, then the right one.
  ///
  /// Complexity: O(number of reducers of which the two are made).
  @inlinable
  public static func <> (first: Reducer, second: Reducer) -> Reducer {
    switch (first.step, second.step) {
    case (.identity, _): second
    case (_, .identity): first
    case _ where first.isRouted || second.isRouted:
      routed(first.routeParts + second.routeParts)
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

extension Reducer {
  @inlinable var isRouted: Bool { caseTest != nil || parts != nil }

  /// What this reducer contributes to a combination.
  @inlinable
  var routeParts: [Reducer] {
    if case .identity = step { return [] }
    return parts ?? [self]
  }

  @inlinable
  static func routed(_ parts: [Reducer]) -> Reducer {
    let table = RouteTable(parts)
    return Reducer(
      step: table.canThrow
        ? .throwing { state, action in try table.runThrowing(&state, action) }
        : .total { state, action in table.run(&state, action) },
      parts: parts)
  }
}

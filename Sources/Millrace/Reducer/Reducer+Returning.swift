// SPDX-License-Identifier: Apache-2.0

extension Reducer {
  /// A reducer from a function that returns the next state, or throws.
  ///
  /// The state is copied for every action; prefer the form with `inout` for large states.
  @inlinable
  public init<Failure: Error>(
    returning next: @escaping @Sendable (State, Action) throws(Failure) -> State
  ) {
    // One initializer for both: of two, a closure of a state of `Void` fits more than one best.
    if Failure.self == Never.self {
      self.init(
        step: .total { state, action in
          do throws(Failure) { state = try next(state, action) } catch {}
        })
    } else {
      self.init(step: .throwing { state, action in state = try next(state, action) })
    }
  }

  /// A reducer written with the action first, as users of SwiftRex know it.
  @inlinable
  public static func reduce(
    _ reduce: @escaping @Sendable (Action, inout State) -> Void
  ) -> Reducer {
    Reducer { state, action in reduce(action, &state) }
  }

  /// A throwing reducer written with the action first.
  @inlinable
  @_disfavoredOverload
  public static func reduce(
    _ reduce: @escaping @Sendable (Action, inout State) throws -> Void
  ) -> Reducer {
    Reducer(step: .throwing { state, action in try reduce(action, &state) })
  }
}

// SPDX-License-Identifier: Apache-2.0

import Millrace

/// SwiftRex's name for the result of a middleware.
///
/// It is an `Effect`.
///
/// ```swift
/// IO { output in output.dispatch(.popup) }         // .perform { send in send.dispatch(.popup) }
/// IO(.run { send in … })                           // .run { send in … }
/// .pure()                                          // .none
/// first <> second                                  // .merge(first, second)
/// ```
public typealias IO<OutputAction: Sendable> = Effect<OutputAction>

extension Effect {
  /// Creates an effect that calls a closure when it starts; the same as `perform(_:)`.
  @inlinable
  public init(_ run: @escaping @MainActor (Send<Action>) -> Void) {
    self = .perform(run)
  }

  /// Creates a copy of an effect.
  @inlinable
  public init(_ effect: Effect) {
    self = effect
  }

  /// The effect that does nothing; the same as `none`.
  @inlinable
  public static func pure() -> Effect { .none }

  /// Starts the left effect, then the right effect, and lets both run concurrently; the same as
  /// `merge(_:)`.
  @inlinable
  public static func <> (first: Effect, second: Effect) -> Effect { .merge(first, second) }
}

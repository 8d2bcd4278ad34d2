// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The name that SwiftRex gives to what a middleware returns; it is an `Effect`.
///
/// ```swift
/// IO { output in output.dispatch(.popup) }         // .perform { send in send.dispatch(.popup) }
/// IO(.run { send in … })                           // .run { send in … }
/// .pure()                                          // .none
/// first <> second                                  // .merge(first, second)
/// ```
public typealias IO<OutputAction: Sendable> = Effect<OutputAction>

extension Effect {
  /// Work done by a closure: `perform(_:)`.
  @inlinable
  public init(_ run: @escaping @MainActor (Send<Action>) -> Void) {
    self = .perform(run)
  }

  /// An effect as it is.
  @inlinable
  public init(_ effect: Effect) {
    self = effect
  }

  /// No work: `none`.
  @inlinable
  public static func pure() -> Effect { .none }

  /// The left work, then the right one: `merge(_:)`.
  @inlinable
  public static func <> (first: Effect, second: Effect) -> Effect { .merge(first, second) }
}

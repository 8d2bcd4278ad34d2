// SPDX-License-Identifier: Apache-2.0

extension Effect {
  /// Starts several effects, in order, and lets them run side by side.
  @inlinable
  public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

  /// Starts several effects, in order, and lets them run side by side.
  @inlinable
  public static func merge(_ effects: [Effect]) -> Effect { Effect(.merge(effects)) }

  /// Runs several effects one after the other.
  ///
  /// Each starts when the one before it has ended and everything that it sent is committed.
  ///
  /// ```swift
  /// .concatenate(.just(.began), .task { .loaded(await api.load()) }, .just(.ended))
  /// ```
  @inlinable
  public static func concatenate(_ effects: Effect...) -> Effect { concatenate(effects) }

  /// Runs several effects one after the other.
  @inlinable
  public static func concatenate(_ effects: [Effect]) -> Effect { Effect(.concatenate(effects)) }
}

// SPDX-License-Identifier: Apache-2.0

extension Effect {
  /// Starts several effects, in order, and lets them run side by side.
  @inlinable
  public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

  /// Starts several effects, in order, and lets them run side by side.
  ///
  /// It may be put together piece by piece, `effects.reduce(.none) { .merge($0, $1) }`, to any
  /// length: a merge in a merge becomes a part of it.
  ///
  /// Complexity: O(n) for n effects; one more for a merge of m is O(log m).
  @inlinable
  public static func merge(_ effects: [Effect]) -> Effect { EffectList.merge.join(effects) }

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
  ///
  /// It may be put together piece by piece to any length, as a merge may.
  ///
  /// Complexity: O(n) for n effects; one more for a row of m is O(log m).
  @inlinable
  public static func concatenate(_ effects: [Effect]) -> Effect {
    EffectList.concatenate.join(effects)
  }
}

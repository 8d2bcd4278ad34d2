// SPDX-License-Identifier: Apache-2.0

/// How much of what happens in a ``TestStore`` a test has to tell.
public enum Exhaustivity: Sendable, Equatable {
  /// Everything: each change of the state, each action that comes back, each effect.
  case on
  /// What it wants to tell; the rest is skipped, and mentioned if `showSkipped` says so.
  ///
  /// The closure of a step then gets the state from *after* the action: it sets the values that it
  /// wants to tell, `$0.count = 2`, and does not count on from others, `$0.count += 1`.
  case off(showSkipped: Bool)

  /// What it wants to tell; the rest is skipped in silence.
  public static var off: Exhaustivity { .off(showSkipped: false) }
}

// SPDX-License-Identifier: Apache-2.0

/// Whether a test must describe everything that happens in a ``TestStore``.
public enum Exhaustivity: Sendable, Equatable {
  /// The test must describe each change of the state and receive each action from an effect.
  ///
  /// Each effect that an action has started must end, without an error that nothing catches.
  case on
  /// The test describes only a part of what happens.
  ///
  /// The rest is skipped, and reported as a note if `showSkipped` is true.
  ///
  /// The closure of a step then gets the state *after* the action. Set the values to check, as in
  /// `$0.count = 2`. Do not compute them from the old values, as in `$0.count += 1`. A step without
  /// a closure does not check the state.
  case off(showSkipped: Bool)

  /// The test describes only a part of what happens.
  ///
  /// The rest is skipped without a note.
  public static var off: Exhaustivity { .off(showSkipped: false) }
}

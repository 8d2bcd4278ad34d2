// SPDX-License-Identifier: Apache-2.0

/// What a ``LoggerMiddleware`` says about the state.
public enum LoggedState: Sendable, Equatable {
  /// Nothing.
  case nothing
  /// The whole state after the action.
  case newState
  /// The lines that the action changed, with the lines that say where they belong, and this many
  /// unchanged ones around them.
  ///
  /// The state before is kept until the commit, so that a collection that changes is copied.
  case changes(context: Int)

  /// The lines that the action changed, and where they belong.
  public static var changes: LoggedState { .changes(context: 0) }
}

// SPDX-License-Identifier: Apache-2.0

import Millrace

extension LoggerMiddleware
where State == SignUpState, InputAction == SignUpAction, OutputAction == InputAction {
  /// Logs what happens to the form, and of the passwords only that they were typed: no character,
  /// and no line of the state says how many there are.
  ///
  /// ```swift
  /// Feature(.signUp(), middleware: LoggerMiddleware.signUp())
  /// ```
  ///
  /// - Parameter sink: Takes the records; prints them by default.
  /// - Returns: A middleware that logs.
  public static func signUp(
    sink: @escaping (ActionRecord) -> Void = { print($0) }
  ) -> LoggerMiddleware {
    LoggerMiddleware(
      sink: sink,
      showingAction: { action in
        guard case .edit(let edit) = action else { return action }
        switch edit.keyPath {
        case \.password: return "edit(password: …)"
        case \.passwordAgain: return "edit(passwordAgain: …)"
        default: return action
        }
      },
      showingState: { state in
        var state = state
        state.password = "…"
        state.passwordAgain = "…"
        return state
      })
  }
}

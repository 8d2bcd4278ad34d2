// SPDX-License-Identifier: Apache-2.0

import Millrace

extension LoggerMiddleware
where
  State == SignUpState, InputAction == StoreAction<SignUpAction, Never>, OutputAction == InputAction
{
  /// Logs what happens to the form, and of the passwords only that somebody typed: no character,
  /// and no line of the state says how many there are.
  ///
  /// ```swift
  /// let store = Store.signUp(middleware: .signUp())
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
        switch action {
        case .mutating(.updatePassword): "updatePassword(…)"
        case .mutating(.updatePasswordAgain): "updatePasswordAgain(…)"
        case .mutating(let action): action
        case .effect, .noAction: action
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

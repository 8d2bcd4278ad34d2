// SPDX-License-Identifier: Apache-2.0

import Millrace

extension Feature where State == SignUpState, Action == SignUpAction {
  /// How actions change the form, and when errors are shown.
  ///
  /// An edit removes the error message of its field and restarts the pause, both in the same run of
  /// the store's queue. So a pause that ends at this moment cannot show the old message again. An
  /// edit that does not change the text has no effect.
  ///
  /// - Parameter pause: The time without edits before an error is shown.
  /// - Returns: The feature of the form.
  public static func signUp(pause: Duration = .milliseconds(800)) -> Feature {
    Feature { state, action in
      switch action {
      case .edit(let edit):
        guard edit.apply(to: &state) else { return .none }
        if edit.keyPath == \.username {
          state.usernameMessage = ""
          return .just(.checkUsername).debounce(id: "username", for: pause)
        } else {
          state.passwordMessage = ""
          return .just(.checkPasswords).debounce(id: "passwords", for: pause)
        }
      case .checkUsername:
        state.usernameMessage = state.usernameValidation.message
      case .checkPasswords:
        let validation = state.passwordValidation
        // An empty second field is not a mistake yet.
        let isUnfinished = validation == .different && state.passwordAgain.isEmpty
        state.passwordMessage = isUnfinished ? "" : validation.message
      case .signUp:
        if state.canSignUp { state.isSignedUp = true }
      case .closeConfirmation:
        state.isSignedUp = false
      }
      return .none
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Millrace

extension Feature where State == SignUpState, Action == SignUpAction {
  /// How actions change the form, and the pauses in typing that it waits for.
  ///
  /// A keystroke takes the message of its field away and begins the pause anew, both in the same
  /// turn: a pause that ends just then can no longer bring the message back. A text that is there
  /// already is no keystroke.
  ///
  /// - Parameter pause: How long typing must have stopped before a message comes.
  /// - Returns: The form's feature.
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

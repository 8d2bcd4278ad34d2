// SPDX-License-Identifier: Apache-2.0

import Millrace

extension StateReducer
where State == SignUpState, MutatingAction == SignUpAction, EffectAction == Never {
  /// How actions change the form.
  ///
  /// Whoever types takes the message away and ends the pause that was under way, both in the same
  /// turn: a pause that ends just then can no longer bring the message back. The text that is there
  /// already is no typing.
  public static var signUp: StateReducer {
    StateReducer { state, action in
      switch action {
      case .updateUsername(let username):
        guard username != state.username else { return nil }
        state.username = username
        state.usernameMessage = ""
        return .cancel(id: Pause.username)
      case .updatePassword(let password):
        guard password != state.password else { return nil }
        state.password = password
        state.passwordMessage = ""
        return .cancel(id: Pause.password)
      case .updatePasswordAgain(let password):
        guard password != state.passwordAgain else { return nil }
        state.passwordAgain = password
        state.passwordMessage = ""
        return .cancel(id: Pause.password)
      case .updateUsernameMessage:
        state.usernameMessage = state.usernameValidation.message
      case .updatePasswordMessage:
        let validation = state.passwordValidation
        // Who has not come to the second field yet has made no mistake there.
        let isUnfinished = validation == .different && state.passwordAgain.isEmpty
        state.passwordMessage = isUnfinished ? "" : validation.message
      case .showSignUpUI:
        if state.canSignUp { state.isSignedUp = true }
      case .hideSignUpUI:
        state.isSignedUp = false
      }
      return nil
    }
  }
}

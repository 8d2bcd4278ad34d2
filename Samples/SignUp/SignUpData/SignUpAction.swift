// SPDX-License-Identifier: Apache-2.0

/// What can happen to the form.
public enum SignUpAction: Equatable, Sendable {
  /// The text of the user name is this now.
  case updateUsername(String)
  /// The text of the password is this now.
  case updatePassword(String)
  /// The text of the repeated password is this now.
  case updatePasswordAgain(String)
  /// Nobody has typed for a while: say what is wrong with the user name.
  case updateUsernameMessage
  /// Nobody has typed for a while: say what is wrong with the passwords.
  case updatePasswordMessage
  /// Signs up and shows the confirmation; does nothing while the form is invalid.
  case showSignUpUI
  /// Closes the confirmation.
  case hideSignUpUI
}

// SPDX-License-Identifier: Apache-2.0

import Millrace

/// What can happen to the form.
public enum SignUpAction: FormAction, Equatable, Codable {
  /// A field was typed into.
  case edit(Edit<SignUpState>)
  /// Typing has paused: say what is wrong with the user name.
  case checkUsername
  /// Typing has paused: say what is wrong with the passwords.
  case checkPasswords
  /// Signs up and shows the confirmation; does nothing while the form is invalid.
  case signUp
  /// Closes the confirmation.
  case closeConfirmation
}

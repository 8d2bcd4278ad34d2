// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The actions of the form.
public enum SignUpAction: FormAction, Equatable, Codable {
  /// Changes a field.
  case edit(Edit<SignUpState>)
  /// Typing has paused. Shows the error in the user name, if there is one.
  case checkUsername
  /// Typing has paused. Shows the error in the passwords, if there is one.
  case checkPasswords
  /// Signs up and shows the confirmation. Does nothing while the form is invalid.
  case signUp
  /// Closes the confirmation.
  case closeConfirmation
}

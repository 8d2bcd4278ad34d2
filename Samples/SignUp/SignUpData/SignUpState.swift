// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The state of the form.
public struct SignUpState: FormState, Equatable, Codable {
  /// The user name exactly as typed.
  public var username = ""
  /// The shown error in the user name, or empty.
  ///
  /// It is set when typing has paused.
  public var usernameMessage = ""
  /// The password exactly as typed.
  @Redacted public var password = ""
  /// The repeated password exactly as typed.
  @Redacted public var passwordAgain = ""
  /// The shown error in the passwords, or empty.
  ///
  /// It is set when typing has paused.
  public var passwordMessage = ""
  /// Whether the confirmation is shown.
  public var isSignedUp = false

  /// The fields of the form.
  public static let fields = [
    FormField("username", \Self.username), FormField("password", secret: \.password),
    FormField("passwordAgain", secret: \.passwordAgain),
  ]

  /// Creates the state of an empty form.
  public init() {}

  /// The result of checking the current user name.
  public var usernameValidation: UsernameValidation { UsernameValidation(username) }

  /// The result of checking the current passwords.
  public var passwordValidation: PasswordValidation {
    PasswordValidation(password, again: passwordAgain)
  }

  /// Whether all fields are valid, whatever messages are shown.
  ///
  /// It is a computed property, so it always matches the current text.
  public var canSignUp: Bool {
    usernameValidation == .valid && passwordValidation == .valid
  }
}

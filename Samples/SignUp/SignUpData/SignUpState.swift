// SPDX-License-Identifier: Apache-2.0

import Millrace

/// What the form holds.
public struct SignUpState: FormState, Equatable, Codable {
  /// The user name as it was typed.
  public var username = ""
  /// What is wrong with the user name, once typing has paused; else empty.
  public var usernameMessage = ""
  /// The password as it was typed.
  @Redacted public var password = ""
  /// The repeated password as it was typed.
  @Redacted public var passwordAgain = ""
  /// What is wrong with the passwords, once typing has paused; else empty.
  public var passwordMessage = ""
  /// Whether the confirmation is shown.
  public var isSignedUp = false

  /// The fields that are typed into.
  public static let fields = [
    FormField("username", \Self.username), FormField("password", secret: \.password),
    FormField("passwordAgain", secret: \.passwordAgain),
  ]

  /// Creates the state of an empty form.
  public init() {}

  /// Whether the user name will do, at this moment.
  public var usernameValidation: UsernameValidation { UsernameValidation(username) }

  /// Whether the passwords will do, at this moment.
  public var passwordValidation: PasswordValidation {
    PasswordValidation(password, again: passwordAgain)
  }

  /// Whether everything is valid, whatever the messages say by now.
  ///
  /// It is computed, so that it can never be older than what was typed.
  public var canSignUp: Bool {
    usernameValidation == .valid && passwordValidation == .valid
  }
}

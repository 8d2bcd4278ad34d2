// SPDX-License-Identifier: Apache-2.0

/// The result of checking a password and its repetition.
public enum PasswordValidation: Equatable, Sendable {
  /// Both are valid.
  case valid
  /// The password is empty.
  case empty
  /// The password has fewer than five characters.
  case tooShort
  /// The password is valid, but the repetition differs.
  case different

  /// Checks a password, and its repetition only if the password itself is valid.
  public init(_ password: String, again: String) {
    self =
      if password.isEmpty {
        .empty
      } else if password.count < 5 {
        .tooShort
      } else if password != again {
        .different
      } else {
        .valid
      }
  }

  /// The error message for people.
  ///
  /// It is empty if both are valid.
  public var message: String {
    switch self {
    case .valid: ""
    case .empty: "The password is missing."
    case .tooShort: "The password needs at least 5 characters."
    case .different: "The two passwords differ."
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Whether a password and its repetition will do.
public enum PasswordValidation: Equatable, Sendable {
  /// They will.
  case valid
  /// There is no password.
  case empty
  /// The password has fewer than five characters.
  case tooShort
  /// The password will do, but the repetition differs.
  case different

  /// Looks at a password first, and at its repetition only if the password itself will do.
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

  /// What to tell the person; empty if nothing is wrong.
  public var message: String {
    switch self {
    case .valid: ""
    case .empty: "The password is missing."
    case .tooShort: "The password needs at least 5 characters."
    case .different: "The two passwords differ."
    }
  }
}

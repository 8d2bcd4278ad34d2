// SPDX-License-Identifier: Apache-2.0

/// Whether a user name will do.
public enum UsernameValidation: Equatable, Sendable {
  /// It will.
  case valid
  /// It has fewer than three characters.
  case tooShort

  /// Looks at a user name.
  public init(_ username: String) {
    self = username.count < 3 ? .tooShort : .valid
  }

  /// What to tell the person; empty if nothing is wrong.
  public var message: String {
    switch self {
    case .valid: ""
    case .tooShort: "The user name needs at least 3 characters."
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import TextData

/// Whether a user name will do.
public enum UsernameValidation: Equatable, Sendable {
  /// It will.
  case valid
  /// It has fewer than three characters; space around it, and what cannot be seen, does not count.
  case tooShort

  /// Looks at a user name.
  public init(_ username: String) {
    let seen = username.tidied.filter { $0 == " " || String($0).hasVisibleText }
    self = seen.count < 3 || !seen.hasVisibleText ? .tooShort : .valid
  }

  /// What to tell the person; empty if nothing is wrong.
  public var message: String {
    switch self {
    case .valid: ""
    case .tooShort: "The user name needs at least 3 characters."
    }
  }
}

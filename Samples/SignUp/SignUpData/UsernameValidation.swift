// SPDX-License-Identifier: Apache-2.0

import TextData

/// Whether a user name will do.
public enum UsernameValidation: Equatable, Sendable {
  /// It will.
  case valid
  /// It has fewer than three characters; space around it, and what cannot be seen, does not count.
  case tooShort
  /// It is longer than ``limit``.
  case tooLong

  /// How long a user name may be.
  public static let limit = TextLimit(40)

  /// Looks at a user name.
  public init(_ username: String) {
    let name = username.tidied
    let seen = name.filter { $0 == " " || String($0).hasVisibleText }
    if seen.count < 3 || !seen.hasVisibleText {
      self = .tooShort
    } else {
      self = Self.limit.fits(name) ? .valid : .tooLong
    }
  }

  /// What to tell the person; empty if nothing is wrong.
  public var message: String {
    switch self {
    case .valid: ""
    case .tooShort: "The user name needs at least 3 characters."
    case .tooLong: "The user name may have \(Self.limit.characters) characters at most."
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import TextData

/// The result of checking a user name.
public enum UsernameValidation: Equatable, Sendable {
  /// The user name is valid.
  case valid
  /// The user name has fewer than three characters. Surrounding spaces and invisible characters do
  /// not count.
  case tooShort
  /// The user name does not fit ``limit``, for the reason that the sentence names.
  case unfit(String)

  /// The maximum length of a user name.
  public static let limit = TextLimit(40)

  /// Checks a user name.
  public init(_ username: String) {
    let name = username.tidied
    let seen = name.filter { $0 == " " || String($0).hasVisibleText }
    if seen.count < 3 || !seen.hasVisibleText {
      self = .tooShort
    } else if let problem = Self.limit.problem(with: name, field: "user name") {
      self = .unfit(problem)
    } else {
      self = .valid
    }
  }

  /// The error message for people.
  ///
  /// It is empty if the user name is valid.
  public var message: String {
    switch self {
    case .valid: ""
    case .tooShort: "The user name needs at least 3 characters."
    case .unfit(let problem): problem
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A reason why a monitor cannot be created.
public enum MonitorError: Error, Sendable, Hashable {
  /// The token is too short and can be guessed.
  case shortToken(bytes: Int)
}

extension MonitorError: CustomStringConvertible {
  /// A message with the initializer, the cause, and a remedy.
  public var description: String {
    switch self {
    case .shortToken(let bytes):
      """
      Monitor(token:): the token has \(bytes) bytes and could be guessed; the minimum is \
      \(MonitorGate.tokenBytes). The token is a word, or comes from a variable with a wrong \
      value. Create one with 'openssl rand -hex 20', or pass nil for a random token.
      """
    }
  }
}

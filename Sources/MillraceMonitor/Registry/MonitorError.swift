// SPDX-License-Identifier: Apache-2.0

/// Why there is no monitor.
public enum MonitorError: Error, Sendable, Hashable {
  /// The token has so few bytes that it can be guessed.
  case shortToken(bytes: Int)
}

extension MonitorError: CustomStringConvertible {
  /// Says where it is, what is wrong, what it comes from and what to do.
  public var description: String {
    switch self {
    case .shortToken(let bytes):
      """
      Monitor(token:): the token has \(bytes) bytes and could be guessed; it needs \
      \(MonitorGate.tokenBytes). A word was chosen, or a variable holds another value than it \
      should. Make one with 'openssl rand -hex 20', or give none: then the monitor makes its own.
      """
    }
  }
}

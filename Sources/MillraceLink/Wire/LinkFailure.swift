// SPDX-License-Identifier: Apache-2.0

/// A reason why a link could not be opened, or why it was closed.
///
/// The program continues to run, and its link tries to connect again.
public enum LinkFailure: Error, Sendable, Hashable {
  /// The monitor does not answer at its address, the connection has failed, or the address is not
  /// valid for a link.
  ///
  /// The text is the reason, for example the system's error.
  case unreachable(String)
  /// The server at the address does not open the link, for example because it rejects the token or
  /// requests from this machine.
  ///
  /// The status is that of the server's response, or nil if it is not known.
  case refused(status: Int?)
  /// The other end closed the link for this reason.
  case closed(String)
  /// No message was received within the timeout.
  case silent
  /// A message is not JSON of a known form, or contains invalid values.
  case malformed(String)
  /// The other end uses a later version of the messages.
  case laterVersion(Int)
  /// A message is longer than the limit.
  case tooLong(bytes: Int, limit: Int)
  /// A message is not allowed in the present state of the link.
  case unexpected(String)
  /// There are more programs, stores, questions or texts than the limit.
  case tooMany(String, limit: Int)
  /// The URLSession of this system does not support WebSockets.
  case noWebSocket(String)
}

extension LinkFailure: CustomStringConvertible {
  /// The name of the case, and a message with the cause and, if there is one, a remedy.
  public var description: String {
    switch self {
    case .unreachable(let reason):
      """
      unreachable: there is no connection to the monitor (\(reason)). Check the address, and that \
      the monitor's program is running there.
      """
    case .refused(let status):
      """
      refused: the monitor rejects the link (status \(status.map { "\($0)" } ?? "unknown")). Check \
      the token. If the monitor runs on another machine, check that it 'answersOtherMachines'.
      """
    case .closed(let reason):
      "closed: the other end closed the link: \(reason.hasSuffix(".") ? reason : reason + ".")"
    case .silent: "silent: the other end has sent no message within the timeout."
    case .malformed(let reason):
      "malformed: a message is not of a known form: \(reason). Use the same version at both ends."
    case .laterVersion(let version):
      """
      laterVersion: the other end uses version \(version), and this end supports versions up to \
      \(LinkOpening.version). Update this end.
      """
    case .tooLong(let bytes, let limit):
      "tooLong: a message has \(bytes) bytes or more, and the limit is \(limit)."
    case .unexpected(let what): "unexpected: \(what)."
    case .tooMany(let what, let limit): "tooMany: there are more \(what) than \(limit)."
    case .noWebSocket(let reason):
      """
      noWebSocket: this system's URLSession does not support WebSockets (\(reason)). On Linux, \
      enable the package trait 'Web', which adds the WebSocket of SwiftNIO.
      """
    }
  }

  /// Converts an error.
  ///
  /// Any other error than a `LinkFailure` becomes `unreachable`.
  static func named(_ error: any Error) -> LinkFailure {
    error as? LinkFailure ?? .unreachable("\(error)")
  }
}

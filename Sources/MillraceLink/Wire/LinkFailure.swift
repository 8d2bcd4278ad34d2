// SPDX-License-Identifier: Apache-2.0

/// Why a link could not be opened, or was closed.
///
/// Each failure has a name and says what to do. The program runs on, and its link tries again.
public enum LinkFailure: Error, Sendable, Hashable {
  /// The monitor does not answer at its address.
  case unreachable(String)
  /// The monitor does not take the token, or this machine.
  case refused(status: Int?)
  /// The monitor said why it closed the link.
  case closed(String)
  /// The other end has said nothing for too long.
  case silent
  /// A message is no JSON of a known form.
  case malformed(String)
  /// The other end speaks a later version.
  case laterVersion(Int)
  /// A message is longer than links carry.
  case tooLong(bytes: Int, limit: Int)
  /// A message came where none of its kind may come.
  case unexpected(String)
  /// There are more programs, stores or questions than may be.
  case tooMany(String, limit: Int)
  /// This system has no WebSocket.
  case noWebSocket(String)
}

extension LinkFailure: CustomStringConvertible {
  /// Says what is wrong and what to do.
  public var description: String {
    switch self {
    case .unreachable(let reason):
      "unreachable: the monitor does not answer (\(reason)). Is its program running there?"
    case .refused(let status):
      """
      refused: the monitor does not take the link (status \(status.map { "\($0)" } ?? "unknown")). \
      Check the token, and that the monitor 'answersOtherMachines' if this is one.
      """
    case .closed(let reason): "closed: the other end closed the link: \(reason)."
    case .silent: "silent: the other end has said nothing for too long."
    case .malformed(let reason):
      "malformed: a message is not of a known form: \(reason). Use one version at both ends."
    case .laterVersion(let version):
      """
      laterVersion: the other end speaks version \(version), and this one up to \
      \(LinkOpening.version). Update this end.
      """
    case .tooLong(let bytes, let limit):
      "tooLong: a message has \(bytes) bytes or more, and links carry \(limit)."
    case .unexpected(let what): "unexpected: \(what)."
    case .tooMany(let what, let limit): "tooMany: there are more \(what) than \(limit)."
    case .noWebSocket(let reason):
      """
      noWebSocket: this system's URLSession opens no WebSocket (\(reason)). On Linux, switch the \
      package trait 'Web' on, which brings SwiftNIO's.
      """
    }
  }

  /// Why something went wrong, by a name in any case.
  static func named(_ error: any Error) -> LinkFailure {
    error as? LinkFailure ?? .unreachable("\(error)")
  }
}

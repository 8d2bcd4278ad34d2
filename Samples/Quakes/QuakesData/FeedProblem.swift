// SPDX-License-Identifier: Apache-2.0

/// Why a feed could not be read.
public struct FeedProblem: Error, Equatable, Codable, Sendable {
  /// What went wrong.
  public enum Reason: Error, Equatable, Codable, Sendable {
    /// There was no answer; the words say why.
    case unreachable(String)
    /// The server answered with another status than 200.
    case refused(status: Int)
    /// The connection was cut after so many bytes.
    case cut(after: Int)
    /// What came is no feed; the words say why.
    case unreadable(String)
    /// For so long no more came.
    case silent(Duration)
  }

  /// Where the feed should have come from.
  public let address: String
  /// What went wrong.
  public let reason: Reason

  /// Creates a problem.
  public init(_ reason: Reason, at address: String) {
    self.address = address
    self.reason = reason
  }

  /// What happened, where and why, and what can be done.
  public var message: String {
    "\(address) was not read: \(cause). The earthquakes are unchanged. \(remedy)"
  }

  private var cause: String {
    switch reason {
    case .unreachable(let why): why
    case .refused(let status): "the server answered with status \(status)"
    case .cut(let count): "the connection was cut after \(count) \(count == 1 ? "byte" : "bytes")"
    case .unreadable(let why): why
    case .silent(.seconds(1)): "no data arrived for 1 second"
    case .silent(let duration): "no data arrived for \(duration.components.seconds) seconds"
    }
  }

  private var remedy: String {
    switch reason {
    case .unreachable: "Check the address and the network, then try again."
    case .refused(404): "Check the address of the feeds, then try again."
    case .refused: "The server may be busy: try again in a minute."
    case .cut, .silent: "The network or the server may be slow: try again."
    case .unreadable: "A proxy may have answered, or the format has changed: try again later."
    }
  }
}

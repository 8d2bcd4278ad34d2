// SPDX-License-Identifier: Apache-2.0

/// The reason why a feed could not be read, with its address.
public struct FeedProblem: Error, Equatable, Codable, Sendable {
  /// The reasons.
  public enum Reason: Error, Equatable, Codable, Sendable {
    /// There was no answer. The text is the cause.
    case unreachable(String)
    /// The server answered with a status that is not 200.
    case refused(status: Int)
    /// The connection ended after this number of bytes, before the end of the feed.
    case cut(after: Int)
    /// The received data is not a feed. The text is the cause.
    case unreadable(String)
    /// No data arrived for this duration.
    case silent(Duration)
  }

  /// The address of the feed.
  public let address: String
  /// The reason.
  public let reason: Reason

  /// Creates a problem.
  public init(_ reason: Reason, at address: String) {
    self.address = address
    self.reason = reason
  }

  /// Describes what happened, the cause and the remedy.
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

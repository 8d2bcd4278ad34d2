// SPDX-License-Identifier: Apache-2.0

/// What a server lets its visitors use; every default suits a program on one machine.
public struct WebLimits: Sendable {
  /// The longest message that a page may send, in bytes.
  public var messageBytes = 64 * 1024
  /// The longest head of a request, in bytes.
  public var requestBytes = 16 * 1024
  /// How many bytes may wait for a page that does not read; beyond that its socket is closed.
  public var waitingBytes = 4 * 1024 * 1024
  /// How many malformed or refused messages a socket may send before it is closed.
  public var badMessages = 10
  /// How many sessions there may be; the one that is longest without a socket goes first.
  public var sessions = 10_000
  /// How many connections may be open at a time.
  public var connections = 12_000
  /// How long a session waits for its first socket.
  public var neverConnected: Duration = .seconds(30)
  /// How long a session waits for its page to come back.
  public var disconnected: Duration = .seconds(120)
  /// How long a connection may say nothing; a page's socket is asked for a sign of life before
  /// that.
  public var silence: Duration = .seconds(60)

  /// The defaults.
  public init() {}

  var sessionRules: SessionTable.Rules {
    .init(neverConnected: neverConnected, disconnected: disconnected, count: sessions)
  }
}

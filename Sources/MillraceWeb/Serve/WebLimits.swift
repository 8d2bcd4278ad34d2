// SPDX-License-Identifier: Apache-2.0

/// What a server lets its visitors use; every default suits a program on one machine.
///
/// An address is one of IPv4, or a network of 64 bits of IPv6, which a household has to itself. A
/// firm, or an attacker, may have 65,536 of these: each limit of an address holds four times for
/// all addresses of one network of 48 bits together.
public struct WebLimits: Sendable {
  /// The longest message that a page may send, in bytes.
  public var messageBytes = 64 * 1024
  /// Of how many fragments a message may consist.
  public var fragments = 256
  /// The longest head of a request, in bytes.
  public var requestBytes = 16 * 1024
  /// How much may wait for a page that does not read, in bytes of memory; beyond that its socket
  /// is closed.
  public var waitingBytes = 4 * 1024 * 1024
  /// How much may wait for all connections of one address that do not read.
  ///
  /// Beyond that its requests are refused, and its sockets with much to read are closed.
  public var waitingBytesPerAddress = 64 * 1024 * 1024
  /// How much may wait for all connections of all addresses that do not read.
  ///
  /// Beyond that an address is refused as soon as a 64th of `waitingBytesPerAddress` waits for it:
  /// those that read what they ask for are served, but for a page that is larger than this.
  public var waitingBytesOfAll = 512 * 1024 * 1024
  /// How many malformed or refused messages a socket may send before it is closed.
  public var badMessages = 10
  /// How many sessions there may be.
  ///
  /// For one more the session ends that waits longest for a socket, of the address that has most of
  /// them waiting.
  public var sessions = 10_000
  /// How many sessions of one address may wait for a socket; its own oldest one goes first.
  public var waitingSessionsPerAddress = 200
  /// How much HTML the sessions of one address may have made that wait for a socket; its own oldest
  /// one goes first.
  public var waitingPageBytesPerAddress = 16 * 1024 * 1024
  /// How much HTML all sessions of one address may have made, those with a socket too: beyond it
  /// its requests for pages are refused when none of them waits that could go.
  public var pageBytesPerAddress = 128 * 1024 * 1024
  /// How many persons' sessions one address may have begun; the one that was used longest ago ends
  /// for one more, of those without a connected page.
  public var personsPerAddress = 1_000
  /// How many bytes the values may have together that one person's session keeps.
  public var keptBytes = 1024 * 1024
  /// How many connections may be open at a time.
  public var connections = 12_000
  /// How many connections may be open from one address; see also `WebOptions.trustedProxies`.
  public var connectionsPerAddress = 1_000
  /// The largest file that a page may send, in bytes.
  public var fileBytes = 16 * 1024 * 1024
  /// How many bytes of files may have come and not be on the disk yet; half of them from one
  /// address.
  ///
  /// Beyond that files are refused, also those of which a part has come.
  public var arrivingFileBytes = 64 * 1024 * 1024
  /// How many bytes of files a session may have sent; they are deleted with the session.
  public var sessionFileBytes = 64 * 1024 * 1024
  /// How many bytes of files all sessions may keep together; a quarter from one address.
  public var keptFileBytes = 1024 * 1024 * 1024
  /// How long a file may take to arrive.
  public var fileTime: Duration = .seconds(120)
  /// How long the head of a request may take, and a socket's first message.
  public var head: Duration = .seconds(10)
  /// How long a session waits for its first socket.
  public var neverConnected: Duration = .seconds(30)
  /// How long a session waits for its page to come back.
  public var disconnected: Duration = .seconds(120)
  /// How long a connection may say nothing; a page's socket is asked for a sign of life before
  /// that.
  public var silence: Duration = .seconds(60)
  /// How long a connection may take to end after the server's goodbye.
  public var goodbye: Duration = .seconds(2)
  /// For how long a view may hold the main actor before the log names it.
  public var held: Duration = .seconds(1)
  /// How many lines the log takes in a second; the rest is counted.
  public var logLines = 50

  /// The defaults.
  public init() {}

  /// What visitors have not read.
  var unread: ByteReserve {
    ByteReserve(
      limit: waitingBytesOfAll, perNetwork: waitingBytesPerAddress,
      spare: waitingBytesPerAddress / 64)
  }

  var sessionRules: SessionTable.Rules {
    .init(
      neverConnected: neverConnected, disconnected: disconnected, count: sessions,
      waitingPerAddress: waitingSessionsPerAddress,
      waitingBytesPerAddress: waitingPageBytesPerAddress, bytesPerAddress: pageBytesPerAddress)
  }
}

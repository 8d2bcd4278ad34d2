// SPDX-License-Identifier: Apache-2.0

/// The limits on the resources that visitors use; the defaults suit a program on one machine.
///
/// Some limits hold for each address. An address is one IPv4 address, or one IPv6 network of 64
/// bits, which is what a household gets. A company, or an attacker, can have an IPv6 network of 48
/// bits, which contains 65,536 networks of 64 bits. All addresses in one network of 48 bits
/// together have at most four times the limit of one address.
///
/// A session is one open page, with its views. A session waits for a socket before its page has
/// opened its first socket, and after the page has lost its socket. The oldest of several waiting
/// sessions is the one that has waited for the longest time.
public struct WebLimits: Sendable {
  /// The maximum length of a message from a page, in bytes; a longer one closes the socket.
  public var messageBytes = 64 * 1024
  /// The maximum number of fragments of a message; a message with more closes the socket.
  public var fragments = 256
  /// The maximum length of the head of a request, in bytes; a head has at most 256 headers.
  public var requestBytes = 16 * 1024
  /// The maximum memory for output that one page has not read, in bytes.
  ///
  /// The socket of a page that exceeds it is closed. A single message, such as a whole page, may be
  /// larger if no other output waits for the page.
  public var unreadBytes = 4 * 1024 * 1024
  /// The maximum number of bytes of output that the connections of one address have not read.
  ///
  /// When the limit is reached, further requests of the address, except uploads and handshakes of
  /// sockets, are refused with status 503. A socket that needs a whole page, or has more than 64 KB
  /// of unread output, is closed.
  public var unreadBytesPerAddress = 64 * 1024 * 1024
  /// The maximum number of bytes of output that the connections of all addresses have not read.
  ///
  /// While the limit is reached, the limit of each address is a 64th of `unreadBytesPerAddress`.
  /// Visitors that read their output are still served.
  public var unreadBytesOfAll = 512 * 1024 * 1024
  /// The number of invalid messages after which a socket is closed.
  ///
  /// A valid event that the page refuses does not count here.
  public var badMessages = 10
  /// The maximum number of sessions.
  ///
  /// When the limit is reached, a request for a page ends one session that waits for a socket: the
  /// oldest one of the IPv4 address, or of the IPv6 network of 48 bits, that has the most such
  /// sessions. If no session waits for a socket, the request is refused with status 503.
  ///
  /// It is also the number of persons' sessions in memory at which the longest unused ones without
  /// a page are removed from memory. Their values stay stored.
  public var sessions = 10_000
  /// The maximum number of sessions of one address that wait for a socket.
  ///
  /// When the limit is reached, a request of the address ends the oldest of these sessions. It is
  /// also the maximum number of pages of one address that wait to be made, one after another;
  /// further ones are refused with status 503.
  public var waitingSessionsPerAddress = 200
  /// The maximum size of the HTML of all sessions of one address that wait for a socket, in bytes.
  ///
  /// When it is exceeded, the oldest of these sessions ends, until the rest fits or only one is
  /// left. One session alone may exceed the limit.
  public var waitingPageBytesPerAddress = 16 * 1024 * 1024
  /// The maximum size of the HTML of all sessions of one address, in bytes.
  ///
  /// Sessions with a socket count too. Each page counts with its latest whole HTML, without later
  /// patches. When the limit is reached, a request for a page ends the oldest session of the
  /// address that waits for a socket. If there is none, the request is refused with status 503.
  public var pageBytesPerAddress = 128 * 1024 * 1024
  /// The maximum number of persons' sessions that one address has begun.
  ///
  /// A person's session is a ``PersonSession``, which all pages of one browser share. One that has
  /// left the memory without a stored value counts for the address that uses it next. When the
  /// limit is reached, the least recently used persons' sessions of the address without a connected
  /// page end, first those that store nothing. If all have a connected page, none ends and a new
  /// one begins.
  public var personsPerAddress = 1_000
  /// The maximum size of all values that one person's session stores, in bytes.
  ///
  /// Stored values that were not read or written since the session came into memory do not count.
  /// Copies of values that could not be decoded, with the suffix `-unreadable`, do not count
  /// either: otherwise a person with such a copy could store less. The limits of the storage apply
  /// to them.
  public var keptBytes = 1024 * 1024
  /// The maximum number of open connections; further ones are closed at once.
  public var connections = 12_000
  /// The maximum number of open connections from one address; further ones are closed at once.
  ///
  /// It does not apply to the connections of a trusted proxy. When a socket is opened over such a
  /// connection, it counts for the address of the client. See ``WebOptions/trustedProxies``.
  public var connectionsPerAddress = 1_000
  /// The maximum size of a file that a page sends, in bytes.
  public var fileBytes = 16 * 1024 * 1024
  /// The maximum number of bytes of uploaded files that are in memory, before they are written to
  /// the disk; half of it for one address.
  ///
  /// When it is exceeded, files are refused, also those that have arrived in part. While the limit
  /// is reached, the limit of each address is a 64th of it, so that small files of other addresses
  /// still arrive, until all files together have twice the limit.
  ///
  /// The buffer of a file doubles when it is full. Therefore it can take twice the memory that is
  /// counted.
  public var arrivingFileBytes = 64 * 1024 * 1024
  /// The maximum size of all files that the page of one session sends, in bytes.
  ///
  /// They are at most 1,000 files, and are deleted when the session ends.
  public var sessionFileBytes = 64 * 1024 * 1024
  /// The maximum size on the disk of the files of all sessions, in bytes; a quarter of it for one
  /// address.
  public var keptFileBytes = 1024 * 1024 * 1024
  /// The time within which a file must arrive completely.
  public var fileTime: Duration = .seconds(120)
  /// The time within which the head of a request must arrive completely.
  ///
  /// It is also the time within which a new socket must send its first message, and a browser must
  /// fetch the cookie of a person's renewed session and send it back.
  public var headTimeout: Duration = .seconds(10)
  /// The time after which a session ends if its page has never opened a socket.
  public var connectTimeout: Duration = .seconds(30)
  /// The time after which a session ends if its page has lost its socket and opens no new one.
  ///
  /// The tasks of the page's views are cancelled then, and not when the page is closed.
  ///
  /// It is also the time after which a person's session without a page is removed from memory. A
  /// session that keeps no objects is removed with its last page.
  public var reconnectTimeout: Duration = .seconds(120)
  /// The time after which an idle connection is closed.
  ///
  /// A connection is idle while no byte of its next request arrives. The visitor must also take
  /// each part of a response, of at most 128 KB, within this time. A page's socket that is silent
  /// for half of this time gets a ping. It is closed if nothing arrives for one and a half times
  /// this time after the ping, which is twice this time in all.
  public var idleTimeout: Duration = .seconds(60)
  /// The time that a visitor has to close a connection after the server has closed its own side.
  public var closeTimeout: Duration = .seconds(2)
  /// The time for which the main actor may be blocked before the log reports it.
  ///
  /// It is also the time between two checks. Therefore only a block of at least twice this time is
  /// certain to be reported. The report names the view that is being evaluated, if there is one.
  /// Nothing is cancelled. A time of less than 10 ms counts as 10 ms.
  public var slowViewThreshold: Duration = .seconds(1)
  /// The maximum number of lines that the log writes in a second; further ones are only counted.
  ///
  /// A second limit of the same size applies to errors.
  public var logLines = 50

  /// Creates the default limits.
  public init() {}

  /// Creates the reserve that counts the output that visitors have not read.
  var unread: ByteReserve {
    ByteReserve(
      limit: unreadBytesOfAll, perNetwork: unreadBytesPerAddress,
      spare: unreadBytesPerAddress / 64)
  }

  var sessionRules: SessionTable.Rules {
    .init(
      connectTimeout: connectTimeout, reconnectTimeout: reconnectTimeout, count: sessions,
      waitingPerAddress: waitingSessionsPerAddress,
      waitingPageBytesPerAddress: waitingPageBytesPerAddress,
      pageBytesPerAddress: pageBytesPerAddress)
  }
}

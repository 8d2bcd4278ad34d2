// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore

/// One open connection: its address, and the deadline after which it is closed.
final class Connection: Sendable {
  private enum Phase {
    /// No byte of the next request has arrived.
    case idle
    /// The head of a request is arriving, or the connection is new.
    case request
    /// The file of an upload is arriving.
    case receiving
    /// A request is being answered.
    case answering
    /// The request was passed on to another application.
    case passed
    /// The connection is a page's socket, and its hello has not arrived.
    case awaitingHello
    /// The connection is a page's socket that has sent its hello, or the socket of a program;
    /// `isAsked` is true after a ping, until the next bytes arrive.
    case page(SocketLine, isAsked: Bool)
    /// The server has closed its side, or is about to.
    case ending
  }

  /// The limits of `WebLimits` that a connection needs.
  private struct Times {
    let headTimeout: Duration
    let fileTime: Duration
    let idleTimeout: Duration
    let closeTimeout: Duration

    init(_ limits: WebLimits) {
      headTimeout = limits.headTimeout
      fileTime = limits.fileTime
      idleTimeout = limits.idleTimeout
      closeTimeout = limits.closeTimeout
    }
  }

  /// The address of the other end of the connection.
  let address: String
  /// The network of this address.
  let network: String
  private let channel: any Channel
  private let limits: Times
  private let stopwatch: Stopwatch
  private let state: NIOLockedValueBox<(phase: Phase, deadline: Duration)>

  init(address: String, channel: any Channel, limits: WebLimits, stopwatch: Stopwatch) {
    self.address = address
    network = Network.name(of: address)
    self.channel = channel
    self.limits = Times(limits)
    self.stopwatch = stopwatch
    state = NIOLockedValueBox((.request, stopwatch.elapsed + limits.headTimeout))
  }

  /// Called when bytes arrive.
  ///
  /// The time limit of a request's head starts with its first byte; for the first request it starts
  /// when the connection opens.
  func bytesArrived() {
    let now = stopwatch.elapsed
    state.withLockedValue { state in
      if case .idle = state.phase { state = (.request, now + limits.headTimeout) }
    }
  }

  /// Called when the request has arrived.
  ///
  /// The program has one hour to make the response.
  func answer() { enter(.answering, for: .seconds(3600)) }

  /// Called when a file begins to arrive, which must be complete within `fileTime`.
  func receiveFile() { enter(.receiving, for: limits.fileTime) }

  /// Called when a part of the response is written, which the visitor must take in time.
  func write() { enter(.answering, for: limits.idleTimeout) }

  /// Called when the response is written.
  ///
  /// Another request can follow.
  func answered() { enter(.idle, for: limits.idleTimeout) }

  /// Called when the connection has become a socket.
  ///
  /// Its hello must arrive within the time of a head.
  func becomeSocket() { enter(.awaitingHello, for: limits.headTimeout) }

  /// Called when the socket has sent its hello; for the socket of a program, when it has opened.
  ///
  /// From now on any input keeps it open.
  func welcome(_ line: SocketLine) {
    enter(.page(line, isAsked: false), for: limits.idleTimeout / 2)
  }

  /// Called when a request is passed on to another application, which has its own time limits;
  /// `answered` follows its response.
  func pass() { enter(.passed, for: .seconds(1 << 32)) }

  /// Called when the server closes its side.
  ///
  /// If the other end does not close the connection within `closeTimeout`, the server does.
  func end() { enter(.ending, for: limits.closeTimeout) }

  /// Extends the deadline of a socket in the phase `page`, because bytes have arrived.
  ///
  /// In other phases, input does not extend the deadline: a request that arrives byte by byte gets
  /// no more time.
  func extendDeadline() {
    let now = stopwatch.elapsed
    state.withLockedValue { state in
      guard case .page(let line, _) = state.phase else { return }
      state = (.page(line, isAsked: false), now + limits.idleTimeout / 2)
    }
  }

  private func enter(_ phase: Phase, for duration: Duration) {
    let now = stopwatch.elapsed
    state.withLockedValue { state in
      if case .ending = state.phase { return }
      state = (phase, now + duration)
    }
  }

  /// Closes the connection if its deadline has passed; in the phase `page`, a ping is sent first.
  ///
  /// - Returns: True if the connection was closed.
  func check(at now: Duration) -> Bool {
    let (isLate, line) = state.withLockedValue { state -> (Bool, SocketLine?) in
      guard now >= state.deadline else { return (false, nil) }
      guard case .page(let line, isAsked: false) = state.phase else { return (true, nil) }
      state = (.page(line, isAsked: true), now + limits.idleTimeout * 3 / 2)
      return (true, line)
    }
    guard isLate else { return false }
    guard let line else {
      close()
      return true
    }
    line.outbox.put(.ping, for: line)
    return false
  }

  func close() { channel.close(promise: nil) }

  /// Closes the connection unless a request of it is being answered or was passed on.
  ///
  /// - Returns: False if the request was passed on to another application, which then closes the
  ///   connection.
  func closeIfIdle() -> Bool {
    let (isIdle, isPassed) = state.withLockedValue { state -> (Bool, Bool) in
      switch state.phase {
      case .answering: (false, false)
      case .passed: (false, true)
      default: (true, false)
      }
    }
    if isIdle { close() }
    return !isPassed
  }
}

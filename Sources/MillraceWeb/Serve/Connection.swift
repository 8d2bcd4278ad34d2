// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore

/// One open connection: where it comes from, and by when it must have said something.
final class Connection: Sendable {
  private enum Phase {
    /// A request is awaited, and its first byte has not come.
    case idle
    /// A request comes in, or the connection is new.
    case request
    /// The file of a request comes in.
    case receiving
    /// A request is being answered.
    case answering
    /// The request belongs to another application.
    case passed
    /// The connection is a page's socket that has not said hello.
    case silent
    /// The connection is a page's socket; `isAsked` says that a ping waits for its answer.
    case page(SocketLine, isAsked: Bool)
    /// The goodbye is on its way.
    case ending
  }

  /// Those of the limits that a connection needs.
  private struct Times {
    let head: Duration
    let fileTime: Duration
    let silence: Duration
    let goodbye: Duration

    init(_ limits: WebLimits) {
      head = limits.head
      fileTime = limits.fileTime
      silence = limits.silence
      goodbye = limits.goodbye
    }
  }

  /// Where the connection comes from, as the system says.
  let address: String
  /// The address or network under which it is counted.
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
    state = NIOLockedValueBox((.request, stopwatch.elapsed + limits.head))
  }

  /// Bytes of a request came; with the first one begins the time in which its head must be there.
  func requestCame() {
    let now = stopwatch.elapsed
    state.withLockedValue { state in
      if case .idle = state.phase { state = (.request, now + limits.head) }
    }
  }

  /// The request is there; its answer takes as long as the program needs.
  func answer() { enter(.answering, for: .seconds(3600)) }

  /// A file comes in, and must be complete within `fileTime`.
  func receiveFile() { enter(.receiving, for: limits.fileTime) }

  /// A part of the answer is being written.
  func write() { enter(.answering, for: limits.silence) }

  /// The answer is written; another request may follow.
  func answered() { enter(.idle, for: limits.silence) }

  /// From now on the connection is a page's socket, whose hello must come as soon as a head.
  func becomeSocket() { enter(.silent, for: limits.head) }

  /// The socket said hello; from now on a sign of life is enough.
  func welcome(_ line: SocketLine) { enter(.page(line, isAsked: false), for: limits.silence / 2) }

  /// The request belongs to another application, which knows itself how long it takes; `answered`
  /// follows its answer.
  func pass() { enter(.passed, for: .seconds(1 << 32)) }

  /// The server is done with the connection: if the other end does not close it soon, the server
  /// does.
  func end() { enter(.ending, for: limits.goodbye) }

  /// Gives a page's socket more time, because something came.
  ///
  /// No other phase gets more: a request that comes byte by byte does not earn time with each.
  func heard() {
    let now = stopwatch.elapsed
    state.withLockedValue { state in
      guard case .page(let line, _) = state.phase else { return }
      state = (.page(line, isAsked: false), now + limits.silence / 2)
    }
  }

  private func enter(_ phase: Phase, for duration: Duration) {
    let now = stopwatch.elapsed
    state.withLockedValue { state in
      if case .ending = state.phase { return }
      state = (phase, now + duration)
    }
  }

  /// Closes the connection if its time is up; a page's socket is asked for a sign of life first.
  ///
  /// - Returns: Whether it was closed.
  func check(at now: Duration) -> Bool {
    let (isLate, line) = state.withLockedValue { state -> (Bool, SocketLine?) in
      guard now >= state.deadline else { return (false, nil) }
      guard case .page(let line, isAsked: false) = state.phase else { return (true, nil) }
      state = (.page(line, isAsked: true), now + limits.silence * 3 / 2)
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

  /// Closes the connection unless a request of it is being answered.
  ///
  /// - Returns: False if the request belongs to another application, which closes the connection.
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

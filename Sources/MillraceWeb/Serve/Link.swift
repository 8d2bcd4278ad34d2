// SPDX-License-Identifier: Apache-2.0

import FlyingSocks
import Foundation
import Synchronization

/// One connection's socket, which is closed exactly once and never while a task waits on it.
///
/// `hangUp()`, which any task may call, asks for its end: that wakes the reader and the writer,
/// and the task that owns the connection closes it. The descriptor cannot be mistaken for a
/// later one, because it is not closed before both have ended.
final class Link: Sendable {
  private struct State {
    var isOpen = true
    var lastHeard: Duration
    var socket: Outbox?
  }

  let number: Int
  private let socket: AsyncSocket
  private let stopwatch: Stopwatch
  private let state: Mutex<State>

  init(number: Int, socket: AsyncSocket, stopwatch: Stopwatch) {
    self.number = number
    self.socket = socket
    self.stopwatch = stopwatch
    state = Mutex(State(lastHeard: stopwatch.elapsed))
  }

  /// The next bytes, or nil when the connection has ended.
  func read() async -> [UInt8]? {
    guard let bytes = try? await socket.read(atMost: 4096), !bytes.isEmpty else { return nil }
    let now = stopwatch.elapsed
    state.withLock { $0.lastHeard = now }
    return bytes
  }

  /// Sends all bytes; false if the connection has ended.
  func write(_ bytes: [UInt8]) async -> Bool {
    do {
      try await socket.write(Data(bytes))
      return true
    } catch {
      return false
    }
  }

  /// From now on the connection is a page's socket, which answers to pings.
  func becomes(_ outbox: Outbox) { state.withLock { $0.socket = outbox } }

  /// Ends a connection that has said nothing for too long; asks a page's socket first.
  ///
  /// Returns whether the connection was ended.
  func checkSilence(limit: Duration) -> Bool {
    let now = stopwatch.elapsed
    let (silence, outbox) = state.withLock { (now - $0.lastHeard, $0.socket) }
    if silence >= (outbox == nil ? limit : limit * 2) {
      hangUp()
      return true
    }
    if let outbox, silence >= limit / 2 { outbox.ping() }
    return false
  }

  /// Ends the connection in both directions.
  func hangUp() {
    state.withLock { state in
      if state.isOpen { _ = shutdown(socket.socket.file.rawValue, Int32(SHUT_RDWR)) }
    }
  }

  /// Gives the descriptor back; only the owner calls it, after reader and writer have ended.
  func close() {
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      try? socket.close()
    }
  }
}

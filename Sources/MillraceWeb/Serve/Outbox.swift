// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What waits to be written to a page's socket, in order and within a limit.
final class Outbox: PageSocket {
  private struct State {
    var waiting = 0
    var isOpen = true
  }

  /// The frames for the task that writes them.
  let frames: AsyncStream<[UInt8]>
  private let input: AsyncStream<[UInt8]>.Continuation
  private let limit: Int
  private let onOverrun: @Sendable () -> Void
  private let state = Mutex(State())

  /// Creates an outbox that calls `onOverrun` once if its page does not read.
  init(limit: Int, onOverrun: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.onOverrun = onOverrun
    (frames, input) = AsyncStream.makeStream()
  }

  func send(_ text: String) { put(Frame.text(text).encoded()) }

  func ping() { put(Frame.ping([]).encoded()) }

  func pong(_ payload: [UInt8]) { put(Frame.pongBytes(payload)) }

  func close(_ code: CloseCode) {
    put(Frame.close(code).encoded())
    finish()
  }

  /// Takes nothing more; the writer ends after what is waiting.
  func finish() {
    state.withLock { $0.isOpen = false }
    input.finish()
  }

  /// Notes that the writer has sent bytes.
  func wrote(_ count: Int) { state.withLock { $0.waiting -= count } }

  private func put(_ bytes: [UInt8]) {
    let overran = state.withLock { state -> Bool in
      guard state.isOpen else { return false }
      state.waiting += bytes.count
      guard state.waiting <= limit else {
        state.isOpen = false
        return true
      }
      input.yield(bytes)
      return false
    }
    guard overran else { return }
    input.finish()
    onOverrun()
  }
}

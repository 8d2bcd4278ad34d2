// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// The socket of a page, or of another program, with the functions that all threads are allowed to
/// call.
final class SocketLine: PageSocket {
  /// The memory of each waiting message besides its bytes, for its frame, its promise and its
  /// entries in queues.
  static let overhead = 640
  /// The number of unread bytes of a page up to which they are not counted for its network.
  static let allowance = 64 * 1024
  /// The weight of a page's messages that wait for the main actor, beyond which its socket is not
  /// read; see `weight(_:)`.
  static let unhandledLimit = 64

  let outbox: Outbox
  let connection: Connection
  /// The address of the client.
  let client: String
  /// The maximum number of unread bytes of the page.
  private let limit: Int
  /// Counts the unread output of each network.
  ///
  /// The unread bytes of a socket are counted here when they exceed `allowance`, in steps of at
  /// least that size.
  private let shared: ByteReserve
  let network: String
  /// The site of the network; the `Exchange` handles the sites in turn.
  let site: String
  /// The bytes that are counted in `shared`.
  private let counted = Atomic<Int>(0)
  /// The bytes that the system has not taken.
  private let backlog = Atomic<Int>(0)
  private let isOpen = Atomic<Bool>(true)
  /// The storage of `handler`.
  private let bound: NIOLoopBoundBox<SocketHandler?>
  /// Called when sending stops because too much output of the page, or of its network, is not read.
  private let onOverrun: @Sendable () -> Void
  /// The weight of the messages that wait for the main actor.
  private let unhandled = Atomic<Int>(0)
  /// True while the socket is not read; see `isPaused`.
  private let pause = Atomic<Bool>(false)

  init(
    outbox: Outbox, connection: Connection, client: String, limit: Int,
    shared: ByteReserve, onOverrun: @escaping @Sendable () -> Void
  ) {
    self.outbox = outbox
    self.connection = connection
    self.client = client
    self.limit = limit
    self.shared = shared
    network = Network.name(of: client)
    site = Network.site(of: network)
    self.onOverrun = onOverrun
    bound = NIOLoopBoundBox.makeEmptyBox(valueType: SocketHandler.self, eventLoop: outbox.loop)
  }

  /// The last handler of the channel, or nil; use it only on the event loop.
  var handler: SocketHandler? {
    get { bound.value }
    set { bound.value = newValue }
  }

  deinit { giveBack() }

  func send(_ text: String) {
    guard isOpen.load(ordering: .relaxed) else { return }
    guard add(text.utf8.count, mayBeLarge: true) else {
      outbox.put(.cut, for: self)
      return
    }
    outbox.put(.text(text), for: self)
  }

  func close(_ code: CloseCode, _ reason: String) {
    guard isOpen.exchange(false, ordering: .relaxed) else { return }
    outbox.put(.close(code, reason), for: self)
  }

  /// Counts bytes that wait for the page; returns false if they exceed a limit, and then the caller
  /// must cut the connection.
  ///
  /// It returns false only once. After that `send` does nothing, and bytes that are written anyway
  /// are lost with the connection. With `mayBeLarge`, a message that exceeds the limit of the page
  /// is accepted if no other output waits.
  func add(_ bytes: Int, mayBeLarge: Bool = false) -> Bool {
    let (before, waiting) = backlog.add(bytes + Self.overhead, ordering: .relaxed)
    let isTooMuch = waiting > limit && !(mayBeLarge && before == 0)
    guard isTooMuch || waiting > Self.allowance && !count(waiting) else { return true }
    return !overrun()
  }

  /// Stops sending, and calls `onOverrun`; returns false if the line was closed before.
  private func overrun() -> Bool {
    guard isOpen.exchange(false, ordering: .relaxed) else { return false }
    onOverrun()
    return true
  }

  /// Counts waiting bytes for the network; returns false if they exceed its limit.
  private func count(_ waiting: Int) -> Bool {
    let more = waiting - counted.load(ordering: .relaxed)
    guard more > 0 else { return true }
    let piece = max(more, Self.allowance)
    guard shared.take(piece, for: network) else { return false }
    counted.add(piece, ordering: .relaxed)
    return true
  }

  private func giveBack() {
    let bytes = counted.exchange(0, ordering: .relaxed)
    if bytes > 0 { shared.give(bytes, for: network) }
  }

  /// Called when the system has taken bytes, or when they were dropped.
  func wrote(_ bytes: Int) {
    let left = backlog.subtract(bytes + Self.overhead, ordering: .relaxed).newValue
    guard left == 0, counted.load(ordering: .relaxed) > 0 else { return }
    giveBack()
    // Another thread can have added and counted bytes after the subtraction: they are counted
    // again.
    let waiting = backlog.load(ordering: .relaxed)
    if waiting > Self.allowance, !count(waiting), overrun() { outbox.put(.cut, for: self) }
  }

  /// Called instead of writing an item; a text was counted when it was sent.
  func drop(_ item: Outbox.Item) {
    if case .text(let text) = item { wrote(text.utf8.count) }
  }

  /// True while the socket is not read, because too many messages wait for the main actor.
  var isPaused: Bool { pause.load(ordering: .sequentiallyConsistent) }

  /// The weight of messages: one for each message, and one for each kilobyte of it.
  static func weight(_ texts: some Sequence<String>) -> Int {
    texts.reduce(0) { $0 + 1 + $1.utf8.count / 1024 }
  }

  /// Called when messages have arrived for the main actor; pauses reading if too many wait.
  ///
  /// The count is read again after the pause has begun. The main actor may have handled all
  /// messages just before, and does not end a pause that had not begun.
  func arrived(_ texts: some Sequence<String>) {
    let weight = Self.weight(texts)
    let waiting = unhandled.add(weight, ordering: .sequentiallyConsistent).newValue
    guard waiting > Self.unhandledLimit else { return }
    pause.store(true, ordering: .sequentiallyConsistent)
    if unhandled.load(ordering: .sequentiallyConsistent) == 0 { resume() }
  }

  /// Called when the main actor has handled messages; resumes reading when none is left.
  func handled(_ texts: some Sequence<String>) {
    let weight = Self.weight(texts)
    let left = unhandled.subtract(weight, ordering: .sequentiallyConsistent).newValue
    if left == 0 { resume() }
  }

  private func resume() {
    if pause.exchange(false, ordering: .sequentiallyConsistent) { outbox.put(.read, for: self) }
  }
}

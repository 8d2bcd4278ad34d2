// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// One page's socket, for all threads but its event loop.
final class SocketLine: PageSocket {
  /// What each waiting message costs beside its bytes: its frame, its promise, its place in queues.
  static let overhead = 640
  /// How many bytes may wait for a page without being counted for its network.
  static let allowance = 64 * 1024
  /// The weight of the messages of one page that may wait for the main actor; see `weight(_:)`.
  static let unreadLimit = 64

  let outbox: Outbox
  let connection: Connection
  /// The address of the client.
  let client: String
  private let limit: Int
  /// The bytes that all sockets of a network have not read.
  ///
  /// Those of a socket are counted here once they are more than `allowance`, in steps of at least
  /// that many.
  private let shared: ByteReserve
  let network: String
  /// The site of the network, whose sockets are heard in turn with those of others.
  let site: String
  private let counted = Atomic<Int>(0)
  private let backlog = Atomic<Int>(0)
  private let isOpen = Atomic<Bool>(true)
  /// The channel's handler while it is there; only for its event loop.
  private let bound: NIOLoopBoundBox<SocketHandler?>
  /// Called when the line is cut because the page does not read what it is sent.
  private let onOverrun: @Sendable () -> Void
  /// The weight of the messages that wait for the main actor.
  private let unread = Atomic<Int>(0)
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

  /// The channel's handler while it is there; only for its event loop.
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

  /// Counts bytes that wait for the page; false if there are too many, which closes the line.
  ///
  /// It is false once: after that, `send` takes nothing more, and what is written anyway is cut
  /// with the connection. A message that may be large, as a whole page is, is taken if nothing
  /// waits before it.
  func add(_ bytes: Int, mayBeLarge: Bool = false) -> Bool {
    let (before, waiting) = backlog.add(bytes + Self.overhead, ordering: .relaxed)
    let isTooMuch = waiting > limit && !(mayBeLarge && before == 0)
    guard isTooMuch || waiting > Self.allowance && !count(waiting) else { return true }
    guard isOpen.exchange(false, ordering: .relaxed) else { return true }
    onOverrun()
    return false
  }

  /// Counts what waits for the network; false if that is too much.
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

  /// Notes that the system has taken bytes.
  func wrote(_ bytes: Int) {
    let left = backlog.subtract(bytes + Self.overhead, ordering: .relaxed).newValue
    if left == 0, counted.load(ordering: .relaxed) > 0 { giveBack() }
  }

  /// Whether the socket is not read until the main actor has caught up.
  var isPaused: Bool { pause.load(ordering: .sequentiallyConsistent) }

  /// What messages cost while they wait: one each, and one for each kilobyte.
  static func weight(_ texts: some Sequence<String>) -> Int {
    texts.reduce(0) { $0 + 1 + $1.utf8.count / 1024 }
  }

  /// Notes that messages wait for the main actor; with too many of them no more are read.
  ///
  /// The count is looked at again after the pause has begun: the main actor may have handled all
  /// just before, and would not end a pause that it has not seen.
  func arrived(_ texts: some Sequence<String>) {
    let weight = Self.weight(texts)
    let waiting = unread.add(weight, ordering: .sequentiallyConsistent).newValue
    guard waiting > Self.unreadLimit else { return }
    pause.store(true, ordering: .sequentiallyConsistent)
    if unread.load(ordering: .sequentiallyConsistent) == 0 { goOn() }
  }

  /// Notes that the main actor has handled messages, and goes on reading if that was awaited.
  func handled(_ texts: some Sequence<String>) {
    let weight = Self.weight(texts)
    let left = unread.subtract(weight, ordering: .sequentiallyConsistent).newValue
    if left == 0 { goOn() }
  }

  private func goOn() {
    if pause.exchange(false, ordering: .sequentiallyConsistent) { outbox.put(.read, for: self) }
  }
}

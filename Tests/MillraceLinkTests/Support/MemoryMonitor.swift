// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTesting
import Observation
import Synchronization
import TestSupport

@testable import MillraceLink

/// A monitor in memory, whose connections a test can cut and refuse.
@MainActor @Observable final class MemoryMonitor {
  /// A number that increases with each change and each received text.
  private(set) var changes = 0
  @ObservationIgnored private(set) var programs = RemotePrograms()
  @ObservationIgnored private(set) var open: [MemoryConnection] = []
  /// Whether it refuses connections.
  @ObservationIgnored var isDown = false
  /// The number of attempts to connect.
  private(set) var attempts = 0
  /// Replaces each text of a program before it is taken.
  @ObservationIgnored var alter: (String) -> [String] = { [$0] }
  /// All texts that programs have sent.
  @ObservationIgnored var said: [String] = []
  @ObservationIgnored private var lastID = 0

  init() { restart() }

  /// Forgets everything, like a monitor that is started again.
  func restart() {
    programs = RemotePrograms()
    programs.name = { [unowned self] name in
      lastID += 1
      return (lastID, name)
    }
    programs.onChange = { [unowned self] in changes += 1 }
    programs.onStore = { [unowned self] store in
      store.onChange = { [weak self] store in
        store.showFrame()
        self?.changes += 1
        return false
      }
    }
    cut()
  }

  var stores: [RemoteStore] { programs.stores }

  /// Cuts all connections, and refuses texts that come over them later.
  func cut() {
    let cut = open
    open = []
    for connection in cut { connection.cut() }
  }

  func connect() throws -> MemoryConnection {
    attempts += 1
    if isDown { throw LinkFailure.unreachable("it is down") }
    let (texts, input) = AsyncStream<String>.makeStream()
    let talk = programs.open(send: { input.yield($0) }, close: { _ in input.finish() })
    let connection = MemoryConnection(monitor: self, talk: talk, texts: texts, input: input)
    open.append(connection)
    return connection
  }

  func hear(_ text: String, _ connection: MemoryConnection) throws {
    guard open.contains(where: { $0 === connection }) else { throw LinkFailure.closed("cut") }
    said.append(text)
    for text in alter(text) { connection.talk.take(text) }
    changes += 1
  }

  func hearEnd(_ connection: MemoryConnection) {
    open.removeAll { $0 === connection }
    connection.talk.over()
    changes += 1
  }

  /// Returns when a condition on this monitor or on a link is true.
  func until(_ isTrue: @escaping @MainActor () -> Bool) async {
    while !isTrue() {
      let (stream, input) = AsyncStream<Void>.makeStream()
      withObservationTracking {
        _ = changes
        _ = attempts
        _ = isTrue()
      } onChange: {
        input.finish()
      }
      // `onChange` runs before the change, which is made on this actor before this task continues.
      for await _ in stream {}
    }
  }
}

/// One connection in memory.
final class MemoryConnection: LinkConnection {
  private let monitor: MemoryMonitor
  let talk: ProgramConversation
  private let texts: AsyncStream<String>
  private let input: AsyncStream<String>.Continuation

  init(
    monitor: MemoryMonitor, talk: ProgramConversation, texts: AsyncStream<String>,
    input: AsyncStream<String>.Continuation
  ) {
    self.monitor = monitor
    self.talk = talk
    self.texts = texts
    self.input = input
  }

  func send(_ text: String) async throws { try await monitor.hear(text, self) }

  func receive() async throws -> String? {
    for await text in texts { return text }
    return nil
  }

  func close() {
    input.finish()
    Task { @MainActor in monitor.hearEnd(self) }
  }

  /// Sends any text to the program.
  func say(_ text: String) { input.yield(text) }

  @MainActor func cut() {
    input.finish()
    talk.over()
  }
}

/// Connects links to a monitor in memory.
struct MemoryCarrier: LinkCarrier {
  let monitor: MemoryMonitor

  func connect(to url: URL, token: String) async throws -> any LinkConnection {
    try await monitor.connect()
  }
}

/// A program with a cart, linked to a monitor in memory.
@MainActor struct LinkedProgram {
  let monitor: MemoryMonitor
  let clock = TestClock()
  let store = cartStore()
  let link: MonitorLink

  init(
    _ monitor: MemoryMonitor = MemoryMonitor(), run: String = "1", maxAge: Int = 100_000,
    maxBytes: Int = 64 << 20, frame: Duration = .zero
  ) {
    self.monitor = monitor
    link = MonitorLink(
      to: URL(fileURLWithPath: "/"), token: "", as: "phone", clock: clock,
      carrier: MemoryCarrier(monitor: monitor), run: run, frame: frame)
    link.add(store, named: "Cart", maxAge: maxAge, maxBytes: maxBytes)
  }

  /// The store within the program, with the actions that it keeps.
  var local: CartMonitor? { link.engine.stores.first as? CartMonitor }

  /// Returns when the bytes of all kept actions have been counted.
  func counted() async {
    while let local, local.bytes.end < local.line.firstPlace + local.line.count {
      if let counting = local.counting { await counting.value } else { await Task.yield() }
    }
  }

  /// The store as the monitor has it.
  var mirror: RemoteStore { monitor.stores[0] }

  func dispatch(_ actions: CartAction...) {
    for action in actions { store.dispatch(action) }
  }

  /// Returns when the monitor lists an action as its last one.
  func listed(upTo number: UInt64) async {
    await monitor.until { lists(upTo: number) }
  }

  private func lists(upTo number: UInt64) -> Bool {
    guard let mirror = monitor.stores.first(where: { $0.card.name == "Cart" }) else {
      return false
    }
    return mirror.row(at: mirror.status.count - 1)?.number == number
  }

  /// Returns when the monitor lists an action as its last one, however often the link is lost.
  func settled(upTo number: UInt64) async {
    while !lists(upTo: number) {
      await monitor.until { lists(upTo: number) || isWaiting }
      guard isWaiting else { continue }
      await clock.untilAsleep()
      clock.advance(by: .seconds(30))
      await monitor.until { lists(upTo: number) || !isWaiting }
    }
  }

  private var isWaiting: Bool { if case .waiting = link.status { true } else { false } }

  /// Returns when the link is open.
  func connected() async {
    await monitor.until { link.status == .connected && !monitor.stores.isEmpty }
  }

  /// Moves the clock until the open link counts as one that has lasted.
  func lasted() async {
    await clock.untilAsleep()
    clock.advance(by: LinkEngine.beat)
    // The next keep-alive message waits.
    await clock.untilAsleep()
  }

  /// Waits until the link has ended, and returns when it is open again.
  func comeBack() async {
    await waiting()
    clock.advance(by: .seconds(30))
    await connected()
  }

  func waiting() async {
    await monitor.until { isWaiting }
    await clock.untilAsleep()
  }

  func numbers() -> [UInt64?] {
    (0..<mirror.status.count).map { mirror.row(at: $0)?.number }
  }
}

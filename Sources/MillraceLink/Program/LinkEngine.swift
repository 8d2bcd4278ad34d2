// SPDX-License-Identifier: Apache-2.0

import Millrace
import Observation

/// The program's end of a link.
///
/// It opens a connection if there is none, sends news of the program's stores, and answers the
/// monitor's questions.
@MainActor @Observable final class LinkEngine {
  static let firstPause = Duration.milliseconds(500)
  static let longestPause = Duration.seconds(30)
  /// The time for which changes are collected before they are sent as one news message.
  nonisolated static let frame = Duration.milliseconds(50)
  /// The time between two keep-alive messages.
  ///
  /// If nothing is received during three such intervals, the connection is closed.
  nonisolated static let beat = Duration.seconds(15)

  private(set) var status = MonitorLink.Status.connecting
  @ObservationIgnored private let target: LinkTarget
  @ObservationIgnored private let opening: LinkOpening
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private let frame: Duration
  @ObservationIgnored private(set) var stores: [any LinkedStore] = []
  @ObservationIgnored private var lastID = 0
  /// The queue of messages to the monitor, or nil until the monitor has answered the opening.
  @ObservationIgnored private var outlet: LinkOutlet?
  /// The ids of the stores that have changed since the last news.
  @ObservationIgnored private var changed: [Int] = []
  @ObservationIgnored private var isFrameDue = false

  init(
    _ target: LinkTarget, opening: LinkOpening, clock: any Clock<Duration>, frame: Duration
  ) {
    self.frame = frame
    self.target = target
    self.opening = opening
    self.clock = clock
  }

  var program: String { opening.program }

  /// Adds a store.
  ///
  /// Returns false if the link is stopped or has the maximum number of stores.
  func add(_ make: (Int) -> some LinkedStore) -> Bool {
    stores.removeAll(where: \.hasEnded)
    guard status != .stopped, stores.count < LinkLimits.stores else { return false }
    lastID += 1
    let store = make(lastID)
    let id = lastID
    store.onChange = { [weak self] _ in self?.note(id) ?? false }
    stores.append(store)
    sendStores()
    return true
  }

  /// Ends the link, and releases the recorded actions of its stores.
  func stop() {
    status = .stopped
    outlet = nil
    stores = []
  }

  /// Keeps the link open until the task is cancelled or the link is stopped.
  func run() async {
    var pause = Self.firstPause
    while !Task.isCancelled, status != .stopped {
      status = .connecting
      let failure: LinkFailure
      do {
        let connection = try await target.connect()
        defer { connection.close() }
        try await withTaskCancellationHandler {
          try await talk(over: connection)
        } onCancel: {
          connection.close()
        }
        failure = .closed("the connection has ended")
      } catch {
        failure = LinkFailure.named(error)
      }
      // Only a lasting connection resets the pause: a monitor can close it after each opening.
      if outlet?.hasLasted == true { pause = Self.firstPause }
      outlet = nil
      // While there is a connection, `take` removes them at the next keep-alive message.
      stores.removeAll(where: \.hasEnded)
      // After a reconnection the monitor sends `noteSelections` again.
      for store in stores { store.selectionPages = 0 }
      if status == .stopped || Task.isCancelled { break }
      status = .waiting(failure)
      try? await clock.sleep(for: pause)
      pause = min(pause * 2, Self.longestPause)
    }
    stop()
  }

  /// Sends and receives until the connection ends.
  private func talk(over connection: any LinkConnection) async throws {
    let outlet = LinkOutlet()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await outlet.send(over: connection) }
      group.addTask { [weak self] in
        var reader = LinkReader()
        var isOpen = false
        while let text = try await connection.receive() {
          outlet.noteReceived()
          guard let bytes = try reader.take(text) else { continue }
          if isOpen {
            let message = try LinkText.message(MonitorMessage.self, bytes)
            try await self?.take(message, outlet)
          } else {
            _ = try LinkText.opening(bytes)
            isOpen = true
            await self?.opened(outlet)
          }
        }
      }
      group.addTask { [clock] in try await outlet.beat(clock) }
      outlet.put(opening)
      defer {
        outlet.close()
        connection.close()
        group.cancelAll()
      }
      // When one of the three tasks ends, the others are cancelled.
      try await group.next()
    }
  }

  private func opened(_ outlet: LinkOutlet) {
    guard status != .stopped else { return outlet.close() }
    self.outlet = outlet
    status = .connected
    // News that were sent over an earlier connection can have been lost.
    for store in stores { store.markAllChanged() }
    sendStores()
  }

  /// Removes the stores that have ended, and sends the list of all others and the news of each.
  private func sendStores() {
    stores.removeAll(where: \.hasEnded)
    guard let outlet else { return }
    outlet.put(ProgramMessage.stores(stores.map(\.card)))
    changed = stores.map(\.id)
    sendNews()
  }

  /// Schedules a frame for a store that has changed.
  ///
  /// A frame counts the bytes of the new actions, and sends news if there is a connection.
  ///
  /// - Returns: False if the link is stopped.
  private func note(_ store: Int) -> Bool {
    guard status != .stopped else { return false }
    changed.append(store)
    guard !isFrameDue else { return true }
    isFrameDue = true
    Task { [weak self, clock, frame] in
      if frame > .zero { try? await clock.sleep(for: frame) }
      self?.isFrameDue = false
      self?.sendNews()
    }
    return true
  }

  private func sendNews() {
    let ids = Set(changed)
    changed = []
    let shown = stores.filter { ids.contains($0.id) }
    for store in shown {
      store.showFrame()
      store.countBytes()
    }
    if stores.contains(where: \.hasEnded) { return sendStores() }
    guard let outlet, !shown.isEmpty else { return }
    outlet.put(shown.map { $0.nextNews() })
  }

  private func take(_ message: MonitorMessage, _ outlet: LinkOutlet) throws {
    guard case .ask(let number, let store, let question) = message else {
      // A keep-alive message arrives regularly. Therefore an ended store is detected even if no
      // action is dispatched.
      if stores.contains(where: \.hasEnded) { sendStores() }
      return
    }
    guard outlet.count < LinkLimits.questions else {
      throw LinkFailure.tooMany("questions", limit: LinkLimits.questions)
    }
    guard let store = stores.first(where: { $0.id == store }), !store.hasEnded else {
      return outlet.put({ .failed("The store has ended.") }, to: number)
    }
    guard case .request(let request) = question else {
      let reply = store.reply(to: question)
      // The news with the result of the command are sent before the answer.
      if case .command = question { sendNews() }
      return outlet.put(reply, to: number)
    }
    // An export or import takes long. Other questions are answered during that time.
    store.perform(request) { result in
      let answer: StoreAnswer =
        switch result {
        case .success(let text): .text(text)
        case .failure(let error): .failed("\(error)")
        }
      outlet.put({ answer }, to: number)
    }
  }
}

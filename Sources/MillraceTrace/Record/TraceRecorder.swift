// SPDX-License-Identifier: Apache-2.0

// Only for the system's clock.
import Foundation
public import Millrace

/// Records the last actions of a store, by default 100,000.
///
/// ```swift
/// let recorder = TraceRecorder(store)      // starts the recording
/// try recorder.trace().text                // the text for a bug report
/// ```
///
/// The recorder also stores at most eight states; see ``TraceHistory``. A store without a recorder
/// has no cost. The recording ends when ``stop()`` is called, when the recorder is released, or
/// when the store is released. The recorder does not keep the store alive.
///
/// `Store.replaceState(with:)` sets a state that no action leads to. The reducer cannot compute
/// such a state, therefore the recorder drops all actions and starts again with that state. It also
/// starts again after `Store.replaceOutput(of:with:)`.
@MainActor
public final class TraceRecorder<State: Sendable, Action: Sendable> {
  // Exclusive: only the main actor uses this property. During an access the reducer can run, and
  // the `deinit` of parts of old actions and states; they do not use the recorder.
  /// The recorded actions, except the latest ones, which are on the writer's page.
  @usableFromInline @exclusivity(unchecked) var recorded: TraceHistory<State, Action>
  /// The name of the recorded program or device, or nil.
  ///
  /// It is written to the header of traces.
  public let client: String?
  /// Returns the name of the client that sent an action.
  ///
  /// It is called when a trace is created.
  @usableFromInline let clientOf: (DispatchedAction<Action>) -> String?
  @usableFromInline var writer: ActionWriter<State, Action>?
  @usableFromInline var subscription: StoreSubscription?

  /// Starts to record a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - limit: The maximum number of actions, at least one.
  ///   - client: The name of the recorded program or device, or nil. It is written to the header of
  ///     traces.
  ///   - now: Returns the time in microseconds since 1970.
  ///   - clientOf: Returns the name of the client that sent an action, by default the client of the
  ///     action's source. It is called when a trace is created, not during a dispatch.
  @inlinable
  public init(
    _ store: Store<State, Action>, limit: Int = 100_000, client: String? = nil,
    now: @escaping () -> UInt64 = { TraceClock.now },
    clientOf: @escaping (DispatchedAction<Action>) -> String? = { $0.source.client }
  ) {
    recorded = TraceHistory(state: store.state, reducer: store.reducer, limit: limit)
    self.client = client
    self.clientOf = clientOf
    // Weak: the recorder can be released on another thread, before the store removes its writer.
    let writer = ActionWriter<State, Action>(now: now) { [weak self] page, state in
      self?.recorded.turnPage(page) { state } ?? ActionWriter.Page()
    } onRefusal: { [weak self] error in
      self?.recordRejection(error)
    } onReplacement: { [weak self] state in
      self?.restart(with: state)
    }
    self.writer = writer
    subscription = store.write(to: writer)
  }

  /// The actions and states that were recorded so far.
  ///
  /// Complexity: O(1). While the value exists, the recorder allocates new pages where it would
  /// reuse old ones, and it copies the oldest state before the reducer changes it.
  public var history: TraceHistory<State, Action> {
    var history = recorded
    if let writer {
      history.tail = writer.page
      history.tailCount = writer.page.count
    }
    return history
  }

  /// Stores the error of the action that the store writes next.
  @usableFromInline
  func recordRejection(_ error: any Error) {
    // `recorded` has full pages only; the actions after them are on the writer's page.
    recorded.reasons[recorded.end + (writer?.page.count ?? 0)] = "\(error)"
  }

  @usableFromInline
  func restart(with state: State) {
    recorded.restart(with: state)
    writer?.page = ActionWriter.Page()
  }

  /// Ends the recording.
  ///
  /// The recorded actions remain available.
  public func stop() {
    subscription?.cancel()
    subscription = nil
  }
}

/// The clock of the system.
public enum TraceClock {
  /// The current time in microseconds since 1970.
  public static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    // The time is negative if the clock is set to a date before 1970.
    return UInt64(clamping: time.tv_sec) &* 1_000_000 &+ UInt64(time.tv_nsec) / 1_000
  }
}

extension TraceRecorder where State: Encodable, Action: Encodable {
  /// Creates a trace of the recorded actions, which can be written to a file.
  ///
  /// The trace contains placeholders instead of `Redacted` values.
  ///
  /// Complexity: linear in the number of actions. With `notesChanges`, each action also costs one
  /// run of the reducer, one encoding of the state, and one comparison of the encoded parts. Only
  /// the changed rows of an `EntityTable` are encoded. If the encoded states of all actions take
  /// more than 256 MB, or are estimated to, only the changes of the latest actions are determined.
  ///
  /// - Parameter notesChanges: True if each line contains the paths that the action changed and the
  ///   hash of the state after it, up to the limit of 256 MB.
  /// - Returns: The trace.
  /// - Throws: The error of the encoding of a state or an action.
  public func trace(notesChanges: Bool = true) throws -> Trace {
    try history.trace(client: client, clientOf: clientOf, notesChanges: notesChanges)
  }
}

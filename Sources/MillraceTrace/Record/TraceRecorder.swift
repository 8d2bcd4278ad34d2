// SPDX-License-Identifier: Apache-2.0

// For the system's clock alone.
import Foundation
public import Millrace

/// Records the last 100,000 actions of a store.
///
/// ```swift
/// let recorder = TraceRecorder(store)      // on
/// try recorder.trace().text                // what a bug report holds
/// ```
///
/// It keeps at most eight states besides them; see ``TraceHistory``. A store that
/// is not recorded pays nothing for it. A recording ends with ``stop()``, with the recorder, or
/// with the store, which it does not keep alive.
///
/// A state that is put in the place of another (`replaceState(with:)`) cannot be made again
/// by a reducer: the recording begins anew with it.
@MainActor
public final class TraceRecorder<State: Sendable, Action: Sendable> {
  // Exclusive: the main actor's; an access calls the reducer at most.
  /// What has happened, but for the last actions, which are on the writer's page.
  @usableFromInline @exclusivity(unchecked) var recorded: TraceHistory<State, Action>
  /// Which of several programs or devices is recorded; goes into the header of traces.
  public let client: String?
  /// Which of several clients sent an action; asked when a trace is made.
  @usableFromInline let clientOf: (DispatchedAction<Action>) -> String?
  @usableFromInline var writer: ActionWriter<State, Action>?
  @usableFromInline var subscription: StoreSubscription?

  /// Starts to record a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - limit: How many actions are kept.
  ///   - client: Which of several programs or devices this is.
  ///   - now: Tells the time in microseconds since 1970.
  ///   - clientOf: Which of several clients sent an action, by default the one that its source
  ///     tells; it is asked when a trace is made and costs a dispatch nothing.
  @inlinable
  public init(
    _ store: Store<State, Action>, limit: Int = 100_000, client: String? = nil,
    now: @escaping () -> UInt64 = { TraceClock.now },
    clientOf: @escaping (DispatchedAction<Action>) -> String? = { $0.source.client }
  ) {
    recorded = TraceHistory(state: store.state, reducer: store.reducer, limit: limit)
    self.client = client
    self.clientOf = clientOf
    // Weak: the recorder may go on another thread, before its writer is taken from the store.
    let writer = ActionWriter<State, Action>(now: now) { [weak self] page, state in
      self?.recorded.turnPage(page) { state } ?? ActionWriter.Page()
    } onRefusal: { [weak self] error in
      self?.note(error)
    } onReplacement: { [weak self] state in
      self?.restart(with: state)
    }
    self.writer = writer
    subscription = store.write(to: writer)
  }

  /// What was recorded so far, as a value.
  ///
  /// Complexity: O(1). As long as it is held, pages are not used again, and a state that was kept
  /// is copied before it is moved on.
  public var history: TraceHistory<State, Action> {
    var history = recorded
    if let writer {
      history.tail = writer.page
      history.tailCount = writer.page.count
    }
    return history
  }

  @usableFromInline
  func note(_ error: any Error) {
    recorded.reasons[history.end] = "\(error)"
  }

  @usableFromInline
  func restart(with state: State) {
    recorded.restart(with: state)
    writer?.page = ActionWriter.Page()
  }

  /// Ends the recording; what was recorded stays.
  public func stop() {
    subscription?.cancel()
    subscription = nil
  }
}

/// The time of the system.
public enum TraceClock {
  /// Microseconds since 1970.
  public static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(time.tv_sec) &* 1_000_000 &+ UInt64(time.tv_nsec) / 1_000
  }
}

extension TraceRecorder where State: Encodable, Action: Encodable {
  /// What was recorded so far, to be written to a file; secrets are not in it.
  ///
  /// Complexity: linear in the actions; with changes, each action costs one run of the reducer, one
  /// encoding of the state without its `EntityTable`s and of the rows that changed in these, and
  /// one comparison of as much. Where that takes more than 256 MB in all, it is done for the last
  /// actions only.
  ///
  /// - Parameter notesChanges: Whether each line tells what the action changed and the hash of the
  ///   state after it, as far as that is not too much.
  /// - Returns: The trace.
  /// - Throws: What the encoding of a state or an action throws.
  public func trace(notesChanges: Bool = true) throws -> Trace {
    try history.trace(client: client, clientOf: clientOf, notesChanges: notesChanges)
  }
}

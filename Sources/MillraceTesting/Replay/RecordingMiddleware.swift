// SPDX-License-Identifier: Apache-2.0

import Millrace

/// Records a run of any store.
///
/// ```swift
/// let recorder = RecordingMiddleware<Cart, CartAction>(initialState: Cart())
/// let store = Store(
///   initialState: Cart(), reducer: .cart, middleware: recorder <> ordering)
/// ```
///
/// It records actions from dispatches and from effects. A lifted recorder records the actions and
/// the state of its part. A recorder behind a gate (`gated`) misses the actions that arrive while
/// the gate is closed. Create a recorder for each store.
///
/// A replacement of the state between two actions is recorded if the state is `Equatable`. For a
/// lifted recorder, a change of its part by other actions counts as a replacement too.
///
/// Complexity: O(1) for an action and, if the state is `Equatable`, one comparison of the state
/// with the state after the previous action. The recording stores every state.
public final class RecordingMiddleware<State, Action: Sendable>: Middleware {
  /// The recording up to now.
  public private(set) var recording: Recording<State, Action>
  /// The state before the current action.
  private var before: State?
  /// The replacement of the state before the current action, or nil.
  private var replacement: State?
  private let endProbe = EndProbe()

  /// Creates a recorder.
  ///
  /// - Parameter initialState: The initial state of the recording while it has no action. The first
  ///   action replaces it with the actual state of the store.
  public init(initialState: State) {
    recording = Recording(initialState: initialState)
  }

  /// Returns an effect that records the action and the state after the commit.
  public func handle(
    _ action: Action, from source: ActionSource, state: StateReader<State>
  ) -> Effect<Action> {
    let current = state()
    before = current
    if let last = recording.entries.last?.state {
      // States that are not `Equatable` are not compared: that would be too slow.
      let isReplaced = last is any Equatable && !Failure.areEqual(last, current)
      // Also nil: the action before can have set it without being recorded.
      replacement = isReplaced ? current : nil
    } else {
      recording.initialState = current
    }
    // The action of a lifted recorder can have removed the part, which then cannot be read.
    endProbe.note = { [weak self] in
      if let now = state.ifPresent { self?.note(action, source, now) }
    }
    return Effect.perform { [weak self] _ in self?.note(action, source, state()) }
  }

  /// Records an action that the reducer rejected.
  public func didReject(_ action: Action, from source: ActionSource, error: any Error) {
    let rejection = Failure.text(of: error)
    if let before { return note(action, source, before, rejection) }
    // The `didReject` of an earlier middleware has ended the store: the probe cannot see that the
    // action was rejected.
    if let number = source.number, recording.entries.last?.source.number == number {
      recording.entries[recording.entries.count - 1].rejection = rejection
    }
  }

  /// The probe that finds the last action of a store that one of its observers ends.
  public var probes: [any StoreProbe] { [endProbe] }

  private func note(
    _ action: Action, _ source: ActionSource, _ state: State, _ rejection: String? = nil
  ) {
    before = nil
    endProbe.note = nil
    recording.entries.append(
      .init(
        action: action, source: source, state: state, rejection: rejection,
        replacement: exchange(&replacement, with: nil)))
  }
}

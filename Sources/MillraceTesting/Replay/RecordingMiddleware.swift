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
/// It sees what dispatches and effects send alike. Lifted, it records the actions and the state of
/// its part. Put it before middleware that keeps actions to itself, as `gated` does.
///
/// A state that was replaced between two actions is noted if the state is `Equatable`.
///
/// Complexity: O(1) for an action, and a comparison of the state with the one after the action
/// before; every state is kept.
public final class RecordingMiddleware<State, Action: Sendable>: Middleware {
  /// What has happened so far.
  public private(set) var recording: Recording<State, Action>
  private var before: State?
  private var replacement: State?

  /// Creates a recorder.
  ///
  /// - Parameter initialState: The state while nothing has happened; the first action shows the
  ///   state that the store really had.
  public init(initialState: State) {
    recording = Recording(initialState: initialState)
  }

  /// Notes the action, and after the commit the state.
  public func handle(
    _ action: Action, from source: ActionSource, state: StateReader<State>
  ) -> Effect<Action> {
    let current = state()
    before = current
    if let last = recording.entries.last?.state {
      // To compare others would take too long.
      if last is any Equatable, !Failure.areEqual(last, current) { replacement = current }
    } else {
      recording.initialState = current
    }
    return Effect.perform { [weak self] _ in self?.note(action, source, state()) }
  }

  /// Notes an action that the reducer refused.
  public func didReject(_ action: Action, from source: ActionSource, error: any Error) {
    guard let before else { return }
    note(action, source, before, Failure.text(of: error))
  }

  private func note(
    _ action: Action, _ source: ActionSource, _ state: State, _ rejection: String? = nil
  ) {
    before = nil
    recording.entries.append(
      .init(
        action: action, source: source, state: state, rejection: rejection,
        replacement: exchange(&replacement, with: nil)))
  }
}

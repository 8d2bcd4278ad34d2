// SPDX-License-Identifier: Apache-2.0

extension Effect {
  /// Starts this effect later, on the store's clock.
  ///
  /// The time runs from the commit on. Cancelling the effect also ends the wait.
  public func delay(for duration: Duration) -> Effect {
    .concatenate(Effect(operation: .sleep(duration)), self)
  }

  /// Starts this effect after a pause in which no other one with its id came.
  ///
  /// A new effect with the id cancels the one before it, whether it still waits or runs already.
  ///
  /// ```swift
  /// .task { .found(await api.search(text)) }.debounce(id: SearchID(), for: .seconds(0.8))
  /// ```
  ///
  /// - Parameters:
  ///   - id: Tells which effects are meant; see ``cancellable(id:policy:)``.
  ///   - duration: How long the pause must be, on the store's clock.
  /// - Returns: An effect that waits for the pause.
  public func debounce(id: some Hashable & Sendable, for duration: Duration) -> Effect {
    delay(for: duration).cancellable(id: id, policy: .latest)
  }

  /// Starts at most one effect with an id per stretch of time.
  ///
  /// The first one starts at once and opens a window. Of those that come while it is open, the
  /// last one starts when it closes and opens the next; without `latest` they are dropped.
  /// Cancelling the id cancels what runs and what is kept, and closes the window.
  ///
  /// - Parameters:
  ///   - id: Tells which effects are meant; see ``cancellable(id:policy:)``.
  ///   - duration: How long a window is open, on the store's clock.
  ///   - latest: Whether the last one that came in a window starts at its end.
  /// - Returns: An effect that may start later or not at all.
  public func throttle(
    id: some Hashable & Sendable, for duration: Duration, latest: Bool = true
  ) -> Effect {
    Effect(operation: .throttle(self, EffectID(id), duration, latest: latest))
  }
}

// SPDX-License-Identifier: Apache-2.0

extension StateProvider {
  /// The values of a selector: first the present one, then each that differs from the one before.
  ///
  /// The sequence ends with its store and does not keep it alive. Values are buffered, by default
  /// all of them; `.bufferingNewest(1)` lets a slow reader skip to the newest.
  public func values<Output: Sendable>(
    of selector: StateSelector<State, Output>,
    bufferingPolicy: AsyncStream<Output>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Output> {
    stream(selector, initial: true, bufferingPolicy)
  }

  /// The values of a key path: first the present one, then each that differs from the one before.
  public func values<Output: Equatable & Sendable>(
    of keyPath: KeyPath<State, Output> & Sendable,
    bufferingPolicy: AsyncStream<Output>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Output> {
    values(of: StateSelector(keyPath), bufferingPolicy: bufferingPolicy)
  }
}

/// Feeds a stream and ends it when the observer that owns the feed is released.
final class StreamFeed<Element: Sendable>: Sendable {
  private let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }

  func yield(_ element: Element) {
    continuation.yield(element)
  }
}

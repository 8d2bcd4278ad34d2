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
    AsyncStream(bufferingPolicy: bufferingPolicy) { continuation in
      let feed = StreamFeed(continuation)
      let subscription = subscribe(to: selector, initial: true) { feed.yield($0) }
      continuation.onTermination = { _ in Task { @MainActor in subscription.cancel() } }
    }
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

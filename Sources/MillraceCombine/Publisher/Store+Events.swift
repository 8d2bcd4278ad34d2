// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

extension Store {
  /// Returns a publisher of all actions.
  ///
  /// It publishes an action after its commit and after the observers of values are called. In a
  /// batch, the observers of values are called at the end, after all actions are published.
  ///
  /// Rejected actions are not published. Actions are buffered in order for a slow subscriber. When
  /// the buffer is full, each new action is dropped and `onOverflow` is called.
  ///
  /// ```swift
  /// let logouts = store.actionPublisher().filter { $0 == .logout }.sink { _ in cache.clear() }
  /// ```
  ///
  /// - Parameters:
  ///   - bufferSize: The maximum number of buffered actions that the subscriber has not requested.
  ///   - onOverflow: Called for each dropped action. If it is nil, debug builds report the first
  ///     one as a warning; see `StoreWarnings`.
  /// - Returns: A publisher that ends with the store.
  public func actionPublisher(
    bufferSize: Int = 1_024, onOverflow: ((PublisherOverflow<Action>) -> Void)? = nil
  ) -> StorePublisher<Action> {
    .events(bufferSize, onOverflow) { [weak self] deliver in
      self?.subscribeToActions { deliver($0.action) }
    }
  }

  /// Returns a publisher of all actions with the states before and after them.
  ///
  /// It publishes at the same time as ``actionPublisher(bufferSize:onOverflow:)``.
  ///
  /// While the publisher has a subscriber, the state before each action is stored until it is
  /// delivered. Therefore the reducer copies a collection that it changes.
  ///
  /// - Parameters:
  ///   - bufferSize: The maximum number of buffered transitions that the subscriber has not
  ///     requested.
  ///   - onOverflow: Called for each dropped transition. If it is nil, debug builds report the
  ///     first one as a warning; see `StoreWarnings`.
  /// - Returns: A publisher that ends with the store.
  public func transitionPublisher(
    bufferSize: Int = 1_024,
    onOverflow: ((PublisherOverflow<StateTransition<State, Action>>) -> Void)? = nil
  ) -> StorePublisher<StateTransition<State, Action>> {
    .events(bufferSize, onOverflow) { [weak self] deliver in
      self?.subscribeToTransitions(deliver)
    }
  }
}

extension StorePublisher {
  /// Creates a publisher with a bounded buffer.
  fileprivate static func events(
    _ bufferSize: Int, _ onOverflow: ((PublisherOverflow<Output>) -> Void)?,
    attach: @escaping Attach
  ) -> StorePublisher {
    var isReported = false
    return StorePublisher(
      .bounded(bufferSize),
      onOverflow: {
        let overflow = PublisherOverflow(lost: $0, bufferSize: bufferSize)
        if let onOverflow { return onOverflow(overflow) }
        if !isReported { overflow.report() }
        isReported = true
      }, attach: attach)
  }
}

/// An action or a transition that was dropped, because the subscriber did not request enough.
public struct PublisherOverflow<Element>: CustomStringConvertible {
  /// The dropped action or transition.
  public let lost: Element
  /// The number of buffered actions or transitions that the subscriber had not requested.
  public let bufferSize: Int

  /// Creates a report.
  public init(lost: Element, bufferSize: Int) {
    self.lost = lost
    self.bufferSize = bufferSize
  }

  /// A message with the type of the dropped element, the probable cause and the remedy.
  ///
  /// It does not contain the element, which can be two whole states.
  public var description: String {
    let cause =
      bufferSize < 1
      ? "it has no buffer, and the subscriber has not requested the element."
      : """
      its buffer is full: the subscriber has not requested the \(bufferSize) \
      element\(bufferSize == 1 ? "" : "s") before it.
      """
    return """
      Millrace: a publisher of a store dropped an element of type \(Element.self), because \
      \(cause) Probably an operator such as `flatMap(maxPublishers:)` or `zip` limits the demand. \
      Request more, pass a larger `bufferSize`, or add `buffer(size:prefetch:whenFull:)` after the \
      publisher.
      """
  }

  /// Reports the message as a warning in debug builds.
  func report() {
    #if DEBUG
      StoreWarnings.report(description)
    #endif
  }
}

extension PublisherOverflow: Sendable where Element: Sendable {}

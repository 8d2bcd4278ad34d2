// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

extension Store {
  /// Every action, after its commit and after the observers of values.
  ///
  /// In a batch each comes with its commit, and so before the observers of values, which hear at
  /// the end.
  ///
  /// An action that the reducer refused is not among them. Actions wait in order for a slow
  /// subscriber; beyond the bound the newer ones are lost, and you hear of each.
  ///
  /// ```swift
  /// let logouts = store.actionPublisher().filter { $0 == .logout }.sink { _ in cache.clear() }
  /// ```
  ///
  /// - Parameters:
  ///   - bufferSize: How many actions may wait.
  ///   - onOverflow: Hears of each action that was lost. If it is nil, debug builds print it.
  /// - Returns: A publisher that ends with the store.
  public func actionPublisher(
    bufferSize: Int = 1_024, onOverflow: ((PublisherOverflow<Action>) -> Void)? = nil
  ) -> StorePublisher<Action> {
    .events(bufferSize, onOverflow) { [weak self] deliver in
      self?.subscribeToActions { deliver($0.action) }
    }
  }

  /// Every action with the states before and after it, as
  /// ``actionPublisher(bufferSize:onOverflow:)`` delivers them.
  ///
  /// While it has a subscriber, the state before each action is kept until it is delivered, so that
  /// a collection that changes is copied.
  ///
  /// - Parameters:
  ///   - bufferSize: How many transitions may wait.
  ///   - onOverflow: Hears of each transition that was lost. If it is nil, debug builds print it.
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
  /// A publisher that keeps what comes, up to a bound.
  fileprivate static func events(
    _ bufferSize: Int, _ onOverflow: ((PublisherOverflow<Output>) -> Void)?,
    attach: @escaping Attach
  ) -> StorePublisher {
    StorePublisher(
      .bounded(bufferSize),
      onOverflow: {
        let overflow = PublisherOverflow(lost: $0, bufferSize: bufferSize)
        if let onOverflow { onOverflow(overflow) } else { overflow.report() }
      }, attach: attach)
  }
}

/// An action or a transition that a subscriber lost, because it asked for too few.
public struct PublisherOverflow<Element>: CustomStringConvertible {
  /// What was lost.
  public let lost: Element
  /// How many were waiting at that time.
  public let bufferSize: Int

  /// Creates a report.
  public init(lost: Element, bufferSize: Int) {
    self.lost = lost
    self.bufferSize = bufferSize
  }

  /// Says what was lost, why, and what to do.
  public var description: String {
    """
    Millrace: a publisher of a store lost \(lost): \(bufferSize) before it still wait for a \
    subscriber that asks for no more. Probably an operator such as `flatMap(maxPublishers:)` or \
    `zip` holds it up. Let it ask for more, pass a larger `bufferSize`, or put \
    `buffer(size:prefetch:whenFull:)` behind the publisher.
    """
  }

  /// Prints the report in debug builds.
  func report() {
    #if DEBUG
      print(description)
    #endif
  }
}

extension PublisherOverflow: Sendable where Element: Sendable {}

// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

/// Publishes the values that a store delivers to its observers.
///
/// Values are delivered on the main actor, in the turn of the action that changed them.
/// Subscribers and other observers of values are called in the order of subscription; those of
/// actions and transitions follow, in their order. In a batch those of actions and transitions are
/// called after each action, and those of values at the end. A subscriber can dispatch, subscribe
/// and cancel while it is called. The resulting actions and values are delivered after it has
/// returned.
///
/// The publisher respects demand. A publisher of values buffers the newest value for a subscriber
/// without demand. A publisher of actions or transitions buffers all of them, up to a maximum.
///
/// The publisher finishes when its store ends, or immediately if the store was released. It never
/// fails. The publisher and its subscribers do not keep the store alive, with one exception: the
/// publisher of a projection or of an ``ObservableViewModel`` references that object strongly, and
/// the object its store. A `StateProvider` of your own is referenced weakly: if it was released
/// before the subscription, the publisher finishes immediately. Subscribe on the main actor. From
/// another thread, the subscription begins later, in a task of the main actor. Requests and
/// cancellations can come from any thread.
///
/// Complexity: the cost of an observer of the store, plus one call of the subscriber per value.
public struct StorePublisher<Output>: Publisher {
  /// The publisher never fails.
  public typealias Failure = Never

  typealias Attach = @MainActor (_ deliver: @escaping (Output) -> Void) -> StoreSubscription?

  let policy: DemandBuffer<Output>.Policy
  let onOverflow: ((Output) -> Void)?
  /// Begins to observe the store.
  ///
  /// Returns nil if the store was released.
  let attach: Attach

  init(
    _ policy: DemandBuffer<Output>.Policy, onOverflow: ((Output) -> Void)? = nil,
    attach: @escaping Attach
  ) {
    self.policy = policy
    self.onOverflow = onOverflow
    self.attach = attach
  }

  /// Connects a subscriber to the store.
  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Never {
    let carried = Carried((subscriber: subscriber, publisher: self))
    MainQueue.run {
      StorePublisherSubscription.connect(carried.value.subscriber, to: carried.value.publisher)
    }
  }
}

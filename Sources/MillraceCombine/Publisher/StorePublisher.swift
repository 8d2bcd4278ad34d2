// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

/// What a store tells its observers, as a publisher.
///
/// Values are delivered on the store's actor, in the turn of the action that led to them, among the
/// other observers in the order of subscription. A subscriber may dispatch, subscribe and cancel
/// while it is called: what this leads to comes when it has returned.
///
/// Demand is respected. A publisher of values keeps the newest one for a subscriber that has not
/// asked for more. A publisher of actions or transitions keeps them all, up to a bound.
///
/// The publisher finishes when its store ends, or at once if the store is gone, and never fails.
/// Neither it nor what is subscribed to it keeps the store alive; only the publisher of a
/// projection or of an ``ObservableViewModel`` holds that, and with it the store. A `StateProvider`
/// of your own is not held: if it is gone at the subscription, the publisher finishes at once.
/// Subscribe on the main actor: from another thread the subscription begins a moment later.
/// Requests and cancellations may come from any thread.
///
/// Complexity: that of an observer of the store, plus one call of the subscriber per value.
public struct StorePublisher<Output>: Publisher {
  /// It does not fail.
  public typealias Failure = Never

  typealias Attach = @MainActor (_ deliver: @escaping (Output) -> Void) -> StoreSubscription?

  let rule: WaitingLine<Output>.Rule
  let onOverflow: ((Output) -> Void)?
  /// Starts to observe; nil if there is no store any more.
  let attach: Attach

  init(
    _ rule: WaitingLine<Output>.Rule, onOverflow: ((Output) -> Void)? = nil,
    attach: @escaping Attach
  ) {
    self.rule = rule
    self.onOverflow = onOverflow
    self.attach = attach
  }

  /// Connects a subscriber with the store.
  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Never {
    let carried = Carried((subscriber: subscriber, publisher: self))
    MainQueue.run {
      StorePublisherSubscription.connect(carried.value.subscriber, to: carried.value.publisher)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Millrace
import Synchronization

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

/// Delivers the values of an observer of a store to one subscriber, up to its demand.
///
/// Sound: all properties except `isCancelled` are used on the main actor only, and `isCancelled` is
/// atomic. Requests and cancellations can come from any thread. `isCancelled` takes effect
/// immediately; the other changes are made on the main actor.
final class StorePublisherSubscription<Downstream: Subscriber>: @unchecked Sendable
where Downstream.Failure == Never {
  typealias Output = Downstream.Input

  private let isCancelled = Atomic(false)
  private var downstream: Downstream?
  private var upstream: StoreSubscription?
  private var demand = Subscribers.Demand.none
  // These two properties replace a reference to the publisher, which can reference a projection.
  private let policy: DemandBuffer<Output>.Policy
  private let onOverflow: ((Output) -> Void)?
  /// The values that cannot be sent yet, and the last sent value if the demand is limited.
  ///
  /// It is nil until it is needed for the first time.
  ///
  /// The buffer is in an object: most values are delivered without the buffer, and an access to
  /// generic storage would cost more than the rest of the delivery.
  private var buffer: Buffer?
  /// True while the subscriber is called.
  ///
  /// Values that arrive then are buffered.
  private var isDelivering = false
  /// True if the store has ended.
  ///
  /// The publisher finishes after the buffered values.
  private var isEnded = false

  private init(_ subscriber: Downstream, _ publisher: StorePublisher<Output>) {
    downstream = subscriber
    policy = publisher.policy
    onOverflow = publisher.onOverflow
  }

  private final class Buffer {
    var values: DemandBuffer<Output>

    init(_ policy: DemandBuffer<Output>.Policy) {
      values = DemandBuffer(policy)
    }
  }

  private func makeBuffer() -> Buffer {
    if let buffer { return buffer }
    let buffer = Buffer(policy)
    self.buffer = buffer
    return buffer
  }

  private var hasBufferedValues: Bool {
    if let buffer { !buffer.values.isEmpty } else { false }
  }

  /// Connects a subscriber: first passes the subscription to it, then observes the store.
  @MainActor
  static func connect(_ subscriber: Downstream, to publisher: StorePublisher<Output>) {
    let subscription = StorePublisherSubscription(subscriber, publisher)
    subscriber.receive(subscription: subscription)
    guard !subscription.isCancelled.load(ordering: .acquiring) else { return }
    let feed = Feed(subscription)
    subscription.upstream = publisher.attach { feed.subscription.deliver($0) }
    if subscription.downstream == nil { subscription.tearDown() }
  }

  /// The object that the closure of the observer references.
  ///
  /// It is released when the observer ends, by a cancellation or with its store.
  private final class Feed {
    let subscription: StorePublisherSubscription

    init(_ subscription: StorePublisherSubscription) {
      self.subscription = subscription
    }

    deinit {
      MainQueue.run { [subscription] in subscription.end() }
    }
  }

  /// Delivers or buffers a value of the store.
  private func deliver(_ value: Output) {
    guard let downstream, !isCancelled.load(ordering: .acquiring) else { return }
    if demand > .none && !isDelivering && !hasBufferedValues {
      send(value, to: downstream)
      if isEnded || hasBufferedValues { drain() }
    } else if !makeBuffer().values.add(value, demand: demand.max) {
      onOverflow?(value)
    }
  }

  private func send(_ value: Output, to downstream: Downstream) {
    if demand != .unlimited {
      demand -= 1
      makeBuffer().values.noteSent(value)
    }
    isDelivering = true
    let more = downstream.receive(value)
    isDelivering = false
    demand += more
  }

  /// Sends the buffered values up to the demand; then finishes if the store has ended.
  private func drain() {
    guard !isDelivering else { return }
    while demand > .none, let downstream, !isCancelled.load(ordering: .acquiring),
      let value = buffer?.values.next()
    {
      send(value, to: downstream)
    }
    guard isEnded, !hasBufferedValues, let downstream else { return }
    tearDown()
    if !isCancelled.exchange(true, ordering: .acquiringAndReleasing) {
      downstream.receive(completion: .finished)
    }
  }

  private func end() {
    isEnded = true
    drain()
  }

  private func tearDown() {
    downstream = nil
    buffer = nil
    let upstream = upstream
    self.upstream = nil
    // Sound: this is called only by the store and by `MainQueue.run`, both on the main actor.
    MainActor.assumeIsolated { upstream?.cancel() }
  }
}

extension StorePublisherSubscription: Subscription {
  func request(_ demand: Subscribers.Demand) {
    MainQueue.run {
      self.demand += demand
      self.drain()
    }
  }

  func cancel() {
    guard !isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    MainQueue.run { self.tearDown() }
  }
}

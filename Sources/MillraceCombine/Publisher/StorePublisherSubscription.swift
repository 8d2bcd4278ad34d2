// SPDX-License-Identifier: Apache-2.0

import Millrace
import Synchronization

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

/// Brings what an observer of a store hears to one subscriber, as far as it asks for it.
///
/// Sound: everything but the flag is used on the main actor only. Requests and cancellations may
/// come from any thread; the flag takes effect at once, the rest where the store is.
final class StorePublisherSubscription<Downstream: Subscriber>: @unchecked Sendable
where Downstream.Failure == Never {
  typealias Output = Downstream.Input

  private let isCancelled = Atomic(false)
  private var downstream: Downstream?
  private var upstream: StoreSubscription?
  private var demand = Subscribers.Demand.none
  // Not the publisher itself, which may hold a projection.
  private let rule: WaitingLine<Output>.Rule
  private let onOverflow: ((Output) -> Void)?
  /// What waits; there is none until something has to.
  ///
  /// A box, because the way of most values must not touch generic storage: that costs more than the
  /// rest of it.
  private var line: Line?
  /// The subscriber is being called: what comes now must wait until it returns.
  private var isDelivering = false
  /// The store has ended: nothing comes after what waits.
  private var isEnded = false

  private init(_ subscriber: Downstream, _ publisher: StorePublisher<Output>) {
    downstream = subscriber
    rule = publisher.rule
    onOverflow = publisher.onOverflow
  }

  private final class Line {
    var values: WaitingLine<Output>

    init(_ rule: WaitingLine<Output>.Rule) {
      values = WaitingLine(rule)
    }
  }

  private func makeLine() -> Line {
    if let line { return line }
    let line = Line(rule)
    self.line = line
    return line
  }

  private var isWaiting: Bool {
    if let line { !line.values.isEmpty } else { false }
  }

  /// Connects a subscriber: it gets its subscription first, then what the store has to say.
  @MainActor
  static func connect(_ subscriber: Downstream, to publisher: StorePublisher<Output>) {
    let subscription = StorePublisherSubscription(subscriber, publisher)
    subscriber.receive(subscription: subscription)
    guard !subscription.isCancelled.load(ordering: .acquiring) else { return }
    let feed = Feed(subscription)
    subscription.upstream = publisher.attach { feed.subscription.deliver($0) }
    if subscription.downstream == nil { subscription.tearDown() }
  }

  /// What an observer holds; it is let go of when the observer ends, by a cancellation or with its
  /// store.
  private final class Feed {
    let subscription: StorePublisherSubscription

    init(_ subscription: StorePublisherSubscription) {
      self.subscription = subscription
    }

    deinit {
      MainQueue.run { [subscription] in subscription.end() }
    }
  }

  /// A value comes from the store.
  private func deliver(_ value: Output) {
    guard let downstream, !isCancelled.load(ordering: .acquiring) else { return }
    if demand > .none && !isDelivering && !isWaiting {
      send(value, to: downstream)
      if isEnded || isWaiting { drain() }
    } else if !makeLine().values.add(value, demand: demand.max) {
      onOverflow?(value)
    }
  }

  private func send(_ value: Output, to downstream: Downstream) {
    if demand != .unlimited {
      demand -= 1
      makeLine().values.note(value)
    }
    isDelivering = true
    let more = downstream.receive(value)
    isDelivering = false
    demand += more
  }

  /// Sends what waits and is asked for; then, if the store has ended, says so.
  private func drain() {
    guard !isDelivering else { return }
    while demand > .none, let downstream, !isCancelled.load(ordering: .acquiring),
      let value = line?.values.next()
    {
      send(value, to: downstream)
    }
    guard isEnded, !isWaiting, let downstream else { return }
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
    line = nil
    let upstream = upstream
    self.upstream = nil
    // Sound: it is reached from the store and by `MainQueue.run`, both on the main actor.
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

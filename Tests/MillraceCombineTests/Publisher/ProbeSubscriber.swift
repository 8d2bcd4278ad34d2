// SPDX-License-Identifier: Apache-2.0

import TestSupport

#if canImport(Combine)
  import Combine
#else
  @preconcurrency import OpenCombine
#endif

/// Requests as many values as a test prescribes, and records what it receives.
final class ProbeSubscriber<Input>: Subscriber, @unchecked Sendable {
  typealias Failure = Never

  let log = Log()
  private(set) var values: [Input] = []
  private(set) var isFinished = false
  private(set) var subscription: (any CombineSubscription)?
  /// Called for each value; the result is requested in addition.
  var onValue: (Input) -> Subscribers.Demand = { _ in .none }
  private let demand: Subscribers.Demand

  init(demand: Subscribers.Demand) {
    self.demand = demand
  }

  func receive(subscription: any CombineSubscription) {
    self.subscription = subscription
    if demand > .none { subscription.request(demand) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    values.append(input)
    return onValue(input)
  }

  func receive(completion: Subscribers.Completion<Never>) {
    isFinished = true
  }
}

/// Combine's protocol, under a name that Millrace does not have.
typealias CombineSubscription = Subscription

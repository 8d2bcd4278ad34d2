// SPDX-License-Identifier: Apache-2.0
// Expect: ok

// A subscriber in an app: `Subscription` is the protocol of Combine, also if Millrace is imported.

import Combine
import Millrace

final class Feed: Subscriber {
  typealias Input = Int
  typealias Failure = Never
  var subscription: (any Subscription)?
  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ input: Int) -> Subscribers.Demand { .unlimited }
  func receive(completion: Subscribers.Completion<Never>) {}
}
func nothing() -> any Subscription { Subscriptions.empty }

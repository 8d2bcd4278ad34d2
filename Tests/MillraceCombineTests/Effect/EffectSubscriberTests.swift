// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@testable import MillraceCombine

#if canImport(Combine)
  import Combine
#else
  @preconcurrency import OpenCombine
#endif

@Suite struct EffectSubscriberTests {
  private struct Broken: Error {}

  private func subscriber(
    _ log: Log
  ) -> (EffectSubscriber<Int, Broken>, Effect<Int>.Listener) {
    let listener = Effect<Int>.Listener(Send { log.append("\($0.action)") }) {
      log.append("finished")
    }
    return (
      EffectSubscriber(listener, source: ActionSource()) { _ in -1 }, listener
    )
  }

  @Test func itSendsWhatIsPublishedAndEndsWithThePublisher() {
    let log = Log()
    let (subscriber, _) = subscriber(log)
    [1, 2].publisher.setFailureType(to: Broken.self).subscribe(subscriber)
    #expect(log.lines == ["1", "2", "finished"])
  }

  @Test func aFailureBecomesTheLastAction() {
    let log = Log()
    let (subscriber, _) = subscriber(log)
    Fail<Int, Broken>(error: Broken()).subscribe(subscriber)
    #expect(log.lines == ["-1", "finished"])
  }

  @Test func cancellingCancelsTheSubscription() {
    let log = Log()
    let (subscriber, _) = subscriber(log)
    let subject = PassthroughSubject<Int, Broken>()
    subject.handleEvents(receiveCancel: { log.append("cancelled") }).subscribe(subscriber)
    subject.send(1)
    subscriber.cancel()
    subscriber.cancel()
    subject.send(2)
    #expect(log.lines == ["1", "cancelled"])
  }

  @Test func aFailureAfterTheCancellationIsNotAskedAbout() {
    /// Fails when it is cancelled, as a publisher on another thread can at that moment.
    final class Failing: CombineSubscription {
      let subscriber: EffectSubscriber<Int, Broken>
      init(_ subscriber: EffectSubscriber<Int, Broken>) { self.subscriber = subscriber }
      func request(_ demand: Subscribers.Demand) {}
      func cancel() { subscriber.receive(completion: .failure(Broken())) }
    }
    let log = Log()
    let (subscriber, listener) = subscriber(log)
    subscriber.receive(subscription: Failing(subscriber))
    subscriber.cancel()
    #expect(log.lines == [])
    listener.finish()
  }

  @Test func aSubscriptionThatComesTooLateIsCancelled() {
    let log = Log()
    let (subscriber, _) = subscriber(log)
    subscriber.cancel()
    PassthroughSubject<Int, Broken>().handleEvents(receiveCancel: { log.append("cancelled") })
      .subscribe(subscriber)
    #expect(log.lines == ["cancelled"])
  }
}

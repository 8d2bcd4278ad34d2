// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct StoreSubscriptionTests {
  @Test func cancellingEndsItOnce() {
    let log = Log()
    let subscription = StoreSubscription { log.append("ended") }
    #expect(log.lines.isEmpty)
    subscription.cancel()
    subscription.cancel()
    #expect(log.lines == ["ended"])
  }

  @Test func lettingGoEndsIt() {
    let log = Log()
    var subscription: StoreSubscription? = StoreSubscription { log.append("ended") }
    #expect(log.lines.isEmpty)
    withExtendedLifetime(subscription) {}
    subscription = nil
    #expect(log.lines == ["ended"])
  }

  @Test func lettingGoAfterCancellingDoesNothingMore() {
    let log = Log()
    var subscription: StoreSubscription? = StoreSubscription { log.append("ended") }
    subscription?.cancel()
    subscription = nil
    #expect(log.lines == ["ended"])
  }

  @Test func cancellingFromItsOwnEndDoesNothingMore() {
    let log = Log()
    var subscription: StoreSubscription?
    subscription = StoreSubscription {
      log.append("ended")
      subscription?.cancel()
    }
    subscription?.cancel()
    #expect(log.lines == ["ended"])
    subscription = nil
  }

  @Test func cancellingReleasesWhatItHeld() {
    final class Held {}
    weak var held: Held?
    let subscription: StoreSubscription
    do {
      let object = Held()
      held = object
      subscription = StoreSubscription { withExtendedLifetime(object) {} }
    }
    #expect(held != nil)
    subscription.cancel()
    #expect(held == nil)
  }

  @Test func aCollectionKeepsSubscriptions() {
    let log = Log()
    var subscriptions: [StoreSubscription] = []
    for name in ["a", "b"] {
      StoreSubscription { log.append(name) }.store(in: &subscriptions)
    }
    #expect(subscriptions.count == 2)
    #expect(log.lines.isEmpty)
    subscriptions.removeFirst()
    #expect(log.lines == ["a"])
    subscriptions = []
    #expect(log.lines == ["a", "b"])
  }

  @Test func lastReleasedOnAnotherThreadItEndsOnTheMainActor() async {
    let (ends, continuation) = AsyncStream.makeStream(of: String.self)
    let gate = Gate()
    var subscription: StoreSubscription? = StoreSubscription {
      MainActor.assertIsolated()
      continuation.yield("ended")
      continuation.finish()
    }
    Task.detached { [subscription] in
      await gate.wait()
      withExtendedLifetime(subscription) {}
    }
    subscription = nil
    await gate.open()
    var heard: [String] = []
    for await end in ends { heard.append(end) }
    #expect(heard == ["ended"])
  }
}

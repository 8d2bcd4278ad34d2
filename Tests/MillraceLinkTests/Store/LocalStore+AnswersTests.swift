// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@testable import MillraceLink

@MainActor @Suite struct LocalStoreAnswersTests {
  @Test func aStoreThatIsBusyDoesNotGoOn() {
    let store = cartStore()
    let watched = monitored(store)
    store.dispatch(.add("pen", price: 1))
    watched.perform(.jump(0))
    var failures: [String?] = []
    var answer: StoreAnswer?
    let subscription = store.subscribe(to: \.total) { _ in
      watched.perform(.goOn) { failures.append($0?.description) }
      answer = watched.reply(to: .command(edition: watched.edition, .goOn))()
    }
    store.dispatch(.add("cup", price: 2))
    subscription.cancel()
    let reason = """
      The store has not replaced its state: it has ended, or other actions are running. Try again.
      """
    #expect(failures == [reason])
    #expect(answer == .failed(reason))
    #expect(watched.status.branches == 0)
    watched.perform(.goOn) { failures.append($0?.description) }
    #expect(failures == [reason, nil])
    #expect(store.state.total == 0)
  }
}

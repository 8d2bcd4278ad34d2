// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct NotificationGateTests {
  private func store(
    _ rule: @escaping (Ledger, Ledger) -> Bool,
    middleware: LedgerMiddleware = LedgerMiddleware { _, _, _ in .none }
  ) -> LedgerStore {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: middleware)
    store.notifyObservers(when: rule)
    return store
  }

  @Test func withoutARuleObserversAreCalledAfterEveryCommit() {
    let opened = store { _, _ in false }
    opened.notifyObservers(when: nil)
    for store in [opened, LedgerStore(initialState: Ledger(), reducer: .ledger)] {
      var heard = 0
      let subscription = store.subscribe { _ in heard += 1 }
      store.dispatch(.fail)
      store.dispatch(.add(1))
      #expect(heard == 2)
      subscription.cancel()
    }
  }

  @Test func aRuleTellsOnlyOfWhatItLetsThrough() {
    let store = store(!=)
    var heard: [Int] = []
    let subscription = store.subscribe { heard.append($0.count) }
    for action in [LedgerAction.fail, .add(0), .add(1), .add(0), .add(2)] { store.dispatch(action) }
    #expect(heard == [1, 3])
    subscription.cancel()
  }

  @Test func aRuleMayReadTheStoreAndDispatch() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var read: [Int] = []
    store.notifyObservers { [unowned store] _, new in
      read.append(store.state.count)
      if new.count == 1 { store.dispatch(.add(10)) }
      return true
    }
    var heard: [Int] = []
    let subscription = store.subscribe { heard.append($0.count) }
    store.dispatch(.add(1))
    store.batch { store.dispatch(.add(100)) }
    #expect(read == [1, 11, 111])
    #expect(heard == [1, 11, 111])
    subscription.cancel()
  }

  @Test func aRuleGivenLateComparesWithTheStateOfThatMoment() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    store.dispatch(.add(5))
    store.notifyObservers { $1.count - $0.count >= 2 }
    var heard: [Int] = []
    let subscription = store.subscribe(to: \.count) { heard.append($0) }
    for _ in 0..<4 { store.dispatch(.add(1)) }
    #expect(heard == [7, 9])
    subscription.cancel()
  }

  @Test func aClosedGateStillCommits() {
    var seen: [Int] = []
    let store = store(
      { _, _ in false },
      middleware: LedgerMiddleware { action, _, state in
        action == .add(1) ? .just(.add(10)) : .perform { _ in seen.append(state.count) }
      })
    var heard = 0
    let commits = store.subscribe { _ in heard += 1 }
    let selection = store.subscribe(to: \.count) { _ in heard += 1 }
    store.dispatch(.add(1))
    #expect(store.state.count == 11)
    #expect(seen == [11])
    #expect(heard == 0)
    commits.cancel()
    selection.cancel()
  }

  @Test func aRuleComparesWithTheStateOfTheLastNotification() {
    let store = store { old, new in new.count - old.count >= 3 }
    var heard: [Int] = []
    let subscription = store.subscribe(to: \.count) { heard.append($0) }
    for _ in 0..<10 { store.dispatch(.add(1)) }
    #expect(heard == [3, 6, 9])
    subscription.cancel()
  }

  @Test func whatChangedWhileTheGateWasClosedIsToldWhenItOpens() {
    let store = store { _, new in new.count > 0 }
    var heard: [String] = []
    let other = store.subscribe(to: \.other) { heard.append("other \($0)") }
    let count = store.subscribe(to: \.count) { heard.append("count \($0)") }
    store.dispatch(.setOther(5))
    #expect(heard.isEmpty)
    store.dispatch(.add(1))
    #expect(heard == ["other 5", "count 1"])
    other.cancel()
    count.cancel()
  }

  @Test func aSubscriptionBehindAClosedGateGetsThePresentValue() {
    let store = store { _, new in new.count > 0 }
    let first = store.subscribe(to: \.other) { _ in }
    store.dispatch(.setOther(5))
    var heard: [Int] = []
    let second = store.subscribe(to: \.other, initial: true) { heard.append($0) }
    #expect(heard == [5])
    store.dispatch(.add(1))
    #expect(heard == [5])
    first.cancel()
    second.cancel()
  }

  @Test func inABatchTheStatesBeforeAndAfterAreCompared() {
    let store = store(!=)
    var heard = 0
    let subscription = store.subscribe { _ in heard += 1 }
    store.batch {
      store.dispatch(.add(1))
      store.dispatch(.add(-1))
    }
    #expect(heard == 0)
    store.batch {
      store.dispatch(.add(1))
      store.dispatch(.add(1))
    }
    #expect(heard == 1)
    subscription.cancel()
  }

  @Test func aCommitWithoutObserversCountsAsANotification() {
    let store = store(!=)
    store.dispatch(.add(1))
    var heard = 0
    let subscription = store.subscribe { _ in heard += 1 }
    store.dispatch(.add(0))
    #expect(heard == 0)
    subscription.cancel()
  }

  @Test func onlyARuleKeepsAState() {
    let payload = Array(repeating: 0, count: 1_000)
    for hasCustomComparison in [false, true] {
      let store = LedgerStore(initialState: Ledger(payload: payload), reducer: .ledger)
      store.notifyObservers(when: hasCustomComparison ? { $0 != $1 } : nil)
      let subscription = store.subscribe { _ in }
      store.dispatch(.write(0))
      let address = store.state.payloadAddress
      store.dispatch(.write(1))
      #expect((store.state.payloadAddress != address) == hasCustomComparison)
      subscription.cancel()
    }
  }

  @Test func aRuleEndsWithItsStoreAlthoughItHoldsThatStore() {
    weak var seen: LedgerStore?
    do {
      let parent = LedgerStore(initialState: Ledger(), reducer: .ledger)
      let child = LedgerStore(initialState: Ledger(), reducer: .ledger)
      child.notifyObservers { _, new in new.count > child.other }
      parent.addChild(child)
      seen = child
    }
    #expect(seen == nil)
  }

  @Test func theRuleOfAStoreThatEndsInABatchIsNotAsked() {
    var parent: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var asked = 0
    let child = store { _, _ in
      asked += 1
      return true
    }
    parent?.addChild(child)
    child.batch {
      child.dispatch(.add(1))
      parent = nil
    }
    #expect(asked == 0)
    #expect(child.count == 1 && child.phase == .idle)
  }

  @Test func transitionsTellOfEveryCommit() async {
    let store = store { _, _ in false }
    let transitions = store.transitions()
    store.dispatch(.add(1))
    store.dispatch(.add(2))
    var counts: [Int] = []
    for await transition in transitions {
      counts.append(transition.newState.count)
      if counts.count == 2 { break }
    }
    #expect(counts == [1, 3])
  }
}

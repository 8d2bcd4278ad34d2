// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct ActionObserverListTests {
  private typealias List = ActionObserverList<Int, String>

  private func observer(_ name: String, _ log: Log) -> ActionObserver<Int, String> {
    ActionObserver(actions: { log.append("\(name) \($0.action)") })
  }

  @Test func observersAreCalledInTheOrderOfSubscription() {
    let list = List()
    let log = Log()
    list.add(observer("a", log))
    list.add(
      ActionObserver(transitions: { log.append("b \($0.oldState) \($0.action) \($0.newState)") }))
    list.add(observer("c", log))
    list.notify("x", ActionSource(), oldState: 1, newState: 2)
    #expect(log.lines == ["a x", "b 1 x 2", "c x"])
  }

  @Test func onlyTransitionsWantTheOldState() {
    let list = List()
    let log = Log()
    list.add(observer("a", log))
    #expect(!list.wantsOldState)
    let transitions = ActionObserver<Int, String>(transitions: { _ in
      Issue.record("there is no transition without an old state")
    })
    list.notify("x", ActionSource(), oldState: nil, newState: 2)
    list.add(transitions)
    #expect(list.wantsOldState)
    list.remove(transitions)
    list.remove(transitions)
    #expect(!list.wantsOldState)
    #expect(log.lines == ["a x"])
  }

  @Test func anObserverHearsNothingThatHappenedBeforeItWasAdded() {
    struct Odd: Error {}
    struct Listening: Middleware {
      let onReject: () -> Void

      func handle(
        _ action: Int, from source: ActionSource, state: StateReader<Int>
      ) -> Effect<Int> { .none }

      func didReject(_ action: Int, from source: ActionSource, error: any Error) { onReject() }
    }
    let log = Log()
    var subscriptions: [StoreSubscription] = []
    var add: () -> Void = {}
    let store = Store<Int, Int>(
      initialState: 0,
      reducer: Reducer { state, action in
        if action < 0 { throw Odd() }
        state += action
      },
      middleware: Listening { add() })
    store.onRejection = { _ in }
    add = { [unowned store] in
      add = {}
      subscriptions.append(
        store.subscribeToActions(
          onRejection: { log.append("rejected \($0.dispatched.action)") },
          onReplacement: { log.append("replaced") }, { log.append("\($0.action)") }))
    }
    store.dispatch(-1)
    #expect(subscriptions.count == 1 && log.lines == [])
    store.dispatch(-2)
    store.dispatch(3)
    #expect(log.lines == ["rejected -2", "3"])
    subscriptions = []
  }

  @Test func addingAndRemovingInACallIsSafe() {
    let list = List()
    let log = Log()
    let last = observer("last", log)
    list.add(
      ActionObserver(actions: { [list] _ in
        list.remove(last)
        list.add(self.observer("new", log))
      }))
    list.add(last)
    list.notify("x", ActionSource(), oldState: nil, newState: 0)
    #expect(log.lines.isEmpty)
    list.notify("y", ActionSource(), oldState: nil, newState: 0)
    #expect(log.lines == ["new y"])
    list.removeAll()
    #expect(list.isEmpty)
  }

  @Test func whatWasRemovedLetsGoOfItsClosure() {
    let list = List()
    var held: Log? = Log()
    let weakLog = Weak(held)
    let observer = ActionObserver<Int, String>(actions: { [held] _ in held?.append("") })
    list.add(observer)
    held = nil
    #expect(weakLog.object != nil)
    list.removeAll()
    #expect(weakLog.object == nil)
  }
  @Test func whatIsLetGoOfMayRemoveOthers() {
    let list = List()
    let last = Weak(list)
    let second = ActionObserver<Int, String>(transitions: { _ in })
    var guardian: Guardian? = Guardian { last.object?.remove(second) }
    list.add(ActionObserver(actions: { [guardian] _ in withExtendedLifetime(guardian) {} }))
    guardian = nil
    list.add(second)
    list.removeAll()
    #expect(list.isEmpty && !list.wantsOldState)
    #expect(second.id == 0)
  }

  private final class Guardian {
    private let onEnd: () -> Void
    init(onEnd: @escaping () -> Void) { self.onEnd = onEnd }
    deinit { onEnd() }
  }

}

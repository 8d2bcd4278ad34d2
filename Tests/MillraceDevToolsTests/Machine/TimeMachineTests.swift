// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Millrace
import MillraceDevTools
import MillraceTesting
import Synchronization
import TestSupport
import Testing

@MainActor
@Suite struct TimeMachineTests {
  @Test func aMachineIsOneLineForAnyStore() {
    let store = makeTally()
    let machine = TimeMachine(store)
    store.dispatch(.add(1))
    store.dispatch(.halve)
    store.dispatch(.add(3))
    #expect(machine.line.values == [0, 1, 1, 4])
    #expect(machine.line.outcome(at: 1) == .refused("the value is odd"))
    #expect(machine.state == store.state)
    #expect(machine.isInPresent)
  }

  @Test func inThePresentAMachineThatStopsAtErrorsShowsTheStoreAndKeepsItsLimit() {
    let store = makeTally()
    let machine = TimeMachine(store, maxAge: 4, stopsAtErrors: true)
    let window = machine.window
    store.dispatch(.add(1))
    store.dispatch(.halve)
    for amount in 1...20 {
      store.dispatch(.add(amount))
      #expect(machine.isInPresent)
      #expect(machine.state == store.state)
      #expect(window.state == store.state)
      #expect(machine.line.count <= 4)
    }
    #expect(store.state.value == 211)
    window.dispatch(.add(9))
    #expect(machine.state.value == 220)
  }

  @Test func aLookAtThePastStartsNoEffectAndLeavesTheStoreAlone() async {
    let log = Log()
    let store = Store(
      initialState: 0,
      feature: Feature<Int, Int> { state, action in
        state += action
        return .run { _ in log.append("effect \(action)") }
      })
    let machine = TimeMachine(store)
    for action in 1...3 { await store.dispatch(action).finish() }
    #expect(log.lines.count == 3)
    machine(.jumpToState(1))
    machine(.toggle(1))
    machine(.reorder(3, before: 1))
    #expect(machine.line.state(at: 3) == 5)
    #expect(store.state == 6)
    #expect(store.runningEffects.isEmpty)
    #expect(log.lines.count == 3)
  }

  @Test func theLiveRunGoesOnWhileThePastIsLookedAt() {
    let store = makeTally()
    let machine = TimeMachine(store)
    store.dispatch(.add(1))
    store.dispatch(.add(2))
    machine(.jumpToState(1))
    store.dispatch(.add(4))
    #expect(store.state.value == 7)
    #expect(machine.state.value == 1)
    #expect(machine.line.count == 3)
    machine.returnToPresent()
    #expect(machine.state.value == 7)
    #expect(machine.isInPresent)
  }

  @Test func theWindowShowsWhatIsLookedAtAndSendsToTheStore() {
    let store = makeTally()
    let machine = TimeMachine(store)
    let window = machine.window
    var shown: [Int] = []
    let subscription = window.subscribe(to: \.value) { shown.append($0) }
    store.dispatch(.add(1))
    store.dispatch(.add(2))
    machine(.jumpToState(1))
    machine.returnToPresent()
    subscription.cancel()
    #expect(shown == [1, 3, 1, 3])
    window.dispatch(.add(4))
    #expect(store.state.value == 7)
  }

  @Test func asManyActionsWaitAsTheTimelineCanHave() {
    let store = makeTally()
    let machine = TimeMachine(store, maxAge: 3)
    store.dispatch(.add(1))
    machine(.jumpToState(0))
    for number in 1...5 { machine.window.dispatch(.add(10 * number)) }
    #expect(machine.waiting.count == 3)
    machine.returnToPresent()
    #expect(store.state.value == 1 + 10 + 20 + 30)
  }

  @Test func anActionIsNotDroppedWhileAsManyAreSentAsTheTimelineCanHave() {
    let store = makeTally()
    let machine = TimeMachine(store, maxAge: 3)
    store.dispatch(.add(1))
    machine(.jumpToState(0))
    for number in 1...3 { machine.window.dispatch(.add(10 * number)) }
    let subscription = store.subscribe(to: \.value, initial: false) { value in
      if value == 1 + 10 + 20 { machine.window.dispatch(.add(100)) }
    }
    machine.returnToPresent()
    #expect(machine.waiting.isEmpty)
    #expect(store.state.value == 1 + 10 + 20 + 30 + 100)
    subscription.cancel()
  }

  @Test(arguments: TimeMachine<Tally, TallyAction>.NewActions.allCases)
  func newActionsWaitAreDroppedOrGoLive(_ choice: TimeMachine<Tally, TallyAction>.NewActions) {
    let store = makeTally()
    let machine = TimeMachine(store)
    machine.newActions = choice
    store.dispatch(.add(1))
    machine(.jumpToState(0))
    machine.window.dispatch(.add(2))
    #expect(store.state.value == (choice == .goLive ? 3 : 1))
    #expect(machine.state.value == 0)
    #expect(machine.waiting.count == (choice == .wait ? 1 : 0))
    machine.returnToPresent()
    #expect(store.state.value == (choice == .drop ? 1 : 3))
    #expect(machine.waiting.isEmpty)
    #expect(machine.state == store.state)
  }

  @Test func aLockedMachineTakesNothingFromTheWindow() {
    let store = makeTally()
    let machine = TimeMachine(store)
    machine(.lock(true))
    machine.window.dispatch(.add(1))
    #expect(store.state.value == 0)
    store.dispatch(.add(2))
    #expect(machine.line.count == 0)
    machine(.lock(false))
    #expect(machine.state.value == 2)
    #expect(machine.isInPresent)
    machine.window.dispatch(.add(4))
    #expect(machine.line.values == [2, 6])
  }

  @Test func pausedAndEditedMachinesComeBackToThePresent() {
    let store = makeTally()
    let machine = TimeMachine(store)
    store.dispatch(.add(1))
    machine(.pause)
    store.dispatch(.add(2))
    machine(.resume(nil))
    #expect(machine.line.values == [3])
    store.dispatch(.add(4))
    machine(.toggle(2))
    #expect(machine.line.values == [3, 3])
    store.dispatch(.add(8))
    #expect(!machine.isInPresent)
    machine.returnToPresent()
    #expect(machine.line.values == [15])
    #expect(machine.isInPresent)
  }

  @Test(arguments: ["resume", "lock", "returnToPresent"])
  func anActionThatRunsWhenTheLineBeginsIsCountedOnce(name: String) {
    let store = makeTally()
    let machine = TimeMachine(store)
    machine(name == "lock" ? .lock(true) : .pause)
    store.dispatch(.add(1))
    let subscription = store.subscribe(to: \.value) { _ in
      switch name {
      case "resume": machine(.resume(nil))
      case "lock": machine(.lock(false))
      default: machine.returnToPresent()
      }
    }
    store.dispatch(.add(2))
    subscription.cancel()
    #expect(machine.line.values == [3])
    #expect(machine.state == store.state)
    store.dispatch(.add(4))
    #expect(machine.line.values == [3, 7])
    #expect(machine.isInPresent)
  }

  @Test func aMachineThatIsUnlockedStaysPaused() {
    let store = makeTally()
    let machine = TimeMachine(store)
    machine(.pause)
    machine(.lock(true))
    store.dispatch(.add(1))
    machine(.lock(false))
    #expect(machine.line.isPaused)
    #expect(!machine.isInPresent)
    store.dispatch(.add(2))
    #expect(machine.line.count == 0)
    machine(.resume(nil))
    #expect(machine.line.values == [3])
    #expect(machine.isInPresent)
  }

  @Test func aStateOfItsOwnIsNotThePresent() {
    let store = makeTally()
    let machine = TimeMachine(store)
    let window = machine.window
    store.dispatch(.add(1))
    machine(.resume(Tally(value: 50)))
    #expect(!machine.isInPresent)
    #expect(window.state.value == 50)
    store.dispatch(.add(2))
    store.replaceState(with: Tally(value: 7))
    machine(.lock(true))
    machine(.lock(false))
    #expect(machine.line.values == [50])
    #expect(!machine.isInPresent)
    machine.returnToPresent()
    #expect(machine.isInPresent)
    #expect(machine.line.values == [7])
    store.dispatch(.add(1))
    #expect(machine.line.values == [7, 8])
    #expect(window.state.value == 8)
  }

  @Test func anActionThatTheStoreHasNotTakenIsNotThePresent() {
    let store = makeTally()
    let machine = TimeMachine(store)
    store.dispatch(.add(1))
    machine(.lock(true))
    machine(.perform(DispatchedAction(TallyAction.add(2)), at: 0))
    machine(.lock(false))
    // The locked machine dropped the action.
    #expect(machine.isInPresent)
    machine(.perform(DispatchedAction(TallyAction.add(2)), at: 0))
    store.dispatch(.add(4))
    #expect(machine.line.values == [0, 1, 3])
    #expect(!machine.isInPresent)
    machine.returnToPresent()
    #expect(machine.line.values == [5])
    #expect(machine.isInPresent)
  }

  @Test func goOnBranches() {
    let store = makeTally()
    let machine = TimeMachine(store)
    for amount in [1, 2, 4] { store.dispatch(.add(amount)) }
    machine(.jumpToState(2))
    machine.window.dispatch(.add(100))
    #expect(machine.goOn())
    #expect(store.state.value == 103)
    #expect(machine.branches.count == 1)
    #expect(machine.branches.first?.values == [0, 1, 3, 7])
    #expect(machine.line.values == [3, 103])
    #expect(machine.isInPresent)
  }

  @Test func whatObserversDispatchWhileTheStateIsReplacedIsOnTheNewLine() {
    let store = makeTally()
    let machine = TimeMachine(store)
    for amount in [1, 2, 4] { store.dispatch(.add(amount)) }
    let subscription = store.subscribe(to: \.value) { value in
      if value == 3 { store.dispatch(.add(100)) }
    }
    machine(.jumpToState(2))
    #expect(machine.goOn())
    subscription.cancel()
    #expect(store.state.value == 103)
    #expect(machine.line.values == [3, 103])
    #expect(machine.state == store.state)
    #expect(machine.isInPresent)
    #expect(machine.branches.map(\.values) == [[0, 1, 3, 7]])
  }

  @Test func aMachineThatWasStoppedGoesOnToo() {
    let store = makeTally()
    let machine = TimeMachine(store)
    for amount in [1, 2, 4] { store.dispatch(.add(amount)) }
    machine.stop()
    machine(.jumpToState(2))
    #expect(machine.goOn())
    #expect(store.state.value == 3)
    #expect(machine.line.values == [3])
    #expect(machine.branches.map(\.values) == [[0, 1, 3, 7]])
  }

  @Test func goOnIsRefusedWhileAnActionIsOnItsWay() {
    let store = makeTally()
    let machine = TimeMachine(store)
    store.dispatch(.add(1))
    var answer: Bool?
    let subscription = store.subscribe(to: \.value) { _ in
      machine(.jumpToState(0))
      answer = machine.goOn()
    }
    store.dispatch(.add(2))
    subscription.cancel()
    #expect(answer == false)
    #expect(store.state.value == 3)
    #expect(machine.branches.isEmpty)
  }

  @Test func aMachineDoesNotKeepItsStore() {
    weak var gone: Store<Tally, TallyAction>?
    let machine: TimeMachine<Tally, TallyAction>
    do {
      let store = makeTally()
      gone = store
      machine = TimeMachine(store)
      store.dispatch(.add(1))
    }
    #expect(gone == nil)
    #expect(machine.line.values == [0, 1])
    #expect(!machine.goOn())
    machine.returnToPresent()
    #expect(machine.state.value == 1)
    machine(.pause)
    machine(.resume(nil))
    #expect(!machine.line.isPaused)
    #expect(machine.line.values == [1])
  }

  @Test func aMachineThatIsReleasedOnAnotherThreadHearsNothing() {
    let store = makeTally()
    let machine = Mutex<TimeMachine<Tally, TallyAction>?>(TimeMachine(store))
    let isReleased = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      machine.withLock { $0 = nil }
      isReleased.signal()
    }
    isReleased.wait()
    // The main actor cancels the machine's subscription only after this test.
    store.dispatch(.add(1))
    store.dispatch(.halve)
    #expect(store.state.value == 1)
    store.replaceState(with: Tally(value: 5))
    #expect(store.state.value == 5)
  }

  /// Commands that return to the present, each in its own way.
  private static var returns: [String: @MainActor (TimeMachine<Tally, TallyAction>) -> Void] {
    [
      "jumpToState": { $0(.jumpToState($0.line.count)) },
      "jumpToAction": { $0(.jumpToAction($0.line[$0.line.count - 1].id)) },
      "resume": { $0(.resume(nil)) },
      "commit": {
        $0(.jumpToState($0.line.count))
        $0(.commit)
      },
    ]
  }

  @Test(arguments: ["jumpToState", "jumpToAction", "resume", "commit"])
  func whatWaitsIsSentByWhateverLeadsBackToThePresent(name: String) {
    let store = makeTally()
    let machine = TimeMachine(store)
    store.dispatch(.add(1))
    store.dispatch(.add(2))
    machine(.jumpToState(1))
    machine.window.dispatch(.add(4))
    machine.window.dispatch(.double)
    #expect(machine.waiting.count == 2)
    Self.returns[name]?(machine)
    #expect(machine.isInPresent)
    #expect(machine.waiting.isEmpty)
    #expect(store.state.value == 14)
    #expect(machine.window.state == store.state)
  }

  @Test func whatWaitsIsSentWhenALockOrAnotherStateLeadsBackToThePresent() {
    let store = makeTally()
    let machine = TimeMachine(store)
    store.dispatch(.add(1))
    machine(.jumpToState(0))
    machine.window.dispatch(.add(2))
    machine(.lock(true))
    store.dispatch(.add(4))
    machine(.lock(false))
    #expect(machine.waiting.isEmpty)
    #expect(store.state.value == 7)
    machine(.jumpToState(0))
    machine.window.dispatch(.double)
    store.replaceState(with: Tally(value: 50))
    #expect(machine.waiting.isEmpty)
    #expect(store.state.value == 100)
  }

  @Test func aLockedMachineSendsNothingOfWhatWaits() {
    let store = makeTally()
    let machine = TimeMachine(store)
    store.dispatch(.add(1))
    machine(.jumpToState(0))
    machine.window.dispatch(.add(2))
    machine(.lock(true))
    machine.returnToPresent()
    #expect(machine.isInPresent)
    #expect(store.state.value == 1)
    #expect(machine.waiting.count == 1)
    machine(.lock(false))
    #expect(machine.waiting.isEmpty)
    #expect(store.state.value == 3)
    #expect(machine.line.values == [0, 1, 3])
  }

  @Test func inThePresentTheWindowShowsItsActionWhenTheDispatchReturns() {
    let store = makeTally()
    let machine = TimeMachine(store)
    let window = machine.window
    var seen: [Int] = []
    let subscription = window.subscribe(to: \.value) { seen.append($0) }
    for action in [.add(1), .double, .halve] as [TallyAction] {
      window.dispatch(action)
      #expect(window.state == store.state)
    }
    window.batch {
      window.dispatch(.add(3))
      window.dispatch(.add(4))
    }
    subscription.cancel()
    #expect(window.state == store.state)
    #expect(seen == [1, 2, 1, 8])
    machine(.jumpToState(1))
    window.dispatch(.add(9))
    #expect(window.state.value == 1)
    machine.newActions = .goLive
    window.dispatch(.add(9))
    #expect(window.state.value == 1)
    #expect(store.state.value == 17)
  }

  @Test func aCommandThatIsDispatchedToControlIsShown() {
    let store = makeTally()
    let machine = TimeMachine(store)
    let window = machine.window
    store.dispatch(.add(1))
    machine.control.dispatch(.jumpToState(0))
    #expect(window.state.value == 0)
    window.dispatch(.add(2))
    #expect(machine.waiting.count == 1)
    machine.control.dispatch(.jumpToState(1))
    #expect(machine.waiting.isEmpty)
    #expect(machine.line.values == [0, 1, 3])
    #expect(window.state.value == 3)
  }

  @Test func whatIsDispatchedWhileOthersAreSentComesAfterThem() {
    let store = makeTally()
    let machine = TimeMachine(store)
    let window = machine.window
    store.dispatch(.add(1))
    machine(.jumpToState(0))
    for action in [.add(2), .double, .add(4)] as [TallyAction] { window.dispatch(action) }
    var isFirst = true
    let subscription = store.subscribeToActions { _ in
      if isFirst { window.dispatch(.clear) }
      isFirst = false
    }
    machine.returnToPresent()
    subscription.cancel()
    let last = machine.line.entries.suffix(4).map(\.dispatched.action)
    #expect(last == [.add(2), .double, .add(4), .clear])
  }

  @Test func aWindowCostsNoRunOfTheReducerForAnActionOfTheStore() {
    let runs = Tally.Counter()
    let store = Store(
      initialState: Tally(),
      reducer: Reducer<Tally, TallyAction> { (state: inout Tally, action: TallyAction) throws in
        runs.count += 1
        try Reducer.tally(&state, action)
      })
    let machine = TimeMachine(store)
    let window = machine.window
    for _ in 0..<300 { store.dispatch(.add(1)) }
    #expect(window.state.value == 300)
    #expect(runs.count == 300)
    machine(.jumpToState(299))
    let before = runs.count
    for _ in 0..<100 { store.dispatch(.add(1)) }
    #expect(window.state.value == 299)
    #expect(runs.count == before + 100)
  }

  @Test func theFirstStateOfAFullLineMovesOnInTheWindow() {
    let store = makeTally()
    let machine = TimeMachine(store, maxAge: 4)
    let window = machine.window
    for _ in 0..<4 { store.dispatch(.add(1)) }
    machine(.jumpToState(0))
    store.dispatch(.add(1))
    #expect(window.state.value == 1)
    #expect(window.state == machine.state)
  }

  @Test func aStateThatWasReplacedBeginsTheLineAnew() {
    let store = makeTally()
    let machine = TimeMachine(store)
    store.dispatch(.add(1))
    store.replaceState(with: Tally(value: 50))
    store.dispatch(.add(1))
    #expect(machine.line.values == [50, 51])
  }

  /// States that the store adds to its actions equal those that the reducer makes.
  @Test func aLongLiveLineIsMadeAgainWithin512Runs() {
    let store = makeTally()
    let machine = TimeMachine(store, maxAge: 3_000)
    var random = SeededGenerator(seed: 9)
    var states = [store.state]
    for _ in 0..<5_000 {
      store.dispatch(.random(using: &random))
      states.append(store.state)
    }
    let line = machine.line
    for index in stride(from: 0, through: 3_000, by: 24) {
      #expect(line.state(at: index) == states[2_000 + index])
    }
  }
}

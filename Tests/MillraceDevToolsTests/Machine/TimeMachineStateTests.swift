// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceTrace
import TestSupport
import Testing

@testable import MillraceDevTools

@Suite struct TimeMachineStateTests {
  @Test func performedActionsMakeALine() {
    let machine = Machine.performing(.add(1), .add(2), .double)
    #expect(machine.actions == [.add(1), .add(2), .double])
    #expect(machine.entries.map(\.id) == [1, 2, 3])
    #expect(machine.values == [0, 1, 3, 6])
    #expect(machine.index == 3)
    #expect(machine.state.value == 6)
  }

  @Test func aJumpLooksAtAnotherStateAndNewActionsDoNotMoveIt() {
    var machine = Machine.performing(.add(1), .add(2), .double)
    machine.apply(.jumpToState(1))
    #expect(machine.state.value == 1)
    machine.perform(.add(10))
    #expect(machine.state.value == 1)
    #expect(machine.count == 4)
    machine.apply(.jumpToAction(3))
    #expect(machine.state.value == 6)
    machine.apply(.jumpToState(5))
    machine.apply(.jumpToState(-1))
    machine.apply(.jumpToAction(99))
    #expect(machine.index == 3)
    machine.apply(.jumpToState(4))
    machine.perform(.add(1))
    #expect(machine.state.value == 17)
  }

  @Test func aSkippedActionHasNotBeen() {
    var machine = Machine.performing(.add(1), .add(2), .double)
    machine.apply(.toggle(2))
    #expect(machine.values == [0, 1, 1, 2])
    #expect(machine.outcome(at: 1) == .skipped)
    machine.apply(.toggle(2))
    #expect(machine.values == [0, 1, 3, 6])
    machine.apply(.toggle(99))
    #expect(machine.values == [0, 1, 3, 6])
  }

  @Test func aRangeIsTakenOutAndIn() {
    var machine = Machine.performing(.add(1), .add(2), .add(4), .add(8))
    machine.apply(.setActive(2..<4, false))
    #expect(machine.values == [0, 1, 1, 1, 9])
    machine.apply(.setActive(3..<99, true))
    #expect(machine.values == [0, 1, 1, 5, 13])
  }

  @Test func aRangeThatIsInAlreadyIsNotAnEdit() {
    var machine = Machine.performing(.add(1), .add(2), .add(4))
    machine.apply(.setActive(1..<3, true))
    machine.apply(.setActive(7..<9, false))
    #expect(!machine.isEdited)
    machine.apply(.setActive(1..<3, false))
    #expect(machine.isEdited)
    #expect(machine.skipped == [1, 2])
    #expect(machine.values == [0, 0, 0, 4])
  }

  @Test func sweepForgetsWhatIsSkippedAndKeepsTheStateThatIsLookedAt() {
    var machine = Machine.performing(.add(1), .add(2), .add(4), .add(8))
    machine.apply(.toggle(2))
    machine.apply(.toggle(3))
    machine.apply(.jumpToState(3))
    machine.apply(.sweep)
    #expect(machine.actions == [.add(1), .add(8)])
    #expect(machine.skipped.isEmpty)
    #expect(machine.index == 1)
    #expect(machine.values == [0, 1, 9])
  }

  @Test func anActionIsMoved() {
    var machine = Machine.performing(.add(1), .double, .add(5))
    machine.apply(.reorder(3, before: 1))
    #expect(machine.actions == [.add(5), .add(1), .double])
    #expect(machine.values == [0, 5, 6, 12])
    machine.apply(.reorder(3, before: nil))
    #expect(machine.actions == [.add(1), .double, .add(5)])
    machine.apply(.reorder(1, before: 3))
    #expect(machine.actions == [.double, .add(1), .add(5)])
    #expect(machine.position(of: 1) == 1)
    machine.apply(.reorder(1, before: 1))
    machine.apply(.reorder(1, before: 99))
    machine.apply(.reorder(99, before: 1))
    #expect(machine.actions == [.double, .add(1), .add(5)])
  }

  @Test func commitRollbackAndResetForgetActions() {
    var machine = Machine.performing(.add(1), .add(2))
    machine.apply(.commit)
    #expect(machine.values == [3])
    machine.perform(.add(4))
    machine.perform(.add(8))
    machine.apply(.jumpToState(1))
    machine.apply(.rollback)
    #expect(machine.values == [3])
    machine.perform(.add(4))
    #expect(machine.values == [3, 7])
    machine.apply(.reset)
    #expect(machine.values == [0])
  }

  @Test func aLockedMachineDropsActions() {
    var machine = Machine.performing(.add(1))
    machine.apply(.lock(true))
    machine.perform(.add(2))
    #expect(machine.values == [0, 1])
    machine.apply(.lock(false))
    machine.perform(.add(4))
    #expect(machine.values == [0, 1, 5])
  }

  @Test func aPausedMachineGoesOnWithoutWritingDownAndBeginsAnewAfterwards() {
    var machine = Machine.performing(.add(1))
    machine.apply(.pause)
    machine.perform(.add(2))
    machine.perform(.add(4))
    #expect(machine.count == 1)
    machine.apply(.resume(nil))
    #expect(machine.values == [7])
    machine.perform(.add(1))
    #expect(machine.values == [7, 8])
  }

  @Test func whatIsEditedInAPauseLeavesTheStateToWhichOtherActionsHaveLed() {
    var machine = Machine.performing(.add(1), .add(8))
    machine.apply(.pause)
    machine.perform(.add(2))
    machine.apply(.toggle(1))
    #expect(machine.values == [0, 0, 11])
    machine.perform(.add(4))
    machine.apply(.resume(nil))
    #expect(machine.values == [15])
  }

  @Test func theOldestActionsBecomeAPartOfTheFirstState() {
    var machine = Machine.performing(maxAge: 3)
    for amount in 1...10 { machine.perform(.add(amount)) }
    #expect(machine.actions == [.add(8), .add(9), .add(10)])
    #expect(machine.values == [28, 36, 45, 55])
    #expect(machine.index == 3)
    machine.apply(.jumpToState(1))
    machine.perform(.add(11))
    #expect(machine.index == 0)
    #expect(machine.state.value == 36)
  }

  @Test func theFirstStateIsChangedInPlace() {
    typealias Live = TimeMachineCommand<[Int], Int>.Live
    var machine = TimeMachineState(
      state: Array(repeating: 0, count: 1_000),
      reducer: Reducer<[Int], Int> { state, action in state[0] += action }, maxAge: 2)
    func address() -> UnsafePointer<Int>? {
      machine.committedState.withUnsafeBufferPointer { $0.baseAddress }
    }
    // The first of these merges copies: the first state is also the one of `reset`.
    for _ in 0..<3 { machine.apply(.perform(DispatchedAction(1), at: 0, live: Live())) }
    for _ in 0..<5 {
      let before = address()
      machine.apply(.perform(DispatchedAction(1), at: 0, live: Live()))
      #expect(address() == before)
    }
    #expect(machine.committedState[0] == 6)
  }

  @Test func aLineIsTrimmedToItsLastActions() {
    var machine = Machine.performing(.add(1), .add(2), .add(3), .add(4))
    machine.apply(.trim(to: 9))
    #expect(machine.count == 4)
    machine.apply(.trim(to: 2))
    #expect(machine.actions == [.add(3), .add(4)])
    #expect(machine.values == [3, 6, 10])
    #expect(machine.index == 2)
    machine.perform(.add(5))
    #expect(machine.values == [3, 6, 10, 15])
    machine.apply(.jumpToState(1))
    machine.apply(.trim(to: -1))
    #expect(machine.values == [15])
    #expect(machine.index == 0)
  }

  @Test func whatIsTrimmedIsLetGoOf() {
    final class Load: Sendable {}
    var machine = TimeMachineState<Int, Load>(state: 0, reducer: Reducer { state, _ in state += 1 })
    var loads: [Weak<Load>] = []
    for _ in 0..<100 {
      let load = Load()
      loads.append(Weak(load))
      machine.apply(.perform(DispatchedAction(load), at: 0))
    }
    machine.apply(.trim(to: 10))
    #expect(loads.count { $0.object != nil } == 10)
    #expect(machine.state == 100)
  }

  @Test func aRefusedActionLeavesTheStateAndOthersGoOn() {
    var machine = Machine.performing(.add(1), .halve, .add(1), .halve)
    #expect(machine.values == [0, 1, 1, 2, 1])
    #expect(machine.outcome(at: 1) == .refused("the value is odd"))
    #expect(machine.outcome(at: 3) == .committed)
    machine.apply(.toggle(1))
    #expect(machine.outcome(at: 1) == .committed)
    #expect(machine.outcome(at: 3) == .refused("the value is odd"))
  }

  @Test func aMachineThatStopsAtErrorsShowsWhatIsInterrupted() {
    var machine = Machine.performing(.add(1), .halve, .add(1), stopsAtErrors: true)
    #expect(machine.values == [0, 1, 1, 1])
    #expect(machine.outcome(at: 2) == .interrupted)
    #expect(machine.outcome(at: 2).description == "Interrupted by an error up the chain")
    machine.perform(.add(4))
    #expect(machine.values == [0, 1, 1, 1, 1])
    machine.apply(.toggle(2))
    #expect(machine.values == [0, 1, 1, 2, 6])
    machine.apply(.toggle(2))
    #expect(machine.values == [0, 1, 1, 1, 1])
  }

  @Test func theActionThatInterruptsOthersIsDroppedForItsAgeAndInterruptsThemStill() {
    var machine = Machine.performing(maxAge: 2, stopsAtErrors: true)
    for action in [TallyAction.add(1), .halve, .add(1)] { machine.perform(action) }
    #expect(machine.actions == [.halve, .add(1)])
    #expect(machine.outcome(at: 0) == .refused("the value is odd"))
    for amount in 1...100 { machine.perform(.add(amount)) }
    #expect(machine.actions == [.add(99), .add(100)])
    #expect(machine.values == [1, 1, 1])
    #expect(machine.outcome(at: 1) == .interrupted)
    machine.apply(.rollback)
    machine.perform(.add(2))
    #expect(machine.values == [1, 3])
  }

  @Test func whatAStoreRefusedInterruptsOthersOnlyOnALineThatIsComputed() {
    var machine = Machine.performing(stopsAtErrors: true)
    for (action, refusal) in [
      (TallyAction.add(1), nil), (.halve, "the value is odd"), (.add(1), nil), (.add(4), nil),
    ] {
      machine.apply(.perform(DispatchedAction(action), at: 0, live: .init(refusal: refusal)))
    }
    #expect(machine.values == [0, 1, 1, 2, 6])
    #expect(machine.outcome(at: 2) == .committed)
    machine.apply(.toggle(4))
    #expect(machine.values == [0, 1, 1, 1, 1])
    #expect(machine.outcome(at: 2) == .interrupted)
  }

  @Test func aLoadedLineTakesThePlaceOfTheOther() {
    var machine = Machine.performing(.add(1))
    let history = TimeMachineHistory<Tally, TallyAction>(
      state: Tally(value: 5),
      entries: [
        .init(DispatchedAction(.add(1)), time: 1),
        .init(DispatchedAction(.add(2)), time: 2, isSkipped: true),
        .init(DispatchedAction(.double), time: 3),
      ], index: 2)
    machine.apply(.load(history))
    #expect(machine.values == [5, 6, 6, 12])
    #expect(machine.index == 2)
    #expect(machine.outcome(at: 1) == .skipped)
  }

  @Test func aLookAtAStateRunsTheReducer512TimesAtMost() {
    final class Count: @unchecked Sendable {
      // Sound: one test uses it, on one thread.
      var runs = 0
    }
    let count = Count()
    let reducer = Reducer<Int, Int> { state, action in
      state += action
      count.runs += 1
    }
    var machine = TimeMachineState(state: 0, reducer: reducer, maxAge: 5_000)
    for number in 0..<20_000 { machine.apply(.perform(DispatchedAction(number), at: 0)) }
    var most = 0
    for index in stride(from: 0, through: 5_000, by: 37) {
      count.runs = 0
      machine.apply(.jumpToState(index))
      let last = 15_000 + index
      #expect(machine.state == last * (last - 1) / 2)
      most = max(most, count.runs)
    }
    #expect(most <= 512)
    #expect(most > 400)
  }

  @Test(arguments: [true, false])
  func aLongLineKeepsAFewStatesAndMakesTheOthersAgain(isLive: Bool) {
    typealias Live = TimeMachineCommand<Int, Int>.Live
    let count = Tally.Counter()
    let reducer = Reducer<Int, Int> { state, action in
      state += action
      count.count += 1
    }
    var machine = TimeMachineState(state: 0, reducer: reducer, maxAge: 90_000)
    var state = 0
    for number in 1...100_000 {
      state += number
      let live = Live(state: number.isMultiple(of: 512) ? state : nil)
      machine.apply(.perform(DispatchedAction(number), at: 0, live: isLive ? live : nil))
    }
    #expect(machine.checkpoints.count == 32)
    for index in (0..<20).map({ $0 * 4_711 % 90_000 }) + [87_001, 90_000] {
      let last = 10_000 + index
      count.count = 0
      #expect(machine.state(at: index) == last * (last + 1) / 2)
      #expect(count.count <= max(512, (90_000 - index) / 3))
    }
  }

  /// A reducer that is not pure may make another state than the store had.
  @Test func aStateThatIsKeptIsExportedAsTheStoreHadIt() throws {
    typealias Live = TimeMachineCommand<Int, Int>.Live
    var machine = TimeMachineState(state: 0, reducer: Reducer<Int, Int> { state, _ in state = -1 })
    for number in 1...600 {
      let live = Live(state: number == 512 ? 7 : nil)
      machine.apply(.perform(DispatchedAction(number), at: 0, live: live))
    }
    let trace = try machine.trace()
    #expect(trace.keyframes.map(\.number) == [0, 512])
    #expect(trace.keyframes.last?.state == .number("7"))
  }

  /// After each random command the machine equals a model that is computed from its whole list.
  @Test(arguments: 0..<120 as Range<UInt64>)
  func aMachineIsWhatItsListSaysAfterEachCommand(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (maxAge, stopsAtErrors) = (seed % 3 == 0 ? 12 : 1_000, seed % 2 == 0)
    var model = TimeMachineModel(maxAge: maxAge, stopsAtErrors: stopsAtErrors)
    var machine = Machine(
      state: Tally(), reducer: .tally, maxAge: maxAge, stopsAtErrors: stopsAtErrors)
    for step in 0..<150 {
      let command = model.next(using: &random)
      machine.apply(command)
      let wanted = model.run
      let place: Comment = "seed \(seed), step \(step): \(command)"
      guard machine.entries.map(\.id) == model.list.map(\.id) else {
        Issue.record("\(place): the list is \(machine.entries.map(\.id))")
        return
      }
      let outcomes = (0..<machine.count).map { machine.outcome(at: $0) }
      let states = (0...machine.count).map { machine.state(at: $0) }
      let isRight =
        machine.index == model.index && outcomes == wanted.outcomes && states == wanted.states
        && machine.state == wanted.states[model.index] && machine.isEdited == model.isEdited
        && machine.isLocked == model.isLocked && machine.isPaused == (model.paused != nil)
        && machine.skipped == Set(model.list.filter(\.isSkipped).map(\.id))
        && machine.count <= maxAge && machine.actions == model.list.map(\.action)
      #expect(isRight, place)
      #expect(machine.index == model.index, place)
      #expect(outcomes == wanted.outcomes, place)
      #expect(states == wanted.states, place)
      #expect(machine.isEdited == model.isEdited, place)
      if !isRight { return }
    }
  }

  /// A machine that skips and reorders equals a store that ran the resulting list.
  @MainActor
  @Test(arguments: 0..<40)
  func anEditedLineIsThatOfAStoreThatRanTheResultingList(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var machine = Machine(
      state: Tally(), reducer: .tally, maxAge: seed % 2 == 0 ? 100_000 : 900)
    // The expected line: ids, actions, and whether they are skipped.
    var first = Tally()
    var list: [(id: Int, action: TallyAction, isSkipped: Bool)] = []
    var nextID = 1
    for _ in 0..<Int.random(in: 30...120, using: &random) {
      switch Int.random(in: 0..<13, using: &random) {
      case 0..<6:
        for _ in 0..<Int.random(in: 1...60, using: &random) {
          let action = TallyAction.random(using: &random)
          machine.perform(action)
          list.append((nextID, action, false))
          nextID += 1
          if list.count > machine.maxAge {
            let oldest = list.removeFirst()
            if !oldest.isSkipped { Reducer.tally.step(&first, oldest.action) }
          }
        }
      case 6, 7:
        guard let chosen = list.indices.randomElement(using: &random) else { continue }
        machine.apply(.toggle(list[chosen].id))
        list[chosen].isSkipped.toggle()
      case 8:
        let low = Int.random(in: 0...nextID, using: &random)
        let high = Int.random(in: low...nextID, using: &random)
        let isActive = Bool.random(using: &random)
        machine.apply(.setActive(low..<high, isActive))
        for index in list.indices where (low..<high).contains(list[index].id) {
          list[index].isSkipped = !isActive
        }
      case 9, 10:
        guard let old = list.indices.randomElement(using: &random) else { continue }
        let other = Bool.random(using: &random) ? list.randomElement(using: &random)?.id : nil
        let moved = list[old]
        machine.apply(.reorder(moved.id, before: other))
        guard moved.id != other else { continue }
        list.remove(at: old)
        list.insert(moved, at: list.firstIndex { $0.id == other } ?? list.count)
      case 11:
        let most = Int.random(in: 0...400, using: &random)
        machine.apply(.trim(to: most))
        while list.count > most {
          let oldest = list.removeFirst()
          if !oldest.isSkipped { Reducer.tally.step(&first, oldest.action) }
        }
      default:
        machine.apply(.sweep)
        list.removeAll(where: \.isSkipped)
      }
    }
    #expect(machine.entries.map(\.id) == list.map(\.id), "seed \(seed)")
    let store = Store(initialState: first, reducer: .tally)
    store.onRejection = { _ in }
    #expect(machine.state(at: 0) == store.state, "seed \(seed)")
    for (position, entry) in list.enumerated() {
      if !entry.isSkipped { store.dispatch(entry.action) }
      #expect(machine.state(at: position + 1) == store.state, "seed \(seed), at \(position)")
    }
  }
}

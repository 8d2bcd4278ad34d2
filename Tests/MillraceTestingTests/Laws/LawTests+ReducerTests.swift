// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import Synchronization
import Testing

@MainActor
@Suite struct LawTestsReducerTests {
  private struct Odd: Error {}

  private let add = Reducer<Int, Int> { (state: inout Int, action: Int) in state += action }
  private let double = Reducer<Int, Int> { (state: inout Int, _: Int) in state *= 2 }
  private let even = Reducer<Int, Int> { (state: inout Int, action: Int) throws in
    if action % 2 == 1 { throw Odd() }
    state += 1
  }

  @Test func theLawsHoldForPureReducers() async {
    let reports = await Reports.of {
      LawTests.check(
        reducers: ["add": add, "double": double, "even": even], states: [0, 1, -5],
        actions: [0, 1, 2])
    }
    #expect(reports.texts == [])
  }

  @Test func aReducerThatReadsSomethingElseIsCaught() async {
    let calls = Mutex(0)
    let counting = Reducer<Int, Int> { (state: inout Int, _: Int) in
      state = calls.withLock {
        $0 += 1
        return $0
      }
    }
    let line: UInt = #line + 2
    let reports = await Reports.of {
      LawTests.check(reducers: ["add": add, "counting": counting], states: [0], actions: [5])
    }
    #expect(reports.all.map(\.line) == [line])
    #expect(
      reports.texts == [
        """
        Expected this law to hold: a reducer gives the same result for the same inputs.

            reducers: counting
            state: 0
            action: 5

            − 1
            + 2

            (Expected: −, Actual: +)

        Probably: a reducer reads or writes something other than its state and action: a date, a \
        random number, a global variable, an object in the state.

        What to do: let an effect read the value, and put it into the action.
        """
      ])
  }

  private struct App {
    var count = 0
    var other = 1
  }

  private enum AppAction {
    case count(Int)
    case other
  }

  private func check(_ lifted: some FeatureType<App, AppAction>) async -> [String] {
    await Reports.of {
      LawTests.check(
        reducer: add, lifted: lifted, state: \.count, action: AppAction.count,
        states: [App(), App(count: 3, other: 4)], actions: [1, 2], otherActions: [.other])
    }.texts
  }

  @Test func theLawsOfLiftingHold() async {
    let lifted = add.lift(
      action: { (action: AppAction) in if case .count(let count) = action { count } else { nil } },
      state: \App.count)
    #expect(await check(lifted) == [])
  }

  @Test func aLiftThatTouchesTheRestIsCaught() async {
    let broken = Reducer<App, AppAction> { (app: inout App, action: AppAction) in
      if case .count(let count) = action {
        app.count += count
        app.other = 0
      }
    }
    let texts = await check(broken)
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix(
        """
        Expected this law to hold: a lifted reducer changes its part as the reducer does, and \
        nothing else.
        """) == true)
    #expect(texts.first?.contains("−   other: 1\n    +   other: 0") == true, "\(texts)")
  }

  @Test func aLiftThatHearsOfOthersIsCaught() async {
    let broken = Reducer<App, AppAction> { (app: inout App, action: AppAction) in
      if case .count(let count) = action { app.count += count } else { app.count = 0 }
    }
    let texts = await check(broken)
    #expect(
      texts.first?.hasPrefix(
        "Expected this law to hold: a lifted reducer ignores all other actions.")
        == true)
  }
}

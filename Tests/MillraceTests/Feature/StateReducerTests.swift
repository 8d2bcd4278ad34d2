// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct StateReducerTests {
  private typealias Counting = StateReducer<Int, Int, String>

  private let counting = Counting { count, amount in
    count += amount
    return amount == 9 ? .just(.effect("nine")) : nil
  } effect: { count, text in
    .just(text == "twice" ? .mutating(count) : .noAction)
  }

  @Test func bothFunctionsCanBeCalledByThemselves() {
    var count = 1
    #expect(counting.run(&count, 2) == nil)
    #expect(count == 3)
    #expect(counting.run(&count, 9) != nil)
    guard case .just(let sent) = counting.effect(5, "twice").operation else {
      Issue.record("it starts an effect")
      return
    }
    #expect(sent.action == .mutating(5))
  }

  @Test func theReducerOfTheStoreChangesTheStateForMutatingActionsOnly() throws {
    let reducer = counting.feature
    var count = 0
    try reducer(&count, .mutating(2))
    try reducer(&count, .effect("twice"))
    try reducer(&count, .noAction)
    #expect(count == 2)
    #expect(!reducer.canThrow)
    #expect(reducer.leavesState?(.mutating(1)) == false)
    #expect(reducer.leavesState?(.effect("a")) == true)
    #expect(reducer.leavesState?(.noAction) == true)
  }

  @Test func aCombinationDoesNotClaimToLeaveTheState() {
    let reducer = counting.feature
    #expect((reducer <> Reducer { count, _ in count += 1 }).leavesState == nil)
    #expect(
      reducer.lift(action: CasePath.identity, state: \Int.self).leavesState == nil)
  }
}

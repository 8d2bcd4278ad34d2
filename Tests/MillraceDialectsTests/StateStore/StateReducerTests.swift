// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import TestSupport
import Testing

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
    let sent = Log()
    counting.effect(5, "twice").runDetached(Send { sent.append("\($0.action)") })
    #expect(sent.lines == ["mutating(5)"])
  }

  @Test func theReducerOfTheStoreChangesTheStateForMutatingActionsOnly() throws {
    let reducer = counting.feature
    var count = 0
    try reducer(&count, .mutating(2))
    try reducer(&count, .effect("twice"))
    try reducer(&count, .noAction)
    #expect(count == 2)
    #expect(!reducer.canThrow)
  }

  private enum AppAction: Sendable, CasePathable {
    case counting(Counting.Action), other

    struct CasePaths: Sendable {
      var counting: CasePath<AppAction, Counting.Action> {
        CasePath(case: AppAction.counting) {
          if case .counting(let action) = $0 { action } else { nil }
        }
      }
    }

    static var casePaths: CasePaths { CasePaths() }
  }

  private struct App: Equatable {
    var count = 0
  }

  @Test func itIsLiftedAndCombinedLikeAnyFeature() {
    let app = Feature<App, AppAction>.combine {
      counting.lift(action: \.counting, state: \.count)
      Reducer { app, action in if case .other = action { app.count += 100 } }
    }
    let store = Store(initialState: App(), feature: app)
    store.dispatch(.counting(.mutating(3)))
    store.dispatch(.counting(.effect("twice")))
    store.dispatch(.other)
    #expect(store.state == App(count: 106))
  }
}

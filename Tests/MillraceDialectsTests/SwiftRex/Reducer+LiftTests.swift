// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import TestSupport
import Testing

@Suite struct ReducerLiftTests {
  private struct App: Equatable, Sendable {
    var tally = Tally()
    var ledger = Ledger()
    var untouched = 5
  }

  fileprivate enum AppAction: Sendable {
    case tally(Int)
    case ledger(LedgerAction)

    var number: Int? { if case .tally(let number) = self { number } else { nil } }
    var entry: LedgerAction? { if case .ledger(let entry) = self { entry } else { nil } }
  }

  /// The ways to lift a reducer of the tally.
  private static func forms(_ reducer: Reducer<Tally, Int>) -> [Feature<App, AppAction>] {
    [
      reducer.lift(action: { $0.number }, state: \App.tally),
      reducer.lift(action: \AppAction.number, state: \App.tally),
      reducer.lift(action: { $0.number }, get: { $0.tally }, set: { $0.tally = $1 }),
    ]
  }

  private static func run(
    _ reducer: Feature<App, AppAction>, _ actions: [AppAction]
  ) -> (app: App, refusals: [Refusal?]) {
    var app = App()
    let refusals = actions.map { action -> Refusal? in
      do { try reducer(&app, action) } catch { return error as? Refusal }
      return nil
    }
    return (app, refusals)
  }

  /// `FeatureLiftTests` has the laws of the core's lift.
  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func eachFormDoesWhatTheCoresLiftDoes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let rules = ReducerRule.list(count: 2, using: &generator).map(\.reducer)
    let actions = (0..<20).map { _ -> AppAction in
      let number = Int.random(in: -50...50, using: &generator)
      return Bool.random(using: &generator) ? .tally(number) : .ledger(.add(number))
    }
    let path = CasePath(embed: AppAction.tally, extract: \.number)
    for reducer in rules + [.identity] {
      let core = reducer.lift(action: path, state: \App.tally)
      let expected = Self.run(core, actions)
      for lifted in Self.forms(reducer) {
        let result = Self.run(lifted, actions)
        #expect(lifted.canThrow == core.canThrow, "seed \(seed)")
        #expect(result.app == expected.app, "seed \(seed)")
        #expect(result.refusals == expected.refusals, "seed \(seed)")
      }
    }
  }

  @Test func byKeyPathItStaysInPlace() throws {
    let lifted = Reducer.ledger.lift(
      action: { (action: AppAction) in action.entry }, state: \App.ledger)
    let throwing = Reducer.throwingLedger.lift(action: \AppAction.entry, state: \App.ledger)
    var app = App()
    app.ledger.payload = Array(repeating: 0, count: 1_000)
    let address = app.ledger.payloadAddress
    try lifted(&app, .ledger(.write(1)))
    try throwing(&app, .ledger(.write(1)))
    #expect(app.ledger.payload[1] == 2)
    #expect(app.ledger.payloadAddress == address)
  }

  @Test func closuresGetAndSet() throws {
    let lifted = ReducerRule.add(1).reducer.lift(
      action: { (action: AppAction) in action.number }, get: { (app: App) in app.tally },
      set: { (app: inout App, tally: Tally) in
        app.tally.value = tally.value * 2
        app.untouched += 1
      })
    var app = App()
    try lifted(&app, .tally(10))
    #expect(app.tally.value == 22)
    #expect(app.untouched == 6)
  }

  @Test func whatThrowsLeavesWhatItHadChanged() {
    let refusing = Reducer<Tally, Int> { (tally: inout Tally, number: Int) throws in
      tally.value = number
      throw Refusal(number: number)
    }
    for lifted in Self.forms(refusing) {
      var app = App()
      #expect(throws: Refusal(number: 3)) { try lifted(&app, .tally(3)) }
      #expect(app.tally.value == 3)
    }
  }

  @Test func aChildThatMayBeMissingIsFound() throws {
    for (reducer, canThrow) in [(Reducer.ledger, false), (.throwingLedger, true)] {
      let lifted: Feature<Shop, ShopAction> = reducer.ifLet(
        action: { $0[case: \.detail] }, state: \.detail)
      #expect(lifted.canThrow == canThrow)
      var shop = Shop()
      shop.detail = Ledger()
      try lifted(&shop, .detail(.add(2)))
      try lifted(&shop, .ledger(.add(2)))
      var expected = Shop()
      expected.detail = Ledger(count: 2)
      #expect(shop == expected)
    }
  }

  @Test func theActionOfACaseMayBeFoundByAClosure() throws {
    let page = Reducer.throwingLedger.ifCase(
      action: { (action: ShopAction) in action[case: \.page] }, state: Shop.Page.ledgerPath)
    var state = Shop.Page.ledger(Ledger())
    try page(&state, .page(.add(3)))
    try page(&state, .ledger(.add(3)))
    #expect(state == .ledger(Ledger(count: 3)))
    #expect(throws: LedgerError()) { try page(&state, .page(.fail)) }
    state = .home
    try page(&state, .page(.add(3)))
    #expect(state == .home)
  }

  @Test func theElementAndItsActionAreFoundByAClosure() throws {
    for (reducer, canThrow) in [(Reducer.ledger, false), (.throwingLedger, true)] {
      let byClosure: Feature<Shop, ShopAction> = reducer.forEach(
        action: { $0[case: \.named] }, state: \.named)
      let byProperty = reducer.forEach(action: \ShopAction.place, state: \Shop.listed)
      #expect(byClosure.canThrow == canThrow)
      var shop = Shop.stocked()
      for action in [ShopAction.named("1", .add(5)), .listed(1, .add(6)), .reset] {
        try byClosure(&shop, action)
        try byProperty(&shop, action)
      }
      var expected = Shop.stocked()
      expected.named["1"]?.count = 5
      expected.listed[1].count = 6
      #expect(shop == expected)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func liftingTwiceIsLiftingOnce(seed: UInt64) {
    struct Root: Equatable { var app = App() }
    var generator = SeededGenerator(seed: seed)
    let rule = ReducerRule.random(throwing: true, using: &generator).reducer
    let actions = (0..<10).map { _ in Int.random(in: -50...50, using: &generator) }
    let twice = rule.lift(action: { (action: AppAction) in action.number }, state: \App.tally)
      .lift(action: CasePath<Int, AppAction>.tally, state: \Root.app)
    let once = rule.lift(action: { (action: Int) in action }, state: \Root.app.tally)
    var states = (Root(), Root())
    for action in actions {
      let first = Result { _ = try twice(&states.0, action) }
      let second = Result { _ = try once(&states.1, action) }
      #expect(states.0 == states.1, "seed \(seed)")
      #expect(first.refusal == second.refusal, "seed \(seed)")
    }
  }
}

extension ShopAction {
  fileprivate var place: (Int, LedgerAction)? { self[case: \.listed] }
}

extension CasePath where Root == Int, Value == ReducerLiftTests.AppAction {
  fileprivate static var tally: CasePath {
    CasePath(embed: { $0.number ?? 0 }, extract: { .tally($0) })
  }
}

extension Result where Success == Void, Failure == any Error {
  fileprivate var refusal: Refusal? {
    if case .failure(let error) = self { error as? Refusal } else { nil }
  }
}

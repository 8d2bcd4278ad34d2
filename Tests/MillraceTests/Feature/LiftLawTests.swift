// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

import Millrace

/// The laws of lifting and combining, on random reducers and actions.
@Suite struct LiftLawTests {
  private typealias ShopReducer = Feature<Shop, ShopAction>

  /// A random reducer.
  ///
  /// All but the identity depend on their number, and some throw.
  private static func random(
    _ number: Int, throwing: Bool, using generator: inout SeededGenerator
  ) -> Reducer<Ledger, LedgerAction> {
    switch Int.random(in: 0..<(throwing ? 4 : 3), using: &generator) {
    case 0: .identity
    case 1: Reducer { ledger, action in ledger.notes.append("\(number) \(action)") }
    case 2:
      Reducer { ledger, action in
        try? Reducer.ledger(&ledger, action)
        ledger.count = ledger.count &* 3 &+ number
      }
    default:
      Reducer { (ledger: inout Ledger, action: LedgerAction) throws in
        ledger.other = ledger.other &* 5 &+ number
        if case .fail = action { throw LedgerError() }
      }
    }
  }

  /// A reducer lifted to some child in a random way.
  private static func randomLift(
    _ number: Int, throwing: Bool, using generator: inout SeededGenerator
  ) -> ShopReducer {
    let reducer = random(number, throwing: throwing, using: &generator)
    let row = reducer.lift(action: CasePath.identity, state: \ShopRow.ledger)
    let paths = ShopAction.casePaths
    return switch Int.random(in: 0..<11, using: &generator) {
    case 0: reducer.lift(action: \.ledger, state: \.ledger)
    case 1: reducer.lift(action: paths.ledger.unrouted, state: \.ledger)
    case 2: reducer.ifLet(action: \.detail, state: \.detail)
    case 3: reducer.forEach(action: \.listed, state: \.listed)
    case 4: reducer.forEach(action: \.named, state: \.named)
    case 5: row.forEach(action: \.row, state: \.rows)
    case 6: reducer.lift(action: \.branch.ledger, state: \.branch.ledger)
    case 7:
      reducer.ifCase(action: paths.page, state: Shop.Page.ledgerPath)
        .lift(action: CasePath.identity, state: \.page)
    case 8: reducer.lift(action: paths.detail, state: \.ledger)
    case 9: Reducer { shop, action in shop.resets = shop.resets &* 7 &+ number }.feature
    default:
      reducer.lift(action: \.ledger, state: \.ledger) <> Reducer { shop, _ in shop.resets += 1 }
    }
  }

  private static func actions(_ generator: inout SeededGenerator) -> [ShopAction] {
    (0..<30).map { _ in ShopAction.random(using: &generator) }
  }

  /// The states after each action, each with whether the reducer threw.
  private static func run(
    _ reducer: ShopReducer, _ actions: [ShopAction]
  ) -> [(shop: Shop, threw: Bool)] {
    var shop = Shop.stocked()
    return actions.map { action in
      do { try reducer(&shop, action) } catch { return (shop, true) }
      return (shop, false)
    }
  }

  private func expectSame(
    _ first: ShopReducer, _ second: ShopReducer, _ actions: [ShopAction], seed: UInt64,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (one, two) = (Self.run(first, actions), Self.run(second, actions))
    #expect(one.map(\.shop) == two.map(\.shop), "seed \(seed)", sourceLocation: sourceLocation)
    #expect(one.map(\.threw) == two.map(\.threw), "seed \(seed)", sourceLocation: sourceLocation)
    #expect(first.canThrow == second.canThrow, "seed \(seed)", sourceLocation: sourceLocation)
  }

  /// What a combination does, written without routing: it calls one reducer after the other.
  private static func asking(_ reducers: [ShopReducer]) -> ShopReducer {
    let canThrow = reducers.contains(where: \.canThrow)
    guard canThrow else {
      return Reducer { shop, action in
        for reducer in reducers { _ = try? reducer(&shop, action) }
      }.feature
    }
    return Reducer { (shop: inout Shop, action: ShopAction) throws in
      for reducer in reducers { try reducer(&shop, action) }
    }.feature
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func routingIsAskingOneAfterTheOther(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let reducers = (0..<12).map {
      Self.randomLift($0, throwing: seed.isMultiple(of: 2), using: &generator)
    }
    let actions = Self.actions(&generator)
    let expected = Self.asking(reducers)
    expectSame(.combine(reducers), expected, actions, seed: seed)
    expectSame(reducers.reduce(.identity, <>), expected, actions, seed: seed)
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func combiningIsAMonoid(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let parts = (0..<3).map { Self.randomLift($0, throwing: true, using: &generator) }
    let actions = Self.actions(&generator)
    expectSame(
      (parts[0] <> parts[1]) <> parts[2], parts[0] <> (parts[1] <> parts[2]), actions, seed: seed)
    expectSame(parts[0] <> .identity, parts[0], actions, seed: seed)
    expectSame(.identity <> parts[0], parts[0], actions, seed: seed)
    expectSame(
      .combine([ShopReducer.combine(parts[0], parts[1]), ShopReducer.combine(parts[2])]),
      .combine(parts), actions,
      seed: seed)
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func aLiftedIdentityIsTheIdentity(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let other = Self.randomLift(1, throwing: true, using: &generator)
    let actions = Self.actions(&generator)
    let none = Reducer<Ledger, LedgerAction>.identity
    let row = Reducer<ShopRow, LedgerAction>.identity
    let lifts: [ShopReducer] = [
      none.lift(action: \.ledger, state: \.ledger),
      none.lift(action: ShopAction.casePaths.ledger.unrouted, state: \.ledger),
      none.lift(action: \.branch.ledger, state: \.branch.ledger),
      none.ifLet(action: \.detail, state: \.detail),
      none.forEach(action: \.listed, state: \.listed),
      none.forEach(action: \.named, state: \.named),
      row.forEach(action: \.row, state: \.rows),
    ]
    for lift in lifts {
      expectSame(lift, .identity, actions, seed: seed)
      expectSame(lift <> other, other, actions, seed: seed)
      expectSame(other <> lift, other, actions, seed: seed)
    }
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func liftingAlongTheIdentityChangesNothing(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let reducer = Self.randomLift(1, throwing: true, using: &generator)
    let actions = Self.actions(&generator)
    expectSame(reducer.lift(action: CasePath.identity, state: \.self), reducer, actions, seed: seed)
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func liftingDistributesOverCombining(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let one = Self.random(1, throwing: true, using: &generator)
    let two = Self.random(2, throwing: true, using: &generator)
    let actions = Self.actions(&generator)
    let lifts: [(Feature<Ledger, LedgerAction>) -> ShopReducer] = [
      { $0.lift(action: \.ledger, state: \.ledger) },
      { $0.lift(action: \.branch.ledger, state: \.branch.ledger) },
      { $0.ifLet(action: \.detail, state: \.detail) },
      { $0.forEach(action: \.listed, state: \.listed) },
      { $0.forEach(action: \.named, state: \.named) },
      {
        $0.lift(action: CasePath.identity, state: \ShopRow.ledger)
          .forEach(action: \.row, state: \.rows)
      },
    ]
    for lift in lifts {
      expectSame(
        lift(one <> two), lift(one.feature) <> lift(two.feature), actions, seed: seed)
    }
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func liftingTwiceIsLiftingAlongTheAppendedPath(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let reducer = Self.random(1, throwing: true, using: &generator)
    let actions = Self.actions(&generator)
    let inner: Feature<Shop.Branch, BranchAction> = reducer.lift(
      action: \.ledger, state: \.ledger)
    let twice: ShopReducer = inner.lift(action: \.branch, state: \.branch)
    let path = ShopAction.casePaths.branch.appending(path: BranchAction.casePaths.ledger)
    expectSame(
      twice, reducer.lift(action: path, state: \.branch.ledger), actions, seed: seed)
    expectSame(
      twice, reducer.lift(action: \.branch.ledger, state: \.branch.ledger), actions, seed: seed)
    expectSame(
      twice <> twice, .combine(reducer.lift(action: path, state: \.branch.ledger), twice), actions,
      seed: seed)
  }
}

// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct RouteTableTests {
  private typealias Table = RouteTable<[Int], ShopAction>
  private typealias Part = Feature<[Int], ShopAction>

  /// A part that appends its number for the actions of a case.
  private func part<Value>(
    _ number: Int, _ path: CasePath<ShopAction, Value>, asked: @escaping @Sendable () -> Void = {}
  ) -> Part {
    Part(
      step: .reduce { state, action in
        asked()
        if path.extract(from: action) != nil { state.append(number) }
      }, caseTest: path.caseTest)
  }

  private func run(_ table: Table, _ actions: [ShopAction]) throws -> [Int] {
    var state: [Int] = []
    for action in actions { _ = try table.run(&state, action) { StateReader(reading: { [] }) } }
    var other: [Int] = []
    for action in actions { table.reduce(&other, action) }
    #expect(state == other)
    return state
  }

  @Test func anActionReachesThePartsOfItsCaseInTheirOrder() throws {
    let paths = ShopAction.casePaths
    let table = Table([
      part(0, paths.ledger), part(1, paths.detail), part(2, .identity), part(3, paths.ledger),
      part(4, paths.branch.count), part(5, paths.branch),
    ])
    #expect(try run(table, [.ledger(.fail)]) == [0, 2, 3])
    #expect(try run(table, [.detail(.fail)]) == [1, 2])
    #expect(try run(table, [.reset]) == [2])
    #expect(try run(table, [.branch(.ledger(.fail)), .branch(.count(1))]) == [2, 5, 2, 4, 5])
    #expect(try run(table, [.reset, .ledger(.fail)]) == [2, 0, 2, 3])
  }

  @Test func onlyThePartsOfItsCaseAreAsked() throws {
    let log = Log()
    let parts = (0..<64).map { number in
      part(number, number == 40 ? ShopAction.casePaths.ledger : ShopAction.casePaths.detail) {
        log.append("\(number)")
      }
    }
    let table = Table(parts)
    var state: [Int] = []
    for _ in 0..<3 { table.reduce(&state, .ledger(.fail)) }
    #expect(log.lines == ["40", "40", "40"])
    #expect(state == [40, 40, 40])
  }

  @Test func aPartThatChangesAPropertyIsAskedAlone() throws {
    let log = Log()
    func part<Value: Sendable>(
      _ name: String, _ path: CasePath<ShopAction, Value>
    ) -> Feature<Int, ShopAction> {
      let logged = CasePath<ShopAction, Value>(
        embed: path.embedValue,
        extract: {
          log.append(name)
          return path.extract(from: $0)
        }, caseTest: path.caseTest)
      return Reducer<Int, Value> { state, _ in state += 1 }.lift(action: logged, state: \.self)
    }
    let paths = ShopAction.casePaths
    let table = RouteTable<Int, ShopAction>([
      part("count", paths.branch.count), part("ledger", paths.ledger),
      part("detail", paths.detail),
    ])
    var sum = 0
    for action in [ShopAction.branch(.count(1)), .branch(.ledger(.fail)), .ledger(.fail)] {
      table.reduce(&sum, action)
    }
    #expect(log.lines == ["count", "count", "ledger"])
    #expect(sum == 2)
  }

  @Test func withoutNumbersAllPartsAreAsked() throws {
    func unnumbered<Value>(_ path: CasePath<ShopAction, Value>) -> CasePath<ShopAction, Value> {
      CasePath(
        embed: path.embedValue, extract: path.extractValue,
        caseTest: CaseTest(
          accepts: path.caseTest!.accepts, index: { _ in -1 }, areIndicesDistinct: true))
    }
    let (ledger, detail) = (ShopAction.casePaths.ledger, ShopAction.casePaths.detail)
    let table = Table([
      part(0, unnumbered(ledger)), part(1, unnumbered(detail)), part(2, unnumbered(ledger)),
    ])
    #expect(table.routes.route(of: .ledger(.fail))?.toOpaque() == nil)
    #expect(try run(table, [.ledger(.fail), .detail(.fail), .reset]) == [0, 2, 1])
  }

  @Test func withoutRoutedPartsThereIsNoTable() {
    #expect(Table([Part(step: .identity)]).routes.route(of: .reset)?.toOpaque() == nil)
  }

  @Test func routesAreLearnedOnce() {
    let log = Log()
    let path = ShopAction.casePaths.ledger
    let table = Table([
      Part(
        step: .identity,
        caseTest: CaseTest {
          log.append("asked")
          return path.extract(from: $0) != nil
        })
    ])
    let first = table.routes.route(of: .ledger(.fail))?.toOpaque()
    #expect(table.routes.route(of: .ledger(.add(1)))?.toOpaque() == first)
    #if !DEBUG
      // The test is called once to make the route, and then once for each of the two actions.
      #expect(log.lines.count == 3)
    #endif
  }

  @Test func moreCasesThanSlotsAreNoTrouble() throws {
    let table = Table([part(0, ShopAction.casePaths.ledger)])
    var seen: Set<UnsafeMutableRawPointer> = []
    for index in 0..<1_000 {
      let route = try #require(table.routes.addRoute(index, .ledger(.fail)))
      seen.insert(route.toOpaque())
      #expect(table.routes.addRoute(index, .reset)?.toOpaque() == route.toOpaque())
      #expect(table.routes.existingRoute(index)?.toOpaque() == route.toOpaque())
    }
    #expect(seen.count == 1_000)
    #expect(table.routes.mask == 63)
  }

  @Test func manyThreadsLearnTheSameRoutes() async {
    let paths = ShopAction.casePaths
    for _ in 0..<20 {
      let table = Table([part(0, paths.ledger), part(1, paths.detail), part(2, .identity)])
      await withTaskGroup(of: [Int].self) { group in
        for _ in 0..<8 {
          group.addTask {
            var state: [Int] = []
            for action in [ShopAction.ledger(.fail), .detail(.fail), .reset] {
              table.reduce(&state, action)
            }
            return state
          }
        }
        for await state in group { #expect(state == [0, 2, 1, 2, 2]) }
      }
    }
  }

  @Test func partsAreReleasedWithTheTable() throws {
    final class Witness: Sendable {}
    weak var weakly: Witness?
    do {
      let witness = Witness()
      weakly = witness
      let path = ShopAction.casePaths.ledger
      let table = Table([
        Part(step: .reduce { _, _ in withExtendedLifetime(witness) {} }, caseTest: path.caseTest)
      ])
      #expect(try run(table, [.ledger(.fail), .reset]) == [])
      #expect(weakly != nil)
    }
    #expect(weakly == nil)
  }

  @Test func aPathThatDoesNotGoByTheCaseIsReportedAndStillHeard() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      // A path through two levels, for which `CasePath(case:extract:)` must not be used.
      let wrong = CasePath(case: { ShopAction.branch(.count($0)) }) {
        if case .branch(.count(let amount)) = $0 { amount } else { nil }
      }
      let app =
        Reducer<Int, Int> { $0 += $1 }.lift(action: wrong, state: \Int.self)
        <> Reducer<Int, LedgerAction>.identity.lift(action: \.ledger, state: \.self)
        <> Reducer<Int, ShopAction> { _, _ in }
      var sum = 0
      for action in [ShopAction.branch(.ledger(.fail)), .branch(.count(3)), .branch(.count(4))] {
        try app(&sum, action)
      }
      precondition(sum == 7)
    }
    let output = reports(inStandardError: result?.standardErrorContent)
    #if DEBUG
      #expect(output.split(separator: "Millrace: ").count == 1)
      #expect(
        output.contains(
          """
          combined features of ShopAction: branch(TestSupport.BranchAction.count(3)) concerns \
          other features than the first action with the case index 5. Either \
          ShopAction.caseIndex(of:) returns this index for two cases
          """))
      #expect(output.contains("or use CasePath(embed:extract:)."))
    #else
      #expect(!output.contains("Millrace"))
    #endif
  }

  private struct Pair {
    var one = 0
    var two = 0
  }

  private enum Twins: CasePathable, Sendable {
    case one(Int)
    case two(Int)

    struct CasePaths: Sendable {
      let one = CasePath(case: Twins.one) { if case .one(let value) = $0 { value } else { nil } }
      let two = CasePath(case: Twins.two) { if case .two(let value) = $0 { value } else { nil } }
    }
    static let casePaths = CasePaths()
    static func caseIndex(of value: Twins) -> Int { 0 }
  }

  @Test func twoCasesOfOneNumberLoseNothing() async {
    await #expect(processExitsWith: .success) {
      let add = Reducer<Int, Int> { $0 += $1 }
      let app: Feature<[Int], Twins> = .combine(
        add.lift(action: \.one, state: \.[0]), add.lift(action: \.two, state: \.[1]))
      let same: Feature<Pair, Twins> = .combine(
        add.lift(action: \.one, state: \.one), add.lift(action: \.two, state: \.two))
      var (list, pair) = ([0, 0], Pair())
      for action in [Twins.one(1), .two(2), .one(3), .two(4)] {
        try app(&list, action)
        try same(&pair, action)
      }
      precondition(list == [4, 6] && pair.one == 4 && pair.two == 6)
      // The first part is called for the actions of both cases.
      let asked: Feature<Pair, Twins> = .combine(
        Reducer<Int, Int> { state, _ in state += 1 }
          .lift(
            action: CasePath(embed: { Twins.one($0) }, extract: { $0[case: \.one] ?? 0 }),
            state: \.one),
        add.lift(action: \.two, state: \.two))
      pair = Pair()
      for action in [Twins.one(1), .two(2), .one(3), .two(4)] { try asked(&pair, action) }
      precondition(pair.one == 4 && pair.two == 6)
    }
  }
}

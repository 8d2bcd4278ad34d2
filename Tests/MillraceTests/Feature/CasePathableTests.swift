// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@Suite struct CasePathableTests {
  @Test func aValueKnowsItsCase() {
    #expect(ShopAction.reset.is(\.reset))
    #expect(!ShopAction.reset.is(\.ledger))
    #expect(ShopAction.branch(.count(1)).is(\.branch))
    #expect(ShopAction.branch(.count(1)).is(\.branch.count))
    #expect(!ShopAction.branch(.count(1)).is(\.branch.ledger))
  }

  @Test func aValueIsReadByItsCase() {
    #expect(ShopAction.ledger(.add(1))[case: \.ledger] == .add(1))
    #expect(ShopAction.ledger(.add(1))[case: \.detail] == nil)
    #expect(ShopAction.branch(.count(3))[case: \.branch.count] == 3)
  }

  @Test func aCaseIsReadLikeAProperty() {
    #expect(ShopAction.ledger(.add(1)).ledger == .add(1))
    #expect(ShopAction.ledger(.add(1)).detail == nil)
    #expect(ShopAction.branch(.count(3)).branch?.count == 3)
    #expect([ShopAction.reset, .ledger(.add(2))].compactMap(\.ledger) == [.add(2)])
  }

  @Test func aPathLeadsToTheActionOfOneElement() {
    let path = ShopAction.casePaths.row[7]
    #expect(path(.add(1)) == .row(id: 7, action: .add(1)))
    #expect(path.extract(from: .row(id: 7, action: .add(1))) == .add(1))
    #expect(path.extract(from: .row(id: 8, action: .add(1))) == nil)
    #expect(ShopAction.named("a", .add(2))[case: \.named["a"]] == .add(2))
    #expect(!ShopAction.named("a", .add(2)).is(\.named["b"]))
  }

  @Test func theValueOfACaseIsChanged() throws {
    struct Refused: Error {}
    var action = ShopAction.branch(.count(1))
    #expect(action.modify(\.branch) { $0 = .count(2) } && action == .branch(.count(2)))
    #expect(!action.modify(\.ledger) { $0 = .add(1) } && action == .branch(.count(2)))
    #expect(throws: Refused.self) {
      try action.modify(\.branch) { branch throws in
        branch = .count(3)
        throw Refused()
      }
    }
    #expect(action == .branch(.count(2)))
  }

  /// Numbers for three cases that hold a number, and for one without a value.
  private protocol Numbering: Sendable {
    static func number(ofCase place: Int, holding value: Int) -> Int
  }

  private enum Right: Numbering {
    static func number(ofCase place: Int, holding value: Int) -> Int { place }
  }
  private enum AllAlike: Numbering {
    static func number(ofCase place: Int, holding value: Int) -> Int { 3 }
  }
  private enum TwoAlike: Numbering {
    static func number(ofCase place: Int, holding value: Int) -> Int { max(place, 1) }
  }
  private enum AsTheCaseWithoutAPart: Numbering {
    static func number(ofCase place: Int, holding value: Int) -> Int { place == 0 ? 3 : place }
  }
  private enum OfTheValue: Numbering {
    static func number(ofCase place: Int, holding value: Int) -> Int { value % 3 }
  }
  private enum SomeMissing: Numbering {
    static func number(ofCase place: Int, holding value: Int) -> Int { place - 2 }
  }

  private enum Numbered<Rule: Numbering>: CasePathable, Sendable {
    case one(Int), two(Int), three(Int), other

    struct CasePaths: Sendable {
      var one: CasePath<Numbered, Int> {
        CasePath(case: Numbered.one) { if case .one(let value) = $0 { value } else { nil } }
      }
      var two: CasePath<Numbered, Int> {
        CasePath(case: Numbered.two) { if case .two(let value) = $0 { value } else { nil } }
      }
      var three: CasePath<Numbered, Int> {
        CasePath(case: Numbered.three) { if case .three(let value) = $0 { value } else { nil } }
      }
    }
    static var casePaths: CasePaths { CasePaths() }

    static func caseIndex(of value: Numbered) -> Int {
      switch value {
      case .one(let value): Rule.number(ofCase: 0, holding: value)
      case .two(let value): Rule.number(ofCase: 1, holding: value)
      case .three(let value): Rule.number(ofCase: 2, holding: value)
      case .other: Rule.number(ofCase: 3, holding: 0)
      }
    }

    static var reducer: Feature<[Int], Numbered> {
      func note(_ hundred: Int) -> Reducer<[Int], Int> { Reducer { $0.append(hundred + $1) } }
      return .combine(
        note(100).lift(action: \.one, state: \.self), note(200).lift(action: \.two, state: \.self),
        note(300).lift(action: \.three, state: \.self), Reducer { trace, _ in trace.append(0) },
        note(400).lift(action: \.one, state: \.self))
    }

    @MainActor
    static func middleware(_ log: Log) -> some Middleware<Numbered, Numbered, Void> {
      func note(_ hundred: Int) -> AnyMiddleware<Int, Int, Void> {
        AnyMiddleware { action, _, _ in
          log.append("\(hundred + action)")
          return .none
        }
      }
      return note(100).lift(action: casePaths.one, state: \.self)
        <> note(200).lift(action: casePaths.two, state: \.self)
        <> note(300).lift(action: casePaths.three, state: \.self)
        <> note(400).lift(action: casePaths.one, state: \.self)
    }
  }

  @MainActor
  private func expectNothingLost<Rule>(_ rule: Rule.Type, seed: UInt64) where Rule: Numbering {
    var generator = SeededGenerator(seed: seed)
    let log = Log()
    let store = Store(initialState: [], feature: Numbered<Rule>.reducer)
    let middleware = Numbered<Rule>.middleware(log)
    var expected: [Int] = []
    for _ in 0..<20 {
      let value = Int.random(in: 0..<9, using: &generator)
      let action: Numbered<Rule>
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        action = .one(value)
        expected += [100 + value, 0, 400 + value]
      case 1:
        action = .two(value)
        expected += [200 + value, 0]
      case 2:
        action = .three(value)
        expected += [300 + value, 0]
      default:
        action = .other
        expected += [0]
      }
      store.dispatch(action)
      _ = middleware.handle(action, from: ActionSource(), state: StateReader {})
    }
    #expect(store.state == expected, "\(rule), seed \(seed)")
    #expect(log.lines == expected.filter { $0 > 0 }.map { "\($0)" }, "\(rule), seed \(seed)")
  }

  @MainActor
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func wrongNumbersLoseNoActionAndNoneGoesAstray(seed: UInt64) {
    expectNothingLost(Right.self, seed: seed)
    expectNothingLost(AllAlike.self, seed: seed)
    expectNothingLost(TwoAlike.self, seed: seed)
    expectNothingLost(AsTheCaseWithoutAPart.self, seed: seed)
    expectNothingLost(OfTheValue.self, seed: seed)
    expectNothingLost(SomeMissing.self, seed: seed)
  }
}

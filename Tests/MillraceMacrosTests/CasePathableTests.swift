// SPDX-License-Identifier: Apache-2.0

#if Macros
  import Millrace
  import MillraceMacros
  import Testing

  @CasePathable
  enum AppAction: Equatable, Sendable {
    case counter(CounterAction)
    case rename(to: String)
    case row(id: Int, action: CounterAction)
    case pair(Int, String)
    case mixed(id: Int, String)
    case unnamed(_ value: Int)
    case later(after: Int = 3)
    case optional(Int?)
    case reset, `default`
    #if DEBUG
      case debugOnly(Int)
    #else
      case releaseOnly(Int)
    #endif
    indirect case again(AppAction)
  }

  @CasePathable
  enum CounterAction: Equatable, Sendable {
    case add(Int)
    case increment
  }

  /// A public generic enum.
  @CasePathable
  public enum Public<Value: Hashable & Sendable> {
    case value(Value), list([Value]), text(String)
  }

  @CasePathable
  private enum Hidden {
    case run(@Sendable () -> Int)
    case any(any Sendable)
  }

  enum Outer {
    @CasePathable
    fileprivate enum Inner: Equatable {
      case one(Int), two(Int)
    }
  }

  /// A private type with an enum, whose cases have values of the types beside it.
  private struct Screen {
    struct Item: Equatable, Sendable { var name = "" }
    enum Phase { case one, two }

    @CasePathable
    enum Action: Equatable {
      case show(Item), move(Item, to: Phase), list([Item]), next(Action2)
      @CasePathable
      enum Action2: Equatable { case pick(Item) }
    }

    /// An enum that is private within another type declares its conformance itself.
    @CasePathable
    private enum Secret: CasePathable { case show(Item) }

    static var secret: String? { Secret.casePaths.show(Item(name: "a")).show?.name }
  }

  fileprivate extension Screen.Item {
    @CasePathable
    enum Action { case rename(Kind) }
    enum Kind { case short, long }
  }

  /// An enum that is used by code that other modules inline.
  @CasePathable @usableFromInline
  enum Inlined {
    case one(Int), two
  }

  @inlinable
  func isInlined(_ value: Int) -> Bool { Inlined.casePaths.one(value).is(\.one) }

  @CasePathable
  enum Limited {
    case new
    @available(*, unavailable, message: "use new") case old(Int)
    #if DEBUG
      @available(*, unavailable) case older
    #endif
  }

  /// A case that is not compiled here, and that not every version of its system has.
  @CasePathable
  enum Elsewhere {
    case one(Int), two
    #if MILLRACE_ELSEWHERE
      @available(macOS 99, *) case three
    #endif
  }

  /// Keywords of Swift as names.
  @CasePathable
  enum Keywords: Equatable {
    case `init`, `in`(self: Int, in: Int), `Self`, label(Type: Int)
    case `switch`(`inout`: Int, `var`: Int), one(`let`: Int), two(`self`: Int, `default`: Int)
  }

  /// Names that are no identifiers without their backticks.
  @CasePathable
  enum Raw: Equatable {
    case `5" disk`, `3 # 4`(Int), place(`1st`: Int), places(`1st`: Int, `2nd`: Int)
  }

  @CasePathable
  enum Nothing {}

  @CasePathable
  enum Conforming: CasePathable {
    case one(Int)
  }

  /// A recursive enum that names itself by `Self`.
  @CasePathable
  indirect enum Tree: Equatable {
    case leaf(Int), child(Self), list([Self]), named(name: String, Self)
  }

  /// A place for an enum.
  public enum Namespace {}

  /// An enum that is public because of the extension around it.
  public extension Namespace {
    @CasePathable
    enum Action: Equatable {
      case one(Int), two
    }
  }

  /// A use of a deprecated case gives a warning, but the generated code gives none.
  @CasePathable
  enum Aging {
    @available(*, deprecated) case old(Int)
    @available(*, deprecated, message: "gone") case older
    case new

    /// A use without a warning.
    static var oldest: Aging {
      struct Old: Making { @available(*, deprecated) static func make() -> Aging { .older } }
      return (Old.self as any Making.Type).make()
    }
  }

  private protocol Making { static func make() -> Aging }

  @CasePathable
  @MainActor
  enum Bound {
    case one(Int)
  }

  /// An enum with its own `==`, `hash(into:)` and `<`, by which all its values are equal.
  @CasePathable
  enum Alike: Hashable, Comparable, Sendable {
    case failed(any Error), pair(Int, Int)

    static func == (one: Alike, other: Alike) -> Bool { true }
    static func < (one: Alike, other: Alike) -> Bool { false }
    func hash(into hasher: inout Hasher) {}
  }

  /// An enum with members that have the names of cases.
  @CasePathable
  enum Named {
    case count(Int), reset(Int)

    var count: String { "a property" }
    func reset() -> String { "a method" }
  }

  @Suite struct CasePathableTests {
    /// Checks that a path makes an action, and extracts nothing from another one.
    ///
    /// Returns the value that the path extracts from the action.
    private func expect<Value>(
      _ path: KeyPath<AppAction.CasePaths, CasePath<AppAction, Value>>,
      _ value: Value, is action: AppAction, other: AppAction = .counter(.increment),
      sourceLocation: SourceLocation = #_sourceLocation
    ) -> Value? {
      let path = AppAction.casePaths[keyPath: path]
      #expect(path(value) == action, sourceLocation: sourceLocation)
      #expect(path.extract(from: other) == nil, sourceLocation: sourceLocation)
      return path.extract(from: action)
    }

    @Test func eachCaseHasAPath() {
      #expect(expect(\.rename, "a", is: .rename(to: "a")) == "a")
      #expect(expect(\.unnamed, 1, is: .unnamed(1)) == 1)
      #expect(expect(\.later, 1, is: .later(after: 1)) == 1)
      #expect(expect(\.optional, nil, is: .optional(nil)) == .some(nil))
      #expect(expect(\.again, .reset, is: .again(.reset)) == .reset)
      #expect(
        expect(\.counter, .add(1), is: .counter(.add(1)), other: .reset) == .add(1))
    }

    @Test func severalValuesAreATupleWithTheLabels() {
      let row = expect(\.row, (id: 1, action: .add(2)), is: .row(id: 1, action: .add(2)))
      #expect(row?.id == 1 && row?.action == .add(2))
      let pair = expect(\.pair, (1, "a"), is: .pair(1, "a"))
      #expect(pair?.0 == 1 && pair?.1 == "a")
      let mixed = expect(\.mixed, (id: 1, "a"), is: .mixed(id: 1, "a"))
      #expect(mixed?.id == 1 && mixed?.1 == "a")
    }

    @Test func noValueIsVoid() {
      #expect(expect(\.reset, (), is: .reset) != nil)
      #expect(expect(\.default, (), is: .default) != nil)
    }

    @Test func casesInConditionsHaveAPathUnderTheSameCondition() {
      #if DEBUG
        #expect(expect(\.debugOnly, 1, is: .debugOnly(1)) == 1)
      #else
        #expect(expect(\.releaseOnly, 1, is: .releaseOnly(1)) == 1)
      #endif
    }

    /// The conformance is used by generic code, as in a test store or a set.
    @Test func operatorsOfTheEnumAreUsed() {
      func areEqual<Value: Equatable>(_ one: Value, _ other: Value) -> Bool { one == other }
      #expect(areEqual(Alike.pair(1, 2), .failed(CancellationError())))
      #expect(Set([Alike.pair(1, 2), .pair(3, 4)]).count == 1)
      #expect([Alike.pair(3, 4), .pair(1, 2)].sorted().first?.pair?.0 == 3)
    }

    @Test func aMemberHidesTheCaseWithItsName() {
      #expect(Named.count(1).count == "a property" && Named.reset(1).reset() == "a method")
      #expect(Named.count(1)[case: \.count] == 1 && Named.reset(2)[case: \.reset] == 2)
    }

    @Test func eachCaseIsReadLikeAProperty() {
      #expect(AppAction.rename(to: "a").rename == "a")
      #expect(AppAction.rename(to: "a").counter == nil)
      #expect(AppAction.row(id: 3, action: .increment).row?.id == 3)
      #expect(AppAction.reset.reset != nil)
      #expect(AppAction.reset.default == nil)
      #expect(AppAction.counter(.add(4)).counter?.add == 4)
    }

    @Test func aValueKnowsItsCase() {
      #expect(AppAction.reset.is(\.reset))
      #expect(!AppAction.reset.is(\.counter))
      #expect(AppAction.counter(.add(1)).is(\.counter.add))
      #expect(!AppAction.counter(.add(1)).is(\.counter.increment))
    }

    @Test func eachCaseHasANumberOfItsOwn() {
      var actions: [AppAction] = [
        .counter(.increment), .rename(to: "a"), .row(id: 1, action: .increment), .pair(1, "a"),
        .mixed(id: 1, "a"), .unnamed(1), .later(), .optional(nil), .reset, .default,
        .again(.reset),
      ]
      #if DEBUG
        actions.append(.debugOnly(1))
      #else
        actions.append(.releaseOnly(1))
      #endif
      let numbers = actions.map(AppAction.caseIndex)
      #expect(Set(numbers).count == actions.count && numbers.allSatisfy { $0 >= 0 })
      #expect(AppAction.areCaseIndicesDistinct)
      #expect(AppAction.caseIndex(of: .unnamed(7)) == AppAction.caseIndex(of: .unnamed(1)))
      #expect(Public.caseIndex(of: .value(1)) != Public.caseIndex(of: .list([1])))
    }

    @Test func aCaseThatMayNotBeUsedEverywhereHasNoNumber() {
      #expect(Aging.caseIndex(of: .new) == 0)
      #expect(Aging.caseIndex(of: Aging.oldest) < 0)
    }

    @Test func theNamesOfAllCasesAreListed() {
      #if DEBUG
        let last = "debugOnly"
      #else
        let last = "releaseOnly"
      #endif
      #expect(AppAction.caseNames?.contains("default") == true)
      #expect(AppAction.caseNames?.contains(last) == true)
      #expect(AppAction.caseNames?.count == 12)
      #expect(Public<Int>.caseNames == ["value", "list", "text"])
      #expect(Public<Int>.casePaths.list.caseName == "list")
      #expect(Nothing.caseNames == [])
    }

    @Test func genericEnums() {
      #expect(Public<Int>.casePaths.list.extract(from: .list([1])) == [1])
      #expect(Public.value("a").value == "a")
      #expect(Public.value("a").list == nil)
      #expect(Public.value(1).is(\.value))
    }

    @Test func hiddenAndNestedEnums() {
      #expect(Hidden.run { 3 }.run?() == 3)
      #expect(Hidden.any(1).any as? Int == 1)
      #expect(Outer.Inner.casePaths.two(2) == .two(2))
      #expect(Conforming.one(1).one == 1)
      _ = Nothing.casePaths
    }

    @Test func whatIsBesideAnEnumIsFound() {
      let item = Screen.Item(name: "a")
      #expect(Screen.Action.casePaths.show(item) == .show(item))
      #expect(Screen.Action.move(item, to: .two).move?.to == .two)
      #expect(Screen.Action.list([item]).list == [item])
      #expect(Screen.Action.casePaths.next.pick(item) == .next(.pick(item)))
      #expect(Screen.secret == "a")
      #expect(Screen.Item.Action.rename(.long).rename == .long)
      #expect(isInlined(1))
    }

    @Test func anUnavailableCaseHasNoPath() {
      #expect(Limited.new.is(\.new))
      #expect(Limited.caseIndex(of: .new) == 0)
      #expect(Limited.caseNames == ["new"])
    }

    @Test func aCaseThatIsNotCompiledHereCausesNoWarning() {
      #expect(Elsewhere.caseIndex(of: .one(7)) == 0)
      #expect(Elsewhere.caseIndex(of: .two) == 1)
      #expect(Elsewhere.caseNames == ["one", "two"])
    }

    @Test func keywordsAreNames() {
      #expect(Keywords.casePaths.`init`(()) == .`init`)
      #expect(Keywords.in(self: 1, in: 2).in?.in == 2)
      #expect(Keywords.casePaths.label(1).is(\.label))
      #expect(Keywords.casePaths.switch((1, 2)) == .switch(`inout`: 1, var: 2))
      #expect(Keywords.casePaths.one(1).one == 1)
      #expect(Keywords.casePaths.two((1, 2)).two?.default == 2)
      #expect(Keywords.caseNames == ["init", "in", "Self", "label", "switch", "one", "two"])
    }

    @Test func rawIdentifiersAreNames() {
      #expect(Raw.caseNames == ["5\" disk", "3 # 4", "place", "places"])
      #expect(Raw.casePaths.`5" disk`(()) == .`5" disk`)
      #expect(Raw.casePaths.place(1) == .place(`1st`: 1))
      #expect(Raw.casePaths.places((1, 2)) == .places(`1st`: 1, `2nd`: 2))
    }

    @Test func selfIsTheEnum() {
      #expect(Tree.casePaths.child(.leaf(1)) == .child(.leaf(1)))
      #expect(Tree.list([.leaf(1)]).list == [.leaf(1)])
      #expect(Tree.named(name: "a", .leaf(2)).named?.1 == .leaf(2))
    }

    /// Calls `is` on a type whose isolation is not known.
    private func isOf<Action: CasePathable & Sendable, Value>(
      _ action: Action, _ path: KeyPath<Action.CasePaths, CasePath<Action, Value>>
    ) -> Bool {
      action.is(path)
    }

    @Test func enumsOfEveryPlaceAndActor() {
      #expect(Namespace.Action.casePaths.one(1) == .one(1))
      #expect(Aging.new.is(\.new))
      #expect(isOf(Bound.one(1), \.one))
    }

    @Test func reducersAreLiftedByTheNamesOfCases() throws {
      struct App: Equatable {
        var counter = 0
        var rows = [0, 0]
        var named = ""
      }
      let counter = Reducer<Int, CounterAction> { count, action in
        switch action {
        case .add(let amount): count += amount
        case .increment: count += 1
        }
      }
      let app: Feature<App, AppAction> = .combine(
        counter.lift(action: \.counter, state: \.counter),
        counter.forEach(action: \.row, state: \.rows),
        Reducer<Int, Int> { $0 += $1 * 10 }.lift(action: \.counter.add, state: \.counter),
        Reducer<String, (Int, String)> { $0 = "\($1.0)\($1.1)" }
          .lift(action: \.pair, state: \.named))
      var state = App()
      for action in [
        AppAction.counter(.increment), .counter(.add(2)), .row(id: 1, action: .add(5)),
        .pair(1, "a"), .reset,
      ] {
        try app(&state, action)
      }
      #expect(state == App(counter: 23, rows: [0, 5], named: "1a"))
    }
  }
#else
  import Testing

  @Suite struct CasePathableTests {
    @Test func withoutTheTraitThereIsNoMacro() {
      #if canImport(SwiftSyntaxMacros)
        Issue.record("swift-syntax is built although the trait Macros is off")
      #endif
    }
  }
#endif

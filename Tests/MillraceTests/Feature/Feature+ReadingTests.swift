// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// Effects that read the state later, in a feature that is used alone or as a child.
@MainActor
@Suite struct FeatureReadingTests {
  typealias LedgerFeature = Feature<Ledger, LedgerAction>

  /// `add` adds to the count.
  ///
  /// `note("wait")` waits until the count is three and then notes it.
  private static let waiting = LedgerFeature.reading { state, action, now in
    switch action {
    case .add(let amount):
      state.count += amount
      return .none
    case .note("wait"):
      return .run { send in
        try await send.until { now.count == 3 }
        await send(.note("\(try await send.read { now.count })"))
      }
    case .note(let text):
      state.notes.append(text)
      return .none
    default: return .none
    }
  }

  /// Children that can be removed: `reset` removes all of them.
  private static let shop = Feature<Shop, ShopAction>.combine(
    waiting.lift(action: \.ledger, state: \.ledger),
    waiting.ifLet(action: \.detail, state: \.detail),
    waiting.forEach(action: \.named, state: \.named),
    waiting.lift(action: CasePath<LedgerAction, LedgerAction>.identity, state: \ShopRow.ledger)
      .forEach(action: \.row, state: \.rows),
    Reducer { state, action in
      if case .reset = action { state = Shop() }
    })

  @Test func itReadsTheStateAsItIsThen() async {
    let store = LedgerStore(initialState: Ledger(), feature: Self.waiting)
    let receipt = store.dispatch(.note("wait"))
    for _ in 0..<3 { store.dispatch(.add(1)) }
    await receipt.finish()
    #expect(store.notes == ["3"])
  }

  @Test(
    arguments: [
      { .ledger($0) }, { .detail($0) }, { .named("1", $0) }, { .row(id: 1, action: $0) },
    ] as [@Sendable (LedgerAction) -> ShopAction])
  func aLiftedFeatureReadsItsOwnPart(action: @Sendable (LedgerAction) -> ShopAction) async {
    let store = ShopStore(initialState: Shop.stocked(), feature: Self.shop)
    let receipt = store.dispatch(action(.note("wait")))
    for _ in 0..<3 { store.dispatch(action(.add(1))) }
    await receipt.finish()
    let state = store.state
    let all = [state.ledger, state.detail, state.named["1"], state.rows[id: 1]?.ledger]
    #expect(all.compactMap { $0 }.flatMap(\.notes) == ["3"])
  }

  /// A child with an identity: a page with another id is another child.
  struct Page: Identifiable, Equatable, Sendable {
    let id: Int
    var ledger = Ledger()
  }

  struct Book: Equatable, Sendable {
    var page: Page? = Page(id: 1)
  }

  @Test func anOnlyChildThatHasAnIdentityIsReadToo() async {
    let whole = CasePath<LedgerAction, LedgerAction>.identity
    let store = Store(
      initialState: Book(),
      feature: Self.waiting.lift(action: whole, state: \Page.ledger)
        .ifLet(action: whole, state: \Book.page))
    let receipt = store.dispatch(.note("wait"))
    for _ in 0..<3 { store.dispatch(.add(1)) }
    await receipt.finish()
    #expect(store.state.page?.ledger.notes == ["3"])
  }

  @MainActor final class Readers {
    var all: [StateReader<Ledger>] = []
  }

  /// Two features in one, each with an effect that keeps its reader.
  private static func pair(_ readers: Readers) -> LedgerFeature {
    let keeping = LedgerFeature.reading { state, action, now in
      guard case .add(let amount) = action else { return .none }
      state.count += amount
      return .perform { _ in readers.all.append(now) }
    }
    return keeping <> keeping
  }

  @Test func eachPartOfACombinationReadsWhatACallWithoutAStoreLeaves() throws {
    let readers = Readers()
    var state = Ledger(count: 1)
    let effect = try Self.pair(readers)(&state, .add(1))
    effect.runDetached(Send { _ in })
    #expect(readers.all.map(\.count) == [3, 3])
  }

  @Test func eachReaderOfACombinationThatOutlivesItsChildGivesTheChildsLastState() {
    let readers = Readers()
    var shop = Shop()
    shop.named["a"] = Ledger(count: 1)
    let store = ShopStore(
      initialState: shop,
      feature: .combine(
        Self.pair(readers).forEach(action: \.named, state: \.named),
        Reducer { state, action in
          if case .reset = action { state.named = [:] }
        }))
    store.dispatch(.named("a", .add(1)))
    store.dispatch(.reset)
    #expect(readers.all.map(\.count) == [3, 3])
    #expect(readers.all.map { $0.ifPresent?.count } == [nil, nil])
  }

  @Test func aReaderThatOutlivesItsChildGivesTheChildAsItsEffectSawIt() {
    @MainActor final class Kept {
      var readers: [StateReader<Ledger>] = []
    }
    let kept = Kept()
    let keeping = LedgerFeature.reading { state, action, now in
      guard case .add(let amount) = action else { return .none }
      state.count += amount
      // One reader is kept outside of an effect, the other by an effect.
      if amount > 1 { MainActor.assumeIsolated { kept.readers.append(now) } }
      return amount > 1 ? .none : .perform { _ in kept.readers.append(now) }
    }
    var shop = Shop()
    shop.named["a"] = Ledger(count: 1)
    let store = ShopStore(
      initialState: shop,
      feature: .combine(
        keeping.forEach(action: \.named, state: \.named),
        Reducer { state, action in
          if case .reset = action { state.named = [:] }
        }))
    store.dispatch(.named("a", .add(1)))
    store.dispatch(.named("a", .add(2)))
    #expect(kept.readers.map(\.count) == [4, 4])
    store.dispatch(.reset)
    #expect(kept.readers.map(\.count) == [2, 4])
    #expect(kept.readers.map { $0.ifPresent?.count } == [nil, nil])
  }

  @Test func withoutAStoreItReadsWhatTheCallHasLeft() async throws {
    let log = Log()
    let feature = Feature<Int, Int>.reading { state, action, now in
      state += action
      return .perform { _ in log.append("\(now())") }
    }
    var state = 1
    let first = try feature(&state, 1)
    let lifted = feature.lift(action: CasePath<Int, Int>.identity, state: \Int.self)
    let second = try lifted(&state, 1)
    first.runDetached(Send { _ in })
    second.runDetached(Send { _ in })
    #expect(log.lines == ["2", "3"])
  }

  @Test func oneThatThrowsChangesAndStartsNothing() {
    let feature = LedgerFeature.reading { state, action, _ throws(LedgerError) in
      state.count += 1
      throw LedgerError()
    }
    let store = LedgerStore(initialState: Ledger(), feature: feature)
    #expect(throws: LedgerError.self) { try store.dispatch(.add(1)).get() }
    #expect(store.count == 0)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct ChildReadingTests {
  /// Keeps readers, although they are not meant to be kept.
  final class Kept {
    var readers: [StateReader<Ledger>] = []
  }

  /// The ways in which a middleware can keep a reader.
  enum Way: CaseIterable, Sendable {
    case handle, closure, deferred

    @MainActor
    func middleware(_ kept: Kept) -> LedgerMiddleware {
      LedgerMiddleware { action, _, state in
        guard case .add = action else { return .none }
        switch self {
        case .handle:
          kept.readers.append(state)
          return .none
        case .closure: return Effect.perform { _ in kept.readers.append(state) }
        case .deferred:
          return .deferred {
            kept.readers.append(state)
            return .none
          }
        }
      }
    }

    /// The counts that the readers give after the child's end.
    ///
    /// The actions are `add(1)` and `add(2)`.
    var counts: [Int] { self == .handle ? [0, 1] : [1, 3] }
  }

  @Test(arguments: Way.allCases)
  func aReadAfterTheEndOfTheChildGivesWhatTheIOSaw(way: Way) {
    let kept = Kept()
    let store = ChildSupport.store(
      way.middleware(kept).forEach(action: \.named, state: \Shop.named))
    store.dispatch(.named("0", .add(1)))
    store.dispatch(.named("0", .add(2)))
    #expect(kept.readers.map(\.count) == [3, 3])
    #expect(kept.readers.map(\.ifPresent?.count) == [3, 3])
    store.dispatch(.reset)
    #expect(kept.readers.map(\.count) == way.counts)
    #expect(kept.readers.map { $0.ifPresent?.count } == [nil, nil])
    #expect(kept.readers.map { $0.map(\.count).ifPresent } == [nil, nil])
    // A new child under the same key is found again.
    store.dispatch(.branch(.count(0)))
    #expect(kept.readers.map(\.count) == [0, 0])
  }

  @Test func anotherChildInThePlaceOfAnOnlyChildIsNotRead() {
    struct Card: Identifiable, Equatable, Sendable {
      let id: Int
      var text = ""
    }
    var reader: StateReader<Card>?
    let card = AnyMiddleware<String, String, Card> { _, _, state in
      Effect.perform { _ in reader = state }
    }
    let store = Store<Card?, String>(
      initialState: Card(id: 1),
      feature: card.ifLet(action: CasePath<String, String>.identity, state: \Card?.self)
        <> Reducer<Card?, String> { state, text in
          state = text == "next" ? Card(id: 2) : Card(id: 1, text: text)
        })
    store.dispatch("a")
    #expect(reader?().text == "a")
    let first = reader
    store.dispatch("next")
    #expect(first?() == Card(id: 1, text: "a"))
    #expect(first?.ifPresent == nil)
  }

  @Test func aReaderOfAChildOfAChildEndsWithEither() {
    var readers: [StateReader<Int>] = []
    let leaf = AnyMiddleware<LedgerAction, LedgerAction, Int> { _, _, state in
      Effect.perform { _ in readers.append(state) }
    }
    let inner = leaf.ifLet(
      action: CasePath<LedgerAction, LedgerAction>.identity, state: \Ledger.small)
    let store = ChildSupport.store(inner.forEach(action: \.named, state: \Shop.named))
    store.dispatch(.named("0", .add(1)))
    store.dispatch(.named("1", .add(2)))
    store.dispatch(.named("0", .add(20)))
    #expect(readers.map { $0() } == [1, 2])
    #expect(readers.map(\.ifPresent) == [nil, 2])
    store.dispatch(.reset)
    #expect(readers.map { $0() } == [1, 2])
    #expect(readers.map(\.ifPresent) == [nil, nil])
  }

  @Test func aReaderThatIsKeptCostsOneCopyAndOneThatIsLetGoOfNone() {
    let kept = Kept()
    let store = ShopStore(
      initialState: .stocked(payload: 1_000),
      feature: Reducer.ledger.ifLet(action: \.detail, state: \.detail)
        <> Way.closure.middleware(kept).ifLet(action: \.detail, state: \Shop.detail))
    func address() -> UInt? { store.state.detail?.payloadAddress }
    let before = address()
    store.dispatch(.detail(.add(1)))
    store.dispatch(.detail(.write(3)))
    let copied = address()
    #expect(copied != before)
    store.dispatch(.detail(.write(4)))
    #expect(address() == copied)
    #expect(kept.readers.first?.payload[3] == 1)
    kept.readers = []
    store.dispatch(.detail(.write(5)))
    #expect(address() == copied)
  }

  @Test func aReadAfterTheEndIsReportedOnceForEachLiftInEveryBuild() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let kept = Kept()
        let store = ChildSupport.store(
          Feature(middleware: Way.closure.middleware(kept)).forEach(
            action: \.named, state: \Shop.named, fileID: "App/Names.swift", line: 4))
        store.dispatch(.named("0", .add(1)))
        store.dispatch(.named("1", .add(1)))
        store.dispatch(.reset)
        for _ in 0..<3 { _ = kept.readers.map { ($0(), $0.ifPresent) } }
      }
    }
    let output = reports(inStandardError: result?.standardErrorContent)
    #expect(output.split(separator: "Millrace: ").count == 1)
    #expect(
      output.contains(
        """
        App/Names.swift:4 forEach: Ledger was read after the child had disappeared, and the read \
        returned its last known state. Probably a task or a callback stores a StateReader.
        """))
    #expect(output.contains("store the values that it needs, or read `ifPresent` of the reader."))
  }
}

extension Ledger {
  /// The count while it is small.
  fileprivate var small: Int? {
    get { count < 9 ? count : nil }
    set { if let newValue { count = newValue } }
  }
}

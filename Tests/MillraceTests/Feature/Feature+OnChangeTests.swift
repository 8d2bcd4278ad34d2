// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// Code that runs after a feature that has changed a value.
@MainActor @Suite struct FeatureOnChangeTests {
  private struct Failure: Error {}

  /// `add` changes the count and sends a note, `note` appends its text, `fail` throws.
  private let ledger = Feature<Ledger, LedgerAction> { state, action throws(Failure) in
    switch action {
    case .add(let amount):
      state.count += amount
      return .just(.note("added"))
    case .note(let text): state.notes.append(text)
    case .fail:
      state.count += 1
      throw Failure()
    default: break
    }
    return .none
  }

  @Test func itGetsTheOldValueAndTheStateAndStartsItsEffectAfterThoseOfTheFeature() {
    let feature = ledger.onChange(of: \.count) { old, state in
      state.notes.append("\(old) to \(state.count)")
      return .just(.note("changed"))
    }
    let store = Store(initialState: Ledger(), feature: feature)
    store.dispatch(.add(2))
    store.dispatch(.add(0))
    #expect(store.state.notes == ["0 to 2", "added", "changed", "added"])
  }

  @Test func itsOwnChangeDoesNotCallItAgain() {
    let feature = ledger.onChange(of: \.count) { _, state in
      state.count += 10
      return .none
    }
    let store = Store(initialState: Ledger(), feature: feature)
    store.dispatch(.add(1))
    #expect(store.state.count == 11)
  }

  @Test func itSeesTheChangesOfAllPartsAtOnce() {
    let feature = Feature<Ledger, LedgerAction>.combine(
      Reducer { state, action in if case .add = action { state.count += 1 } },
      Reducer { state, action in if case .add(let amount) = action { state.count += amount } }
    )
    .onChange(of: \.count) { old, state in .just(.note("\(old) to \(state.count)")) }
    var state = Ledger()
    let log = Log()
    func run(_ action: LedgerAction) throws {
      try feature(&state, action).runDetached(Send { log.append("\($0.action)") })
    }
    #expect(throws: Never.self) {
      try run(.add(4))
      try run(.add(-1))
    }
    #expect(log.lines == [#"note("0 to 5")"#])
    #expect(!feature.canThrow)
  }

  @Test func anErrorOfEitherRejectsTheAction() {
    #expect(ledger.canThrow)
    let counted = Reducer<Ledger, LedgerAction> { state, action in
      if case .add(let amount) = action { state.count += amount }
    }
    let limited = counted.onChange(of: \.count) { _, state throws(Failure) in
      if state.count > 3 { throw Failure() }
      return .none
    }
    #expect(limited.canThrow)
    let never = ledger.onChange(of: \.count) { _, state in
      state.notes.append("changed")
      return .none
    }
    for (feature, refused) in [(limited, LedgerAction.add(4)), (never, .fail)] {
      let store = Store(initialState: Ledger(), feature: feature)
      store.onRejection = { _ in }
      #expect(throws: Failure.self) { try store.dispatch(refused).get() }
      #expect(store.state == Ledger())
    }
  }

  @Test func aLiftedOneReactsToItsOwnPartAndSendsItsOwnActions() {
    let noting = ledger.onChange(of: \.count) { old, state in
      .just(.note("\(old) to \(state.count)"))
    }
    let shop = Feature<Shop, ShopAction>.combine {
      noting.lift(action: \.ledger, state: \.ledger)
      noting.ifLet(action: \.detail, state: \.detail)
    }
    var state = Shop()
    state.detail = Ledger()
    let store = Store(initialState: state, feature: shop)
    store.dispatch(.ledger(.add(1)))
    store.dispatch(.detail(.add(2)))
    #expect(store.state.ledger.notes == ["added", "0 to 1"])
    #expect(store.state.detail?.notes == ["added", "0 to 2"])
  }

  private struct Watched: Sendable {
    static let reads = Locked(0)
    var ledger = Ledger()
    var detail: Ledger?

    var count: Int {
      Self.reads.withLock { $0 += 1 }
      return ledger.count
    }
  }

  @Test func aRoutedFeatureStaysRouted() {
    let feature = Feature<Watched, ShopAction>.combine {
      ledger.lift(action: \.ledger, state: \.ledger).onChange(of: \.count) { _, _ in .none }
      ledger.ifLet(action: \.detail, state: \.detail)
    }
    let store = Store(initialState: Watched(detail: Ledger()), feature: feature)
    store.dispatch(.detail(.note("a")))
    #expect(Watched.reads.withLock { $0 } == 0)
    store.dispatch(.ledger(.note("a")))
    #expect(Watched.reads.withLock { $0 } == 2)
  }

  @Test func onlyTheValueIsHeldWhileTheFeatureRuns() throws {
    let feature = Reducer<Ledger, LedgerAction>.ledger.onChange(of: \.payload.count) { _, _ in
      .none
    }
    var state = Ledger(payload: Array(repeating: 0, count: 1_000))
    let address = state.payloadAddress
    try feature(&state, .write(0))
    #expect(state.payload[0] == 1)
    #expect(state.payloadAddress == address)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct StoreTypeThunkTests {
  private struct Insufficient: Error {}

  private let store = LedgerStore(initialState: Ledger(), reducer: .ledger)

  /// In a function that is not async, so that the synchronous form is taken.
  private func withdraw(_ amount: Int) throws -> Int {
    try store.dispatch { handler, reader in
      handler.dispatch(.add(10))
      guard reader.select(\.count) >= amount else { throw Insufficient() }
      handler.dispatch(.add(-amount))
      return reader.state.count
    }
  }

  @Test func aReadRightAfterADispatchSeesTheNewState() throws {
    #expect(try withdraw(4) == 6)
    #expect(store.count == 6)
  }

  @Test func whatWasDispatchedBeforeAnErrorIsCommitted() {
    #expect(throws: Insufficient.self) { try withdraw(100) }
    #expect(store.count == 10)
  }

  @Test func anAsynchronousThunkReadsAndDispatchesAcrossItsWaits() async throws {
    let gate = Gate()
    let running = Task { [store] in
      try await store.dispatch { handler, reader in
        handler.dispatch(.note("loading"))
        await gate.wait()
        guard reader.select(\.count) == 5 else { throw Insufficient() }
        handler.dispatch(.note("loaded"))
        return reader.select(\.notes)
      }
    }
    await until { store.notes == ["loading"] }
    store.dispatch(.add(5))
    await gate.open()
    #expect(try await running.value == ["loading", "loaded"])
  }

  @Test func anAsynchronousThunkThrows() async {
    await #expect(throws: Insufficient.self) {
      try await store.dispatch { handler, _ in
        await Task.yield()
        handler.dispatch(.add(1))
        throw Insufficient()
      }
    }
    #expect(store.count == 1)
  }

  @Test func aProjectionTakesThunksToo() {
    let projection = store.projection(action: { LedgerAction.add($0) }, state: \.count)
    func run() -> Int {
      projection.dispatch { handler, reader in
        handler.dispatch(3)
        return reader.state
      }
    }
    #expect(run() == 3)
  }

  @Test func sourcesAreThePlacesInsideTheThunk() {
    var lines: [UInt] = []
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { _, source, _ in
        lines.append(source.line)
        return .none
      })
    let line: UInt = #line + 2
    store.dispatch { handler, _ in
      handler.dispatch(.add(1))
      handler.dispatch(.add(1))
    }
    #expect(lines == [line, line + 1])
  }
}

// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillracePersistence
import MillraceTesting
import Testing

/// A store with a journal under `TestStore`.
@MainActor
struct JournalInTestStoreTests {
  enum Action: Codable, Equatable, Sendable {
    case put(Int)
    case isSafe(Int)
  }

  typealias TillJournal = Journal<Purse, Action>

  private func opened(_ journal: TillJournal) async throws -> TestStore<Purse, Action> {
    let feature = Feature<Purse, Action> { purse, action in
      switch action {
      case .put(let coin):
        purse.total += coin
        return .run { send in
          try await journal.synced()
          await send(.isSafe(coin))
        }
      case .isSafe(let coin):
        purse.coins.append(coin)
        return .none
      }
    }
    return try await TestStore(opening: { middleware, clock in
      try await Store(
        recovering: journal, initialState: Purse(), feature: feature, middleware: middleware,
        clock: clock)
    })
  }

  @Test func stepsAndRestartsAreTested() async throws {
    let log = MemoryLog()
    func journal() -> TillJournal { Journal(on: log, of: Purse.self, actions: Action.self) }
    let store = try await opened(journal())
    await store.send(.put(3)) { $0.total = 3 }
    await store.receive(.isSafe(3), timeout: .seconds(60)) { $0.coins = [3] }
    let receipt = await store.send(.put(4)) { $0.total = 7 }
    await store.receive(.isSafe(4), timeout: .seconds(60)) { $0.coins = [3, 4] }
    try await receipt.synced()
    await store.finish(timeout: .seconds(60))
    log.kill()

    let second = journal()
    let next = try await opened(second)
    #expect(next.state == Purse(total: 7, coins: [3, 4]))
    await next.send(.put(1)) { $0.total = 8 }
    await next.receive(.isSafe(1), timeout: .seconds(60)) { $0.coins = [3, 4, 1] }
    await next.finish(timeout: .seconds(60))
    try await second.close()
    withExtendedLifetime(store) {}
  }

  @Test func recoveryThatFailsThrows() async throws {
    let log = MemoryLog()
    log.fault = .unreadable
    await #expect(throws: JournalError.self) {
      _ = try await opened(Journal(on: log, of: Purse.self, actions: Action.self))
    }
  }
}

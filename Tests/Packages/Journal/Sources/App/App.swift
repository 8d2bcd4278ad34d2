// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillracePersistence

enum CounterAction: Codable, Sendable { case increment }

@MainActor
func makeStore(at url: URL) async throws -> Store<Int, CounterAction> {
  let journal = try Journal(at: url, of: Int.self, actions: CounterAction.self)
  return try await Store(
    recovering: journal, initialState: 0,
    feature: Reducer<Int, CounterAction> { count, _ in count += 1 })
}

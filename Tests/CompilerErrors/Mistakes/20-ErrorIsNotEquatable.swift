// SPDX-License-Identifier: Apache-2.0
// A step of a test expects an error that is not Equatable.

import Millrace
import MillraceTesting

struct Overdrawn: Error {}
enum BankAction: Equatable, Sendable { case withdraw(Int) }

@MainActor func rejections(_ store: TestStore<Int, BankAction>) async {
  // error: The error is not Equatable: expect its type, 'throws: Overdrawn.self', or
  await store.send(.withdraw(1), throws: Overdrawn())
  // error: The error is not Equatable: expect its type, 'throws: Overdrawn.self', or
  await store.receive(.withdraw(1), throws: Overdrawn())
  await store.send(.withdraw(1), throws: Overdrawn.self)
  await store.receive(.withdraw(1), throws: Overdrawn.self)
}

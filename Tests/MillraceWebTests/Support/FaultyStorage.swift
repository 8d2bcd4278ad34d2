// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceWeb
import Synchronization

/// A storage that counts its writes, and whose reads and writes can fail.
final class FaultyStorage: SessionStorage {
  struct Fault: Error {}
  let memory = MemorySessionStorage()
  let isBroken = Mutex(false)
  let writes = Mutex(0)

  func value(named name: String, of session: String) throws -> Data? {
    if isBroken.withLock({ $0 }) { throw Fault() }
    return memory.value(named: name, of: session)
  }

  func keep(_ value: Data, named name: String, of session: String) throws {
    if isBroken.withLock({ $0 }) { throw Fault() }
    writes.withLock { $0 += 1 }
    memory.keep(value, named: name, of: session)
  }

  func forget(_ session: String) { memory.forget(session) }
}

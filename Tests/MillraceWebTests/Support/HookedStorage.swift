// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import MillraceWeb

/// A storage in memory; before each call of it a test may wait or throw.
final class HookedStorage: SessionStorage {
  struct Fault: Error {}

  enum Call: Equatable {
    case value(String)
    case keep(String)
    case copy(String, to: String)
    case forget(String)
  }

  let memory = MemorySessionStorage()
  private let state = Mutex<(calls: [Call], hook: @Sendable (Call) async throws -> Void)>(
    ([], { _ in }))

  var calls: [Call] { state.withLock { $0.calls } }

  func onCall(_ hook: @escaping @Sendable (Call) async throws -> Void) {
    state.withLock { $0.hook = hook }
  }

  func fail(at calls: Call...) { onCall { if calls.contains($0) { throw Fault() } } }

  private func begin(_ call: Call) async throws {
    let hook = state.withLock { state in
      state.calls.append(call)
      return state.hook
    }
    try await hook(call)
  }

  func value(named name: String, of session: String) async throws -> Data? {
    try await begin(.value(session))
    return memory.value(named: name, of: session)
  }

  func keep(_ value: Data, named name: String, of session: String) async throws {
    try await begin(.keep(session))
    memory.keep(value, named: name, of: session)
  }

  func copy(_ session: String, to other: String) async throws {
    try await begin(.copy(session, to: other))
    memory.copy(session, to: other)
  }

  func forget(_ session: String) async throws {
    try await begin(.forget(session))
    memory.forget(session)
  }

  func note(of id: SessionID) -> String? {
    memory.value(named: "note", of: id.text).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Makes those wait that come to it, until it is opened.
final class Gate: Sendable {
  private let isReached = Mutex(false)
  private let (gate, opened) = AsyncStream<Void>.makeStream()

  func pass() async {
    isReached.withLock { $0 = true }
    for await _ in gate {}
  }

  /// Returns when the first one waits.
  func untilReached() async throws {
    try await until("the storage is called") { isReached.withLock { $0 } }
  }

  func open() { opened.finish() }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

@testable import MillraceWeb

/// A storage that records its calls.
///
/// A test can wait or throw before and after each one.
final class HookedStorage: SessionStorage {
  struct Fault: Error {}

  struct Call: Equatable, Sendable, CustomStringConvertible {
    enum Kind { case value, keep, forget }
    let kind: Kind
    let name: String
    let session: String
    /// Counts from 1.
    let number: Int

    var isOfRecord: Bool { name == CookieMarks.name }
    var description: String { "\(kind) \(name)" }
  }

  typealias Hook = @Sendable (_ call: Call, _ isDone: Bool) async throws -> Void

  let base: any SessionStorage
  private let state = Mutex<(calls: [Call], hook: Hook)>(([], { _, _ in }))

  init(_ base: any SessionStorage = MemorySessionStorage()) { self.base = base }

  var calls: [Call] { state.withLock { $0.calls } }

  /// The calls since the last `forgetCalls`, as texts.
  var texts: [String] { calls.map(\.description) }

  func forgetCalls() { state.withLock { $0.calls = [] } }

  func onCall(_ hook: @escaping Hook) { state.withLock { $0.hook = hook } }

  func work() { onCall { _, _ in } }

  /// Lets one call fail, before or after it has taken effect.
  func fail(at number: Int, isDone: Bool) {
    onCall { if $0.number == number, $1 == isDone { throw Fault() } }
  }

  /// Simulates the end of the process before or after a call takes effect: all later calls fail.
  func die(at number: Int, isDone: Bool) {
    onCall { call, isAfter in
      if call.number > number || call.number == number && isAfter == isDone { throw Fault() }
    }
  }

  private func run<Value>(
    _ kind: Call.Kind, _ name: String, _ session: String, _ work: () async throws -> Value
  ) async throws -> Value {
    let (call, hook) = state.withLock { state in
      let call = Call(
        kind: kind, name: name, session: session, number: state.calls.count + 1)
      state.calls.append(call)
      return (call, state.hook)
    }
    try await hook(call, false)
    let value = try await work()
    try await hook(call, true)
    return value
  }

  func value(named name: String, of session: String) async throws -> Data? {
    try await run(.value, name, session) { try await base.value(named: name, of: session) }
  }

  func keep(_ value: Data, named name: String, of session: String) async throws {
    try await run(.keep, name, session) {
      try await base.keep(value, named: name, of: session)
    }
  }

  func forget(_ session: String) async throws {
    try await run(.forget, "", session) { try await base.forget(session) }
  }

  /// A value of a session as text.
  func text(_ name: String, of id: SessionID) async throws -> String? {
    try await base.value(named: name, of: id.text).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The record of a session.
  func record(of id: SessionID) async throws -> CookieMarks? {
    try await base.value(named: CookieMarks.name, of: id.text).map {
      try JSONDecoder().decode(CookieMarks.self, from: $0)
    }
  }
}

/// Lets the tasks that call `pass` wait until it is opened.
final class Gate: Sendable {
  private let (reached, isReached) = AsyncStream<Void>.makeStream()
  private let (gate, opened) = AsyncStream<Void>.makeStream()

  func pass() async {
    isReached.yield()
    for await _ in gate {}
  }

  /// Returns when a task waits.
  func untilReached() async { for await _ in reached { break } }

  func open() { opened.finish() }
}

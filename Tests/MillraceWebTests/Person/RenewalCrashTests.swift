// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import MillraceWeb

#if Persistence
  import MillracePersistence
#endif

/// The storage of a process that is killed at a call: that one and all later ones throw.
private final class MortalStorage: SessionStorage {
  struct Killed: Error {}

  /// The call at which the process ends.
  struct Death {
    var call = Int.max
    /// Whether the call was done, and only its answer did not come.
    var isDone = false
  }

  private let base: any SessionStorage
  private let death: Death
  private let calls = Mutex(0)

  init(_ base: any SessionStorage, _ death: Death) { (self.base, self.death) = (base, death) }

  var isDead: Bool { calls.withLock { $0 } >= death.call }

  private func call<Value>(_ work: () async throws -> Value) async throws -> Value {
    let number = calls.withLock { calls in
      calls += 1
      return calls
    }
    if number < death.call { return try await work() }
    if number == death.call, death.isDone { _ = try await work() }
    throw Killed()
  }

  func value(named name: String, of session: String) async throws -> Data? {
    try await call { try await base.value(named: name, of: session) }
  }

  func keep(_ value: Data, named name: String, of session: String) async throws {
    try await call { try await base.keep(value, named: name, of: session) }
  }

  func copy(_ session: String, to other: String) async throws {
    try await call { try await base.copy(session, to: other) }
  }

  func forget(_ session: String) async throws {
    try await call { try await base.forget(session) }
  }
}

/// Where sessions are kept from one process to the next.
enum LastingStorage: CaseIterable {
  case memory, folder
  #if Persistence
    case file
  #endif
}

/// A process is killed at each step of a renewal: what the person has is found by its cookie.
@MainActor @Suite(.timeLimit(.minutes(10))) struct RenewalCrashTests {
  private typealias Death = MortalStorage.Death
  /// Opens a storage as the next process does.
  private typealias Opening = @MainActor () throws -> any SessionStorage
  private let key = SessionKey()

  /// Runs a test with a kind of storage.
  private func withStorage(
    _ kind: LastingStorage, _ body: @MainActor (@escaping Opening) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("millrace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    switch kind {
    case .memory:
      let storage = MemorySessionStorage()
      try await body { storage }
    case .folder: try await body { try FolderSessionStorage(folder) }
    #if Persistence
      case .file:
        var last: SQLiteValues?
        try await body {
          try last?.close()
          let next = try SQLiteValues(at: folder.appendingPathComponent("values"))
          last = next
          return next
        }
    #endif
    }
  }

  /// Keeps what a person has before the log-in, one value of it under a name that no page asks for.
  private func person(in storage: any SessionStorage) async throws -> SessionID {
    let id = SessionID()
    for name in ["note", "other"] {
      try await storage.keep(Data("\"before\"".utf8), named: name, of: id.text)
    }
    return id
  }

  /// What a browser finds with its cookie.
  private func found(_ life: Life, _ cookie: String) async throws -> String {
    let person = try life.visit(cookie).session()
    let (note, other) = (
      try await KeptNote.of(person), try await KeptNote.of(person, "other")
    )
    #expect(other.text == "before")
    return note.text
  }

  /// Logs in, is killed at a step, and comes back.
  ///
  /// - Returns: Whether there was such a step.
  private func check(
    _ open: Opening, _ death: Death, again: Death = Death(), answers: Int,
    _ logIn: @MainActor (Life, String) async throws -> (cookie: String, isIn: Bool)
  ) async throws -> (first: Bool, again: Bool) {
    let storage = try open()
    let id = try await person(in: storage)
    let mortal = MortalStorage(storage, death)
    let first = Life(mortal, key)
    let old = first.cookie(of: id)
    let (cookie, isIn) = try await logIn(first, old)
    let next = MortalStorage(try open(), again)
    _ = try? await found(Life(next, key), cookie)
    let last = try open()
    let third = Life(last, key)
    let text = try await found(third, cookie)
    let comment = Comment(rawValue: "killed at \(death), then at \(again), answers: \(answers)")
    if cookie == old {
      #expect(text == "before", comment)
    } else {
      #expect(isIn ? text == "in" : ["before", "in"].contains(text), comment)
      #expect(try await last.value(named: "note", of: id.text) == nil, comment)
    }
    return (mortal.isDead, next.isDead)
  }

  /// Kills at each step before and after it, until there are no more.
  private func forEachStep(_ body: @MainActor (Death) async throws -> Bool) async throws {
    for isDone in [false, true] {
      var call = 1
      while try await body(Death(call: call, isDone: isDone)) { call += 1 }
      #expect(call > 1, "there are steps")
    }
  }

  @Test(arguments: LastingStorage.allCases, 0...2)
  func aClick(kind: LastingStorage, answers: Int) async throws {
    try await withStorage(kind) { open in
      try await forEachStep { death in
        try await check(open, death, answers: answers) {
          try await $0.logInByClick($1, answers: answers)
        }.first
      }
    }
  }

  @Test(arguments: LastingStorage.allCases, 0...1)
  func aPageThatIsMade(kind: LastingStorage, answers: Int) async throws {
    try await withStorage(kind) { open in
      try await forEachStep { death in
        try await check(open, death, answers: answers) {
          try await $0.logInByPage($1, answers: answers)
        }.first
      }
    }
  }

  @Test func aSecondCrashWhileThePersonComesBack() async throws {
    try await withStorage(.memory) { open in
      for call in 1...8 {
        try await forEachStep { again in
          try await check(
            open, Death(call: call, isDone: call.isMultiple(of: 2)), again: again, answers: 2
          ) { try await $0.logInByClick($1, answers: 2) }.again
        }
      }
    }
  }

  @Test func anotherBrowserWithTheOldIDIsCutOff() async throws {
    let storage = MemorySessionStorage()
    let id = try await person(in: storage)
    let first = Life(storage, key)
    let old = first.cookie(of: id)
    let (cookie, _) = try await first.logInByClick(old, answers: 1)

    // The process is killed. Another browser comes first, and changes something.
    let second = Life(storage, key)
    let other = try second.visit(old).session()
    try await KeptNote.of(other).text = "changed"
    #expect(try await found(second, cookie) == "changed")
    #expect(other.hasEnded)
    #expect(second.persons.hasEnded(id))
    #expect(storage.value(named: "note", of: id.text) == nil)
  }

  @Test func theOldValuesGoWhenTheBrowserShowsTheNewID() async throws {
    let storage = MemorySessionStorage()
    let id = try await person(in: storage)
    let life = Life(storage, key)
    let old = life.cookie(of: id)
    let (cookie, _) = try await life.logInByPage(old, answers: 1)
    #expect(storage.value(named: "note", of: id.text) == Data("\"before\"".utf8))
    #expect(try life.visit(old).provesSession == false, "no request gets them")
    #expect(try await found(life, cookie) == "in")
    #expect(storage.value(named: "note", of: id.text) == nil)
  }
}

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

  /// How a person logs in.
  ///
  /// What comes back is the cookie that the browser has then, and whether it is stored for that
  /// cookie that the person is in.
  private typealias LogIn =
    @MainActor (Life, _ cookie: String) async throws -> (cookie: String, isIn: Bool)

  /// Logs in, in one process after the other, each of which is killed at a step.
  ///
  /// - Returns: Whether the last process had such a step.
  private func check(_ open: Opening, _ deaths: [Death], _ logIn: LogIn) async throws -> Bool {
    let id = try await person(in: try open())
    let old = Life(MemorySessionStorage(), key).cookie(of: id)
    var (cookie, isIn, isDead) = (old, false, false)
    for death in deaths {
      let mortal = MortalStorage(try open(), death)
      let life = Life(mortal, key)
      let end = try await logIn(life, cookie)
      await life.persons.saved()
      (cookie, isIn, isDead) = (end.cookie, isIn || end.isIn, mortal.isDead)
    }
    let comment = Comment(rawValue: "killed at \(deaths)")
    let last = try open()
    let text = try await found(Life(last, key), cookie)
    if cookie == old {
      #expect(text == "before", comment)
    } else {
      #expect(isIn ? text == "in" : ["before", "in"].contains(text), comment)
      let former = try await last.value(named: "note", of: id.text)
      #expect([nil, Data("\"before\"".utf8)].contains(former), comment)
    }
    return isDead
  }

  /// Kills at each step before and after it, until there are no more.
  private func forEachStep(_ body: @MainActor (Death) async throws -> Bool) async throws {
    for isDone in [false, true] {
      let most = 60
      for call in 1...most {
        guard try await body(Death(call: call, isDone: isDone)) else {
          #expect(call > 1, "there are steps")
          break
        }
        #expect(call < most, "the steps have an end")
      }
    }
  }

  @Test(arguments: LastingStorage.allCases, 0...2)
  func aClick(kind: LastingStorage, answers: Int) async throws {
    try await withStorage(kind) { open in
      try await forEachStep { death in
        try await check(open, [death]) { try await $0.logInByClick($1, answers: answers) }
      }
    }
  }

  @Test(arguments: LastingStorage.allCases, 0...1)
  func aPageThatIsMade(kind: LastingStorage, answers: Int) async throws {
    try await withStorage(kind) { open in
      try await forEachStep { death in
        try await check(open, [death]) { try await $0.logInByPage($1, answers: answers) }
      }
    }
  }

  @Test func aSecondRenewalAfterACrashThatIsKilledToo() async throws {
    try await withStorage(.memory) { open in
      for call in 1...8 {
        let first = Death(call: call, isDone: call.isMultiple(of: 2))
        try await forEachStep { again in
          try await check(open, [first, again]) { try await $0.logInByClick($1) }
        }
      }
    }
  }

  @Test func afterACrashThePromisedIDAndTheOldOneAreTwoSessions() async throws {
    let storage = MemorySessionStorage()
    let id = try await person(in: storage)
    let first = Life(storage, key)
    let old = first.cookie(of: id)
    let (cookie, _) = try await first.logInByClick(old, answers: 1)

    // The process is killed. Another browser comes first, and changes something.
    let second = Life(storage, key)
    let other = try second.visit(old).session()
    try await KeptNote.of(other).text = "changed"
    try await other.written()
    #expect(try await found(second, cookie) == "before")
    #expect(!other.hasEnded)
    #expect(try await found(second, old) == "changed")
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
    await life.persons.saved()
    #expect(storage.value(named: "note", of: id.text) == nil)
    #expect(storage.count == 1)
  }
}

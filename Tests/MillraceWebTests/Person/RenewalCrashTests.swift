// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceWeb

#if Persistence
  import MillracePersistence
#endif

/// Storages that keep the sessions from one process to the next.
enum LastingStorage: CaseIterable {
  case memory, folder
  #if Persistence
    case file
  #endif

  /// Runs a test with a closure that opens the storage for each simulated process.
  @MainActor func run(
    _ body: @MainActor (@escaping @MainActor () throws -> any SessionStorage) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("millrace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    switch self {
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
        try last?.close()
    #endif
    }
  }
}

/// A process is killed at each call of the storage during a log-in.
@MainActor @Suite(.timeLimit(.minutes(10))) struct RenewalCrashTests {
  private typealias Opening = @MainActor () throws -> any SessionStorage
  private let key = SessionKey()

  /// Logs in, in a process that is killed, and checks which values the next process finds.
  ///
  /// - Returns: Whether the log-in made the call at which the process is killed.
  private func check(
    _ open: Opening, _ kind: RenewalKind, answers: Int, killedAt number: Int, isDone: Bool
  ) async throws -> Bool {
    let (id, first) = (SessionID(), try open())
    for name in ["note", "other"] {
      try await first.keep(Data("\"before\"".utf8), named: name, of: id.text)
    }
    let storage = HookedStorage(try open())
    storage.die(at: number, isDone: isDone)
    let life = Life(storage, key)
    let old = life.cookie(of: id)
    let (cookie, isRenewed, isIn) = try await life.logIn(kind, old, answers: answers)
    let isKilled = storage.calls.count >= number
    let comment = Comment(
      rawValue: "\(kind), \(answers) answers, killed \(isDone ? "after" : "before") call \(number)")

    let next = Life(HookedStorage(try open()), key)
    let (note, other) = (try await next.found(cookie), try await next.found(cookie, "other"))
    if kind == .page, cookie == old {
      // The answer with the new cookie was lost.
      if isRenewed { #expect(note == nil, comment) } else { #expect(note != "in", comment) }
      if note != nil { #expect(other == "before", comment) }
    } else {
      #expect(isIn ? note == "in" : note == "before" || isRenewed && note == "in", comment)
      #expect(other == "before", comment)
    }
    if isRenewed {
      #expect(try await next.found(old) == nil, comment)
      #expect(try await Life(HookedStorage(try open()), key).found(old) == nil, comment)
    }
    return isKilled
  }

  @Test(arguments: LastingStorage.allCases, RenewalKind.allCases)
  func whicheverCookieTheBrowserHasFindsTheValues(
    storage: LastingStorage, kind: RenewalKind
  ) async throws {
    try await storage.run { open in
      for answers in 0...2 {
        for isDone in [false, true] {
          var number = 1
          while try await check(
            open, kind, answers: answers, killedAt: number, isDone: isDone)
          {
            number += 1
          }
          #expect(number > (kind == .click && answers == 2 ? 7 : 2), "the log-in makes calls")
        }
      }
    }
  }

  /// The browser and a stranger have the old cookie, and the stranger also has a pending one.
  ///
  /// Both are invalid after the log-in, also when the session has left memory, and in the next
  /// process.
  @Test(arguments: LastingStorage.allCases, RenewalKind.allCases)
  func noFormerCookieFindsAnything(storage: LastingStorage, kind: RenewalKind) async throws {
    try await storage.run { open in
      let id = SessionID()
      let life = Life(try open(), key)
      let old = life.cookie(of: id)
      try await life.write("before", old)
      let strange = try await life.pending(old).cookie
      #expect(try await life.found(strange) == "before")
      let (new, _, isIn) = try await life.logIn(kind, old)
      #expect(isIn)
      @MainActor func check(_ life: Life) async throws {
        for cookie in [old, strange] {
          let visit = try await life.visit(cookie)
          let person = visit.session()
          #expect(visit.isUnproved && person.id != id)
          let given = await life.answer(visit, cookie)
          #expect(given != cookie && !given.contains(id.text))
          #expect(try await KeptNote.of(person).text == "")
        }
        #expect(try await life.found(new) == "in")
      }
      try await check(life)
      await life.leaveMemory()
      try await check(life)
      await life.leaveMemory()
      try await check(Life(try open(), key))
    }
  }

  /// After an abandoned renewal and a kill, both cookies find the same session.
  @Test(arguments: LastingStorage.allCases)
  func afterAnAbandonedRenewalBothCookiesAreValid(storage: LastingStorage) async throws {
    try await storage.run { open in
      let life = Life(try open(), key)
      let old = life.cookie(of: SessionID())
      try await life.write("before", old)
      let (new, begun, _) = try await life.pending(old)
      await life.giveUp(begun)
      try await life.write("after", new)
      let next = Life(try open(), key)
      let person = try await next.visit(old).session()
      #expect(try await next.visit(new).session() === person)
      #expect(try await KeptNote.of(person).text == "after")
    }
  }
}

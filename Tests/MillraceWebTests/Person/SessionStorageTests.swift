// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceWeb

#if Persistence
  import MillracePersistence

  // All that it takes, in another package with @retroactive: neither module knows the other.
  extension SQLiteValues: SessionStorage {}
#endif

/// What every storage of sessions must do.
private struct SessionStorageRules {
  let one = SessionID().text
  let two = SessionID().text

  func check(_ storage: some SessionStorage) async throws {
    #expect(try await storage.value(named: "a", of: one) == nil)
    try await storage.keep(Data("1".utf8), named: "a", of: one)
    try await storage.keep(Data("2".utf8), named: "b", of: one)
    try await storage.keep(Data("3".utf8), named: "a", of: two)
    try await storage.keep(Data("4".utf8), named: "a", of: one)
    #expect(try await storage.value(named: "a", of: one) == Data("4".utf8))
    #expect(try await storage.value(named: "b", of: one) == Data("2".utf8))
    #expect(try await storage.value(named: "a", of: two) == Data("3".utf8))
    try await storage.forget(one)
    try await storage.forget(one)
    #expect(try await storage.value(named: "a", of: one) == nil)
    #expect(try await storage.value(named: "b", of: one) == nil)
    #expect(try await storage.value(named: "a", of: two) == Data("3".utf8))
  }
}

@Suite struct MemorySessionStorageTests {
  @Test func memoryFollowsTheRules() async throws {
    try await SessionStorageRules().check(MemorySessionStorage())
  }

  @Test func memoryForgetsTheOneThatWasUsedLongestAgo() {
    let storage = MemorySessionStorage(bound: 2)
    storage.keep(Data(), named: "a", of: "1")
    storage.keep(Data(), named: "a", of: "2")
    storage.keep(Data(), named: "b", of: "1")
    storage.keep(Data(), named: "a", of: "3")
    #expect(storage.count == 2)
    #expect(storage.value(named: "a", of: "2") == nil)
    #expect(storage.value(named: "a", of: "1") != nil)
  }
}

private func withFolder(_ body: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("millrace-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder)
}

@Suite struct FolderSessionStorageTests {
  private let one = SessionID().text

  @Test func aFolderFollowsTheRules() async throws {
    try await withFolder { folder in
      try await SessionStorageRules().check(FolderSessionStorage(folder))
    }
  }

  @Test func aFolderSurvivesItsStorage() async throws {
    try await withFolder { folder in
      try await FolderSessionStorage(folder).keep(Data("1".utf8), named: "a", of: one)
      let again = try FolderSessionStorage(folder)
      #expect(try await again.value(named: "a", of: one) == Data("1".utf8))
      let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions]
      #expect(mode as? Int == 0o700)
    }
  }

  @Test(arguments: ["", "..", "a/b", "a.b", "é", String(repeating: "a", count: 101)])
  func noNameLeadsOutOfTheFolder(name: String) async throws {
    try await withFolder { folder in
      let storage = try FolderSessionStorage(folder)
      await #expect(throws: CocoaError.self) {
        try await storage.keep(Data(), named: name, of: one)
      }
      await #expect(throws: CocoaError.self) {
        try await storage.keep(Data(), named: "a", of: name)
      }
      await #expect(throws: CocoaError.self) { try await storage.forget(name) }
    }
  }

  @Test func aFileThatCannotBeReadIsNoMissingOne() async throws {
    try await withFolder { folder in
      let storage = try FolderSessionStorage(folder)
      let place = folder.appendingPathComponent(one).appendingPathComponent("a.json")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      await #expect(throws: (any Error).self) { try await storage.value(named: "a", of: one) }
    }
  }
}

#if Persistence
  @Suite struct SQLiteSessionStorageTests {
    private func file(in folder: URL) throws -> URL {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder.appendingPathComponent("sessions")
    }

    @Test func sqliteFollowsTheRules() async throws {
      try await withFolder { folder in
        try await SessionStorageRules().check(SQLiteValues(at: file(in: folder)))
      }
    }

    @Test func tenThousandSessionsAreThereAfterACrash() async throws {
      try await withFolder { folder in
        let url = try file(in: folder)
        let storage = try SQLiteValues(at: url)
        let sessions = (0..<10_000).map { _ in SessionID().text }
        await withTaskGroup { group in
          for session in sessions {
            group.addTask {
              try? await storage.keep(Data("cart of \(session)".utf8), named: "cart", of: session)
            }
          }
        }
        // What the next process finds, if this one is killed now.
        for end in ["", "-wal"] {
          try FileManager.default.copyItem(atPath: url.path + end, toPath: url.path + ".copy" + end)
        }
        let next = try SQLiteValues(at: URL(fileURLWithPath: url.path + ".copy"))
        for session in sessions {
          let value = try await next.value(named: "cart", of: session)
          #expect(value == Data("cart of \(session)".utf8))
        }
        let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        withExtendedLifetime(storage) {}
      }
    }
  }
#endif

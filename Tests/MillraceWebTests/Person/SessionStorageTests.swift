// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization
import Testing

@testable import MillraceWeb

#if Persistence
  @testable import MillracePersistence

  // This is the whole conformance. In another package it needs @retroactive, because neither the
  // type nor the protocol belongs to that package.
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

  /// What a storage does with limits of three sessions, 100 bytes and 500,000 seconds.
  func checkBounds(
    _ make: (_ now: @escaping @Sendable () -> Int) throws -> some SessionStorage
  ) async throws {
    let time = Atomic<Int>(1_000_000)
    let storage = try make { time.load(ordering: .relaxed) }
    func has(_ session: String) async throws -> Bool {
      try await storage.value(named: "a", of: session) != nil
    }
    func keep(_ session: String, _ bytes: Int = 10) async throws {
      // `SQLiteValues` records a use at most once an hour.
      time.add(10_000, ordering: .relaxed)
      try await storage.keep(Data(count: bytes), named: "a", of: session)
    }
    for session in ["s1", "s2", "s3"] { try await keep(session) }
    time.add(10_000, ordering: .relaxed)
    #expect(try await has("s1"), "a read is a use")
    try await keep("s4")
    #expect(try await [has("s1"), has("s2"), has("s3"), has("s4")] == [true, false, true, true])
    try await keep("s3", 20)
    try await keep("s1", 75)  // 105 bytes in total: s4 goes, because it was used before s3
    #expect(try await [has("s1"), has("s3"), has("s4")] == [true, true, false])
    time.add(1_000_000, ordering: .relaxed)
    #expect(try await has("s1") == false, "it was not used for too long")
    try await keep("s5")
    #expect(try await [has("s3"), has("s5")] == [false, true])
  }
}

@Suite struct MemorySessionStorageTests {
  @Test func memoryFollowsTheRules() async throws {
    try await SessionStorageRules().check(MemorySessionStorage())
  }

  @Test func memoryHasBounds() async throws {
    try await SessionStorageRules().checkBounds {
      MemorySessionStorage(bound: 3, bytes: 100, age: .seconds(500_000), now: $0)
    }
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

@Suite(.timeLimit(.minutes(10))) struct FolderSessionStorageTests {
  private let one = SessionID().text

  @Test func aFolderFollowsTheRules() async throws {
    try await withFolder { folder in
      try await SessionStorageRules().check(FolderSessionStorage(folder))
    }
  }

  @Test func aFolderHasBounds() async throws {
    try await withFolder { folder in
      try await SessionStorageRules().checkBounds {
        try FolderSessionStorage(
          folder, bound: 3, bytes: 100, age: .seconds(500_000), now: $0)
      }
    }
  }

  @Test func aFolderKnowsItsSessionsAndTheirUsesAfterARestart() async throws {
    try await withFolder { folder in
      let time = Atomic<Int>(1_000_000)
      func storage() throws -> FolderSessionStorage {
        try FolderSessionStorage(folder, bound: 2, bytes: 1_000, age: .seconds(10_000)) {
          time.add(10, ordering: .relaxed).newValue
        }
      }
      let first = try storage()
      for session in ["s1", "s2"] {
        try await first.keep(Data("1".utf8), named: "a", of: session)
        _ = try await first.value(named: "a", of: session)
      }
      _ = try await first.value(named: "a", of: "s1")
      let second = try storage()
      try await second.keep(Data("1".utf8), named: "a", of: "s3")
      #expect(try await second.value(named: "a", of: "s1") != nil)
      #expect(try await second.value(named: "a", of: "s2") == nil)
    }
  }

  @Test func aFolderThatCouldNotBeReadIsReadByTheNextCall() async throws {
    try await withFolder { folder in
      let time = Atomic<Int>(1_000_000)
      func storage() throws -> FolderSessionStorage {
        try FolderSessionStorage(folder, bound: 2, bytes: 1_000, age: .seconds(10_000)) {
          time.add(10, ordering: .relaxed).newValue
        }
      }
      let first = try storage()
      for session in ["s1", "s2"] {
        try await first.keep(Data("1".utf8), named: "a", of: session)
        _ = try await first.value(named: "a", of: session)
      }
      let second = try storage()
      let away = folder.appendingPathExtension("away")
      defer { try? FileManager.default.removeItem(at: away) }
      try FileManager.default.moveItem(at: folder, to: away)
      #expect(try await second.value(named: "a", of: "s1") == nil)
      try FileManager.default.moveItem(at: away, to: folder)
      try await second.keep(Data("1".utf8), named: "a", of: "s3")
      #expect(try await second.value(named: "a", of: "s1") == nil, "two sessions at most")
      #expect(try await second.value(named: "a", of: "s2") != nil)
    }
  }

  /// Swift's pool of threads has one for each core.
  ///
  /// More calls than that wait here, and another task ends their wait.
  @Test func aSlowDiskHoldsUpNoOtherWork() async throws {
    try await withFolder { folder in
      let gate = DispatchSemaphore(value: 0)
      let count = 2 * ProcessInfo.processInfo.activeProcessorCount + 8
      let isInTime = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<count {
          let isInTime = Mutex(true)
          let storage = try FolderSessionStorage(
            folder.appendingPathComponent("\(number)"), bound: 2, bytes: 1_000, age: .seconds(10)
          ) {
            if gate.wait(timeout: .now() + 20) == .timedOut { isInTime.withLock { $0 = false } }
            return 1_000_000
          }
          group.addTask {
            try await storage.keep(Data("1".utf8), named: "a", of: "s")
            return isInTime.withLock { $0 }
          }
        }
        group.addTask {
          for _ in 0..<count { gate.signal() }
          return true
        }
        return try await group.reduce(true) { $0 && $1 }
      }
      #expect(isInTime)
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

  @Test func aWriteThatFailsLeavesNoFile() async throws {
    try await withFolder { folder in
      let storage = try FolderSessionStorage(folder)
      // A folder, which no file can replace.
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("s1/a.json"), withIntermediateDirectories: true)
      await #expect(throws: POSIXError.self) {
        try await storage.keep(Data("1".utf8), named: "a", of: "s1")
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/s1")
      #expect(left == ["a.json"])
    }
  }

  @Test func whatAKilledProcessHasLeftOfAForgottenSessionGoes() async throws {
    try await withFolder { folder in
      let rest = folder.appendingPathComponent(".forgotten-s1")
      try FileManager.default.createDirectory(at: rest, withIntermediateDirectories: true)
      try Data(count: 90).write(to: rest.appendingPathComponent("a.json"))
      let storage = try FolderSessionStorage(folder, bound: 1, bytes: 100, age: .seconds(10)) { 0 }
      try await storage.keep(Data(count: 50), named: "a", of: "s2")
      #expect(try await storage.value(named: "a", of: "s2") != nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["s2"])
      try await storage.keep(Data("1".utf8), named: "a", of: "s1")
      try await storage.forget("s1")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  /// The process is killed before, in or after a removal.
  ///
  /// The first removal has the number 1.
  @Test(arguments: [1, 2], ["before", "in", "after"])
  func aProcessThatIsKilledWhileItForgetsLeavesAllOrNothing(
    number: Int, moment: String
  ) async throws {
    struct Kill: Error {}
    try await withFolder { folder in
      let names = ["millrace-cookie", "a", "b"]
      func values() async throws -> [Data?] {
        let next = try FolderSessionStorage(folder)
        var values: [Data?] = []
        for name in names { values.append(try await next.value(named: name, of: "s1")) }
        #expect(try await next.value(named: "a", of: "s2") == Data("a".utf8))
        return values
      }
      let removals = Mutex(0)
      @Sendable func removeItem(_ place: URL) throws {
        let isLast = removals.withLock { count in
          count += 1
          return count == number
        }
        if isLast, moment == "before" { throw Kill() }
        if isLast, moment == "in" {
          let files = try FileManager.default.contentsOfDirectory(
            at: place, includingPropertiesForKeys: nil)
          try FileManager.default.removeItem(at: files[0])
          throw Kill()
        }
        try FileManager.default.removeItem(at: place)
        if isLast { throw Kill() }
      }
      let storage = try FolderSessionStorage(folder, now: { 0 }, removeItem: removeItem)
      for name in names { try await storage.keep(Data(name.utf8), named: name, of: "s1") }
      try await storage.keep(Data("a".utf8), named: "a", of: "s2")
      // An earlier attempt to forget the session has failed, and the session was stored again.
      let rest = folder.appendingPathComponent(".forgotten-s1")
      try FileManager.default.createDirectory(at: rest, withIntermediateDirectories: true)
      for name in names { try Data().write(to: rest.appendingPathComponent("\(name).json")) }

      await #expect(throws: Kill.self) { try await storage.forget("s1") }
      #expect(removals.withLock { $0 } == number)
      let isThere = number == 1
      #expect(FileManager.default.fileExists(atPath: folder.path + "/s1") == isThere)
      // If the process continues, it tries again.
      let copy = folder.appendingPathExtension("copy")
      defer { try? FileManager.default.removeItem(at: copy) }
      try FileManager.default.copyItem(at: folder, to: copy)
      try await storage.forget("s1")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["s2"])
      // If the process was killed, the next one finds all or nothing.
      try FileManager.default.removeItem(at: folder)
      try FileManager.default.moveItem(at: copy, to: folder)
      #expect(try await values() == names.map { isThere ? Data($0.utf8) : nil })
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(left.sorted() == (isThere ? ["s1", "s2"] : ["s2"]))
    }
  }

  @Test func aSessionThatCannotBeDeletedIsCountedAndDeletedLater() async throws {
    struct Busy: Error {}
    try await withFolder { folder in
      let isBusy = Mutex(true)
      let storage = try FolderSessionStorage(
        folder, bytes: 100, now: { 0 },
        removeItem: { place in
          if isBusy.withLock({ $0 }) { throw Busy() }
          try FileManager.default.removeItem(at: place)
        })
      try await storage.keep(Data(count: 60), named: "a", of: "s1")
      try await storage.keep(Data(count: 60), named: "a", of: "s2")
      isBusy.withLock { $0 = false }
      try await storage.keep(Data(count: 10), named: "a", of: "s3")
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(left.sorted() == ["s2", "s3"])
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

  @Test func aSlowReadHoldsUpNoOtherPerson() async throws {
    try await withFolder { folder in
      let (begun, isBegun) = AsyncStream<Void>.makeStream()
      let gate = DispatchSemaphore(value: 0)
      let storage = try FolderSessionStorage(folder, now: { 0 }) { [one] file in
        if file.path.contains(one) {  // on a thread of Dispatch, which may wait
          isBegun.yield()
          gate.wait()
        }
        return try Data(contentsOf: file)
      }
      var two = SessionID().text
      while storage.reader(of: two) === storage.reader(of: one) { two = SessionID().text }
      try await storage.keep(Data("1".utf8), named: "a", of: one)
      let slow = Task { [one] in try await storage.value(named: "a", of: one) }
      for await _ in begun { break }
      try await storage.keep(Data("2".utf8), named: "a", of: two)
      #expect(try await storage.value(named: "a", of: two) == Data("2".utf8))
      gate.signal()
      #expect(try await slow.value == Data("1".utf8))
    }
  }

  @Test func aFolderThatCannotBeReachedIsNoMissingOne() async throws {
    try await withFolder { folder in
      let storage = try FolderSessionStorage(folder)
      let place = folder.appendingPathComponent(one).path
      try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: place)
      await #expect(throws: POSIXError.self) { try await storage.value(named: "a", of: one) }
      await #expect(throws: POSIXError.self) { try await storage.forget(one) }
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

    @Test func sqliteHasBounds() async throws {
      try await withFolder { folder in
        let url = try file(in: folder)
        try await SessionStorageRules().checkBounds {
          try SQLiteValues(at: url, bound: 3, bytes: 100, age: .seconds(500_000), now: $0)
        }
      }
    }

    @Test func tenThousandSessionsAreThereAfterACrash() async throws {
      try await withFolder { folder in
        let url = try file(in: folder)
        let storage = try SQLiteValues(at: url)
        let sessions = (0..<10_000).map { _ in SessionID().text }
        try await withThrowingTaskGroup { group in
          for session in sessions {
            group.addTask {
              try await storage.keep(Data("cart of \(session)".utf8), named: "cart", of: session)
            }
          }
          try await group.waitForAll()
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

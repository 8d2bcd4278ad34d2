// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceWeb

/// Stored values that cannot be decoded.
@MainActor @Suite(.timeLimit(.minutes(5))) struct UnreadableValueTests {
  /// A `FolderSessionStorage` takes names of at most 100 bytes.
  @Test func aValueWithALongNameIsCopiedToo() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("millrace-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (storage, id) = (try FolderSessionStorage(folder), SessionID())
    let names = ["a", "b"].map { String(repeating: "n", count: 99) + $0 }
    for name in names { try await storage.keep(Data("{}".utf8), named: name, of: id.text) }
    let session = PersonSession(
      id: id, isNew: false, storage: storage, log: .silent, now: .zero
    ) { _ in }
    for name in names { #expect(try await KeptNote.of(session, name).text == "") }
    let copies = names.map { PersonSession.copyName(of: $0) }
    #expect(Set(copies).count == 2)
    for copy in copies {
      #expect(copy.utf8.count <= 100 && copy.hasSuffix("-unreadable"))
      #expect(try await storage.value(named: copy, of: id.text) == Data("{}".utf8))
    }
  }

  @Test func theNameOfACopyIsThatOfTheValueWithASuffix() {
    #expect(PersonSession.copyName(of: "desk") == "desk-unreadable")
    let longest = String(repeating: "n", count: 89)
    #expect(PersonSession.copyName(of: longest) == longest + "-unreadable")
  }
}

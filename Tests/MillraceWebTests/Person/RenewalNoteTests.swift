// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceWeb

@Suite struct RenewalNoteTests {
  private let storage = MemorySessionStorage()
  private let old = SessionID()
  private let new = SessionID()

  @Test func aNoteIsFoundAsItWasKept() async throws {
    #expect(try await RenewalNote.find(for: new, in: storage) == nil)
    for isCopied in [false, true] {
      let note = RenewalNote(former: old, isCopied: isCopied)
      try await note.keep(for: new, in: storage)
      #expect(try await RenewalNote.find(for: new, in: storage) == note)
    }
    #expect(try await RenewalNote.find(for: old, in: storage) == nil)
    storage.forget(RenewalNote.place(of: new))
    #expect(try await RenewalNote.find(for: new, in: storage) == nil)
  }

  @Test func aNoteIsNoneOfTheValues() async throws {
    try await RenewalNote(former: old, isCopied: true).keep(for: new, in: storage)
    storage.keep(Data("1".utf8), named: "former", of: new.text)
    storage.copy(new.text, to: old.text)
    storage.forget(new.text)
    #expect(try await RenewalNote.find(for: new, in: storage)?.former == old)
    #expect(try await RenewalNote.find(for: old, in: storage) == nil)
  }

  @Test func aNoteThatNamesNoOtherIDIsNone() async throws {
    for text in ["", "x", " copied", new.text, new.text + " copied"] {
      storage.keep(Data(text.utf8), named: "former", of: RenewalNote.place(of: new))
      #expect(try await RenewalNote.find(for: new, in: storage) == nil)
    }
  }
}

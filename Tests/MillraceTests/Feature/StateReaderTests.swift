// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct StateReaderTests {
  @Test func itReadsTheStateOfTheMomentOfTheCall() {
    var state = Ledger(count: 1)
    let reader = StateReader { state }
    #expect(reader().count == 1)
    state.count = 2
    #expect(reader().count == 2)
    #expect(reader.count == 2)
  }

  @Test func oneFieldIsOneReadOfTheState() {
    var reads = 0
    let reader = StateReader { () -> Ledger in
      reads += 1
      return Ledger(notes: ["a"], count: 4)
    }
    #expect(reads == 0)
    #expect(reader.count == 4)
    #expect(reads == 1)
    #expect(reader.notes.count == 1)
    #expect(reads == 2)
  }

  @Test func aMappedReaderReadsThePartOfTheMomentOfTheCall() {
    var state = Ledger(notes: ["a"])
    let notes = StateReader { state }.map(\.notes)
    let number = notes.map(\.count)
    #expect(notes() == ["a"])
    state.notes.append("b")
    #expect(notes() == ["a", "b"])
    #expect(notes.first == "a")
    #expect(number() == 2)
  }

  @Test func aReaderOfWhatIsAlwaysThereIsPresent() {
    let reader = StateReader { Ledger(count: 2) }
    #expect(reader.ifPresent?.count == 2)
    #expect(reader.map(\.count).ifPresent == 2)
  }
}

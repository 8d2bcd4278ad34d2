// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillracePersistence

struct JournalErrorTests {
  @Test func laterFormatNamesNoFormatThatTheProgramKnows() {
    let error = JournalError(LogFault.laterFormat(9), at: "log")
    #expect(error == .laterVersion(place: "log", found: 9, known: 0))
    #expect(
      "\(error)" == """
        laterVersion: log has the format 9, which this program does not know. A later program \
        wrote it. Update this program.
        """)
    let version = JournalError.laterVersion(place: "log", found: 3, known: 2)
    #expect("\(version)".contains("log is of version 3, and this program knows 2."))
  }

  @Test func unreadableFileIsRestoredOrItsPathIsChecked() {
    #expect(
      "\(JournalError.unreadable(place: "log", reason: "it is malformed"))" == """
        unreadable: log cannot be opened or read: it is malformed. Nothing was overwritten. If the \
        file is damaged, restore all of its files from a backup. Otherwise check the path, its \
        permissions and the disk, and start again.
        """)
  }

  @Test func heldFileNeedNotBeTheLogOfAJournal() {
    let error = JournalError(LogFault.held(by: nil), at: "values")
    #expect(
      "\(error)" == """
        held: values is written by another writer. It has one writer at a time. End the other \
        writer, or use another log or file here.
        """)
  }

  /// The number of a record is greater than that of its action if the state was replaced before.
  @Test(arguments: [
    (JournalError.noSnapshot(place: "log", number: 7, reason: "why"), "the state after record 7: "),
    (.needsSnapshot(place: "log", number: 7, reason: "why"), "the state after record 7 of log "),
    (
      .divergence(place: "log", between: 7...7, recorded: "a", now: "b"),
      "divergence: the action of record 7 of log was "
    ),
    (
      .divergence(place: "log", between: 4...7, recorded: "a", now: "b"),
      "divergence: an action of the records 4 to 7 of log was "
    ),
  ])
  func numberOfARecordIsNotCalledThatOfAnAction(error: JournalError, words: String) {
    #expect("\(error)".contains(words))
  }

  @Test func endedNamesEachReasonWhyNothingIsRecorded() {
    #expect(
      "\(JournalError.ended(place: "log"))" == """
        ended: the journal of log records no actions: it was closed, its store has ended, it has \
        another store, or it has none yet. A journal serves one store. Create one for each store.
        """)
  }
}

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

  @Test func endedNamesEachReasonWhyNothingIsRecorded() {
    #expect(
      "\(JournalError.ended(place: "log"))" == """
        ended: the journal of log records no actions: it was closed, its store has ended, it has \
        another store, or it has none yet. A journal serves one store. Create one for each store.
        """)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import TestSupport
import Testing

@Suite struct RejectionTests {
  private struct TooLong: Error, CustomStringConvertible {
    var description: String { "the name has more than 40 letters" }
  }

  @Test func itSaysWhereWhatWhyAndWhatToDo() {
    let source = ActionSource(
      recordedFileID: "App/Form.swift", function: "save()", line: 12, info: "by hand")
    let rejection = DispatchedAction.Rejection(
      DispatchedAction(LedgerAction.note("a"), source: source), error: TooLong())
    #expect(
      rejection.description
        == "Millrace: App/Form.swift:12 save() (by hand): the reducer rejected note(\"a\"): "
        + "the name has more than 40 letters. The state is unchanged. Ask the receipt, "
        + "`try store.dispatch(...).get()`, or set `store.onRejection` to handle this.")
  }

  @Test func anErrorThatIsASentenceHasOnePeriod() {
    struct Sentence: Error, CustomStringConvertible {
      var description: String { "The name is too long." }
    }
    let rejection = DispatchedAction.Rejection(
      DispatchedAction(LedgerAction.note("a")), error: Sentence())
    #expect(rejection.description.contains("The name is too long. The state is unchanged."))
  }

  @Test func noTextOfAPersonLooksLikeALineOfItsOwn() {
    struct Refused: Error, CustomStringConvertible {
      var description: String { "no row x\u{85}forged." }
    }
    let source = ActionSource(
      recordedFileID: "App/Form.swift", function: "save()", line: 12, info: "by\nhand")
    let rejection = DispatchedAction.Rejection(
      DispatchedAction("a\u{2028}b", source: source), error: Refused())
    #expect(
      rejection.description.hasPrefix(
        "Millrace: App/Form.swift:12 save() (by\u{FFFD}hand): the reducer rejected a\u{FFFD}b: "
          + "no row x\u{FFFD}forged. The state is unchanged."))
  }

  /// An action can be rejected because of such a date.
  @Test func aDateWithoutADescriptionIsItsInterval() {
    struct OddDate: Error { var date: Date }
    let odd = Date(timeIntervalSinceReferenceDate: .nan)
    let rejection = DispatchedAction.Rejection(
      DispatchedAction([odd]), error: OddDate(date: odd))
    let texts = rejection.description.split(separator: "timeIntervalSinceReferenceDate: nan")
    #expect(texts.count == 3)
  }

  @Test func itKeepsActionSourceAndError() {
    let dispatched = DispatchedAction(LedgerAction.fail)
    let rejection = DispatchedAction.Rejection(dispatched, error: LedgerError())
    #expect(rejection.dispatched == dispatched)
    #expect(rejection.error as? LedgerError == LedgerError())
  }

  @MainActor
  @Test func aStoreHandsItToItsHandler() {
    var heard: [String] = []
    let store = LedgerStore(initialState: Ledger(), reducer: .throwingLedger)
    store.onRejection = { heard.append("\($0.dispatched.action) \($0.error)") }
    store.dispatch(.fail)
    store.dispatch(.add(1))
    #expect(heard == ["fail LedgerError()"])
  }
}

// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct LoggerMiddlewareTests {
  private struct Login: Equatable, Sendable {
    var name = ""
    var password = ""
  }

  private enum LoginAction: Sendable {
    case setName(String)
    case setPassword(String)
  }

  private let login = Reducer<Login, LoginAction> { state, action in
    switch action {
    case .setName(let name): state.name = name
    case .setPassword(let password): state.password = password
    }
  }

  @Test func itFitsAStoreInOneLine() {
    let store = Store(
      initialState: Login(), reducer: login, middleware: LoggerMiddleware(filter: { _ in false }))
    store.dispatch(.setName("a"))
    #expect(store.state.name == "a")
  }

  @Test func aRecordSaysActionSourceDurationAndChange() {
    var records: [ActionRecord] = []
    let store = Store(
      initialState: Login(), reducer: login,
      middleware: LoggerMiddleware(clock: SteppingClock()) { records.append($0) })
    store.dispatch(.setName("a"), info: "typed")
    #expect(records.count == 1)
    #expect(records.first?.action == "setName(\"a\")")
    #expect(records.first?.source.fileID == #fileID)
    #expect(records.first?.source.info == "typed")
    #expect(records.first?.outcome == .committed(after: .milliseconds(1)))
    #expect(records.first?.state == ["  Login", "-   name: \"\"", "+   name: \"a\""])
  }

  @Test func recordsComeAfterTheCommitAndInOrder() {
    var lines: [String] = []
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        action == .add(1) ? .just(.add(2)) : .none
      } <> LoggerMiddleware(state: .nothing) { lines.append($0.action) })
    let subscription = store.subscribe(to: \.count) { lines.append("count \($0)") }
    store.dispatch(.add(1))
    #expect(lines == ["count 1", "add(1)", "count 3", "add(2)"])
    subscription.cancel()
  }

  @Test func longPayloadsAreCutAtALengthThatCanBeSet() {
    struct Refused: Error, CustomStringConvertible {
      var description: String { String(repeating: "e", count: 30) }
    }
    let long = Reducer<[String], String> { state, action throws in
      if action.isEmpty { throw Refused() }
      state.append(action)
    }
    var records: [ActionRecord] = []
    let store = Store(
      initialState: [], reducer: long,
      middleware: LoggerMiddleware(longestLine: 20) { records.append($0) })
    store.onRejection = { _ in }
    store.dispatch(
      String(repeating: "é", count: 500_000), info: String(repeating: "i", count: 30))
    store.dispatch(String(repeating: "b", count: 20))
    store.dispatch("")
    #expect(records.count == 3)
    #expect(
      records.first?.action == String(repeating: "é", count: 20) + "… (499980 more characters)")
    #expect(
      records.first?.source.info == String(repeating: "i", count: 20) + "… (10 more characters)")
    // The limit includes the mark, the indentation and the quotation mark.
    #expect(records.first?.state.allSatisfy { $0.count <= 50 } == true)
    #expect(records.dropFirst().first?.action == String(repeating: "b", count: 20))
    #expect(
      records.last?.outcome
        == .rejected(String(repeating: "e", count: 20) + "… (10 more characters)"))
  }

  @Test(arguments: [ActionRecord.LoggedState.newState, .changes])
  func aRecordHasALimitOfLines(state: ActionRecord.LoggedState) {
    let fill = Reducer<[Int], Int> { state, count in state = Array(0..<count) }
    var records: [ActionRecord] = []
    let store = Store(
      initialState: [], reducer: fill,
      middleware: LoggerMiddleware(state: state, mostLines: 10) { records.append($0) })
    store.dispatch(1)
    store.dispatch(100_000)
    #expect(records.map(\.state.count).allSatisfy { $0 <= 11 })
    #expect(records.last?.state.last?.hasSuffix(" more lines)") == true)
    #expect(records.first?.state.last?.contains("more lines") == false)
  }

  @Test func aLimitOfNothingLeavesTheLength() {
    var actions: [String] = []
    let store = Store(
      initialState: Login(), reducer: login,
      middleware: LoggerMiddleware(
        state: .nothing, longestLine: 0, sink: { actions.append($0.action) }))
    store.dispatch(.setName("a"))
    #expect(actions == ["… (12 more characters)"])
  }

  /// A text of a person can be in an action, in an error and in the info of a dispatch.
  @Test func noTextLooksLikeALineOfItsOwn() {
    struct Refused: Error, CustomStringConvertible {
      var description: String { "no row x\n#2 forged\u{85}\u{9B}2K" }
    }
    var records: [ActionRecord] = []
    let store = Store(
      initialState: "",
      reducer: Reducer<String, String> { (state: inout String, action: String) throws in
        if action.isEmpty { throw Refused() }
        state = action
      },
      middleware: LoggerMiddleware(state: .nothing) { records.append($0) })
    store.onRejection = { _ in }
    store.dispatch("a\nb\u{2028}\u{202E}é", info: "typed\r\nc")
    store.dispatch("")
    #expect(records.first?.action == "a\u{FFFD}b\u{FFFD}\u{FFFD}é")
    #expect(records.first?.source.info == "typed\u{FFFD}\u{FFFD}c")
    #expect(records.first?.source.number == 1)
    let line = "no row x\u{FFFD}#2 forged\u{FFFD}\u{FFFD}2K"
    #expect(records.last?.outcome == .rejected(line))
    #expect(records.allSatisfy { !$0.description.contains { $0.isNewline } })
  }

  @Test func aFilterChoosesActions() {
    var actions: [String] = []
    let store = LedgerStore(
      initialState: Ledger(), reducer: .throwingLedger,
      middleware: LoggerMiddleware(
        sink: { actions.append($0.action) }, filter: { $0 != .add(1) && $0 != .fail }))
    store.onRejection = { _ in }
    store.dispatch(.add(1))
    store.dispatch(.add(2))
    store.dispatch(.fail)
    #expect(actions == ["add(2)"])
  }

  @Test func aRejectionIsLoggedToo() {
    var records: [ActionRecord] = []
    let store = LedgerStore(
      initialState: Ledger(), reducer: .throwingLedger,
      middleware: LoggerMiddleware { records.append($0) })
    store.onRejection = { _ in }
    store.dispatch(.fail)
    #expect(records.map(\.outcome) == [.rejected("LedgerError()")])
    #expect(records.first?.state == [])
  }

  @Test func rejectionsAloneAreLoggedOnDemand() {
    var actions: [String] = []
    var shown = 0
    let store = LedgerStore(
      initialState: Ledger(), reducer: .throwingLedger,
      middleware: LoggerMiddleware(
        logsCommits: false, sink: { actions.append($0.action) },
        showingAction: { action in
          shown += 1
          return action
        }))
    store.onRejection = { _ in }
    store.dispatch(.add(1))
    store.dispatch(.fail)
    #expect(actions == ["fail"])
    #expect(shown == 1)
  }

  @Test(arguments: [ActionRecord.LoggedState.nothing, .newState, .changes(context: 5)])
  func secretsThatAreNotShownAreNeverWritten(state: ActionRecord.LoggedState) {
    var text = ""
    let store = Store(
      initialState: Login(), reducer: login,
      middleware: LoggerMiddleware(
        state: state, sink: { text += $0.description + "\n" },
        showingAction: { if case .setPassword = $0 { "setPassword(…)" } else { $0 } },
        showingState: { state in
          var state = state
          state.password = ""
          return state
        }))
    store.dispatch(.setName("ada"))
    store.dispatch(.setPassword("hunter2"))
    store.dispatch(.setName("eve"))
    #expect(text.contains("setPassword(…) from"))
    #expect(text.contains("ada"))
    #expect(!text.contains("hunter2"))
  }

  @Test(arguments: [
    (ActionRecord.LoggedState.nothing, false), (.newState, false), (.changes, true),
  ])
  func theStateBeforeIsKeptForChangesOnly(state: ActionRecord.LoggedState, isCopied: Bool) {
    let store = LedgerStore(
      initialState: Ledger(payload: Array(repeating: 0, count: 50)), reducer: .ledger,
      middleware: LoggerMiddleware(state: state) { _ in })
    let address = store.state.payloadAddress
    store.dispatch(.write(1))
    #expect((store.state.payloadAddress != address) == isCopied)
    let second = store.state.payloadAddress
    store.dispatch(.add(1))
    #expect(store.state.payloadAddress == second)
  }
}

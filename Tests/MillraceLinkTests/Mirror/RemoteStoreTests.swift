// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceDevTools
import MillraceTrace
import TestSupport
import Testing

@testable import MillraceLink

@MainActor @Suite(.timeLimit(.minutes(10))) struct RemoteStoreTests {
  /// A program whose first actions are listed.
  private func program(after actions: CartAction...) async -> LinkedProgram {
    let program = LinkedProgram()
    for action in actions { program.dispatch(action) }
    await program.connected()
    if !actions.isEmpty { await program.listed(upTo: UInt64(actions.count)) }
    return program
  }

  /// Waits until the result is not nil, and returns it.
  private func answer<Value>(
    _ program: LinkedProgram, _ ask: @escaping @MainActor (RemoteStore) -> Value?
  ) async -> Value? {
    await program.monitor.until { ask(program.mirror) != nil }
    return ask(program.mirror)
  }

  private func result(
    of request: StoreRequest, _ program: LinkedProgram
  ) async throws -> String {
    try await withCheckedThrowingContinuation { answer in
      program.mirror.perform(request) { answer.resume(with: $0) }
    }
  }

  @Test func statesAndChangesAreAskedForOnce() async {
    let program = await program(after: .add("pen", price: 3), .add("cup", price: 4))
    #expect(program.mirror.state(after: 1) == nil)
    let state = await answer(program) { $0.state(after: 1) }
    #expect(state?["total"] == .number("3"))
    let changes = await answer(program) { $0.changes(at: 1) }
    #expect(changes?.map(\.path) == ["items.cup", "total"])
    #expect(changes?.last?.old == "3")
    #expect(changes?.last?.new == "7")
    let said = program.monitor.said.count
    _ = program.mirror.state(after: 1)
    _ = program.mirror.changes(at: 1)
    #expect(program.monitor.said.count == said)
  }

  @Test func commandsAreThoseOfTheMachineOfTheProgram() async {
    let program = await program(
      after: .add("pen", price: 1), .add("pen", price: 2), .add("pen", price: 4))
    let (monitor, mirror) = (program.monitor, program.mirror)
    mirror.perform(.jump(1))
    await monitor.until { mirror.status.index == 1 }
    #expect(!mirror.status.isInPresent)
    mirror.perform(.toggle(mirror.id(at: 1)))
    await monitor.until { mirror.row(at: 1)?.outcome == .skipped && mirror.status.count == 3 }
    let state = await answer(program) { $0.state(after: 3) }
    #expect(state?["total"] == .number("5"))
    mirror.perform(.move(mirror.id(at: 2), before: mirror.id(at: 0)))
    await monitor.until { mirror.row(at: 0)?.number == 3 && mirror.status.count == 3 }
    #expect(mirror.position(of: 3) == 0)
    #expect(mirror.id(ofNumber: 1) == mirror.id(at: 1))
    mirror.perform(.jump(3))
    await monitor.until { mirror.status.index == 3 }
    mirror.perform(.goOn)
    await monitor.until { mirror.status.branches == 1 }
    #expect(program.store.state.total == 5)
    #expect(mirror.status.count == 0)
    program.dispatch(.look)
    await program.listed(upTo: 4)
    #expect(mirror.status.count == 1)
  }

  @Test func anActionIsCheckedAsItIsTypedAndDispatched() async throws {
    let program = await program()
    let mirror = { program.mirror }
    #expect(mirror().problem(with: "look") == "Waiting for the program.")
    await program.monitor.until { mirror().problem(with: "look") == nil }
    let bad = #"{"add":{"_0":"pen"}}"#
    await program.monitor.until {
      mirror().problem(with: bad)?.contains("'price' is missing") == true
    }
    _ = try await result(of: .dispatch(#"{"add":{"_0":"pen","price":3}}"#), program)
    #expect(program.store.state.total == 3)
    await #expect(throws: MonitorFailure.self) {
      _ = try await result(of: .dispatch("refuse"), program)
    }
    program.monitor.cut()
    #expect(program.monitor.stores[0].problem(with: "look") == "The program is not connected.")
    await #expect(throws: MonitorFailure.self) {
      _ = try await result(of: .dispatch("look"), program)
    }
  }

  @Test(arguments: ExportForm.allCases)
  func filesAndTestsComeFromTheProgram(form: ExportForm) async throws {
    let program = await program(after: .add("pen", price: 3), .look)
    let file = try await result(of: .export(form), program)
    _ = try await result(of: .load(file), program)
    await program.monitor.until { !program.mirror.status.isInPresent }
    #expect(program.store.state.total == 3)
    await #expect(throws: MonitorFailure.self) {
      _ = try await result(of: .load("{}"), program)
    }
    let test = try await result(of: .test("total=3"), program)
    #expect(test.contains("@Test func theReportedRunDoesNotEndInTotal()"))
    await #expect(throws: MonitorFailure.self) {
      _ = try await result(of: .test("total"), program)
    }
  }

  @Test func longFilesComeInParts() async throws {
    let program = await program()
    for _ in 0..<3_000 { program.dispatch(.add("a pen with a name that is long", price: 1)) }
    let file = try await result(of: .export(.trace), program)
    #expect(file.utf8.count > 2 * LinkLimits.part)
    #expect(try Trace(text: file).lines.count == 3_000)
  }

  @Test func filtersAskTheProgram() async {
    let program = await program(
      after: .look, .add("pen", price: 3), .add("cup", price: 0), .refuse)
    // A busy program answers for a few positions at a time.
    func verdicts(_ question: ActionQuestion) async -> [Bool?] {
      var verdicts: [Bool?] = []
      for position in 0..<4 {
        verdicts.append(await answer(program) { $0.answer(to: question, at: position) })
      }
      return verdicts
    }
    #expect(await verdicts(.changedNothing) == [true, false, false, true])
    #expect(await verdicts(.changed("items.cup")) == [false, false, true, false])
    #expect(await verdicts(.changed("total")) == [false, true, false, false])
    #expect(await verdicts(.changed("items")) == [false, true, true, false])
  }

  @Test func effectsAndSelectionsComeFromTheProgram() async {
    let program = await program()
    let gate = Gate()
    let receipt = program.store.addEffect(.run { _ in await gate.wait() })
    let subscription = program.store.subscribe(to: \.total) { _ in }
    program.dispatch(.look)
    await program.listed(upTo: 1)
    await program.monitor.until { program.mirror.effects.count == 1 }
    await program.monitor.until { program.mirror.selections.count == 1 }
    program.mirror.selectionPages = 1
    await program.monitor.until { program.monitor.said.contains { $0.contains(#""text""#) } }
    program.dispatch(.add("pen", price: 3))
    await program.monitor.until { program.mirror.selections(changedBy: 2)?.count == 1 }
    #expect(program.mirror.selections(changedBy: 2) == [program.mirror.selections[0].id])
    await gate.open()
    await receipt.finish()
    program.dispatch(.look)
    await program.monitor.until { program.mirror.effects.first?.end != nil }
    subscription.cancel()
  }

  @Test func anAnswerToAnotherQuestionIsAFailureOfTheRequest() async {
    let program = await program()
    program.monitor.alter = { [$0.replacing(#""text""#, with: #""state""#)] }
    let log = Log()
    program.mirror.perform(.dispatch("look")) { log.append("\($0)") }
    await program.monitor.until { program.mirror.note == "away" }
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.contains("an answer is to another question") == true)
  }

  @Test func rowsThatAreOnTheirWayAreNotAskedForAgain() throws {
    let programs = RemotePrograms()
    let log = Log()
    let talk = programs.open(send: { log.append($0) }, close: { _ in })
    func say(_ message: ProgramMessage) throws {
      for part in try LinkText.parts(of: message) { talk.take(part) }
    }
    for part in try LinkText.parts(of: LinkOpening(program: "p", run: "r")) { talk.take(part) }
    let card = StoreCard(id: 1, name: "Store", canDispatch: true, canExchange: true)
    let other = StoreCard(id: 2, name: "Other", canDispatch: true, canExchange: true)
    let news = ProgramMessage.news([StoreNews(store: 1, status: MachineStatus(count: 1))])
    try say(.stores([card]))
    try say(news)
    try say(.stores([card, other]))
    try say(news)
    #expect(log.lines.count { $0.contains("rows") } == 1)
    let row = ActionRow(
      id: 1, number: 1, name: "look", action: "{}", source: "", time: 1, outcome: .committed)
    try say(.answer(1, .rows(edition: 0, from: 0, [row])))
    #expect(programs.stores.first?.row(at: 0)?.name == "look")
    #expect(talk.failure == nil)
  }

  @Test func rowsOfAnOlderEditionAreAskedForAnewIfNewsCameFirst() throws {
    let programs = RemotePrograms()
    let log = Log()
    let talk = programs.open(send: { log.append($0) }, close: { _ in })
    func say(_ message: ProgramMessage) throws {
      for part in try LinkText.parts(of: message) { talk.take(part) }
    }
    for part in try LinkText.parts(of: LinkOpening(program: "p", run: "r")) { talk.take(part) }
    try say(.stores([StoreCard(id: 1, name: "Store", canDispatch: true, canExchange: true)]))
    try say(.news([StoreNews(store: 1, status: MachineStatus(count: 1))]))
    try say(.news([StoreNews(store: 1, edition: 1, status: MachineStatus(count: 1))]))
    #expect(log.lines.count { $0.contains("rows") } == 1)
    try say(.answer(1, .outdated))
    #expect(log.lines.count { $0.contains("rows") } == 2)
    // The second question has the current edition, so nothing is asked again before news comes.
    try say(.answer(2, .outdated))
    #expect(log.lines.count { $0.contains("rows") } == 2)
    #expect(talk.failure == nil)
  }

  @Test func secretsAreInNoMessage() async throws {
    let program = await program(after: .pay(Redacted("Zq-4111")), .look)
    _ = await answer(program) { $0.state(after: 1) }
    _ = await answer(program) { $0.changes(at: 0) }
    for form in ExportForm.allCases { _ = try await result(of: .export(form), program) }
    _ = try? await result(of: .test("card=4"), program)
    #expect(program.store.state.card == "Zq-4111")
    #expect(!program.monitor.said.isEmpty)
    #expect(!program.monitor.said.joined().contains("Zq"))
  }
}

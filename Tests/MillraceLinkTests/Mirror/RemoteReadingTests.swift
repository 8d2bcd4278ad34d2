// SPDX-License-Identifier: Apache-2.0

import MillraceTrace
import Testing

@testable import MillraceLink

/// What panes show of a store in another program while answers are pending.
@MainActor @Suite struct RemoteReadingTests {
  /// A program whose first action is listed.
  private func program() throws -> ScriptedProgram {
    let program = try ScriptedProgram()
    try program.news(1)
    try program.rows(upTo: 1)
    return program
  }

  /// Sends the news and the row of one more action.
  private func go(on program: ScriptedProgram, to count: Int) throws {
    let open = program.questions.count
    try program.news(count)
    #expect(program.questions.count == open + 1)
    // An older question about a state may be open, so this answer names its question.
    let rows = (count - 1..<count).map {
      ActionRow(
        id: $0 + 1, number: UInt64($0 + 1), name: "look", action: "{}", source: "", time: 1,
        outcome: .committed)
    }
    let number = program.questions[open].number
    try program.say(.answer(number, .rows(edition: 0, from: count - 1, rows)))
    program.forget(number)
  }

  @Test func theLastStateStaysUntilTheNextOneComes() throws {
    let program = try program()
    let store = program.store
    #expect(store.state(after: 1) == nil)
    try go(on: program, to: 2)
    #expect(store.state(after: 2) == nil)
    // One question about a state at a time.
    #expect(program.questions.map(\.question) == [.state(edition: 0, after: 1)])
    try program.answer(.state("1"))
    #expect(store.state(after: 2) == .number("1"))
    #expect(program.questions.map(\.question) == [.state(edition: 0, after: 2)])
    for count in 3...5 {
      try go(on: program, to: count)
      #expect(store.state(after: count) == .number("1"))
    }
    try program.answer(.state("2"))
    #expect(store.state(after: 5) == .number("2"))
    try program.answer(.state("5"))
    #expect(store.state(after: 5) == .number("5"))
    #expect(program.questions.isEmpty)
    #expect(store.readingTime > .zero)
  }

  @Test func theLastChangesStayUntilTheNextOnesCome() throws {
    let program = try program()
    let store = program.store
    let changes = [StateChange(path: "total", old: "1", new: "2")]
    #expect(store.changes(at: 0) == nil)
    try program.answer(.changes(changes))
    #expect(store.changes(at: 0) == changes)
    try go(on: program, to: 2)
    #expect(store.changes(at: 1) == changes)
    try program.answer(.changes([]))
    #expect(store.changes(at: 1) == [])
  }

  @Test func aStateThatCannotBeToldSaysWhyAndIsAskedForAgainAfterNews() throws {
    let program = try program()
    let store = program.store
    _ = store.state(after: 1)
    #expect(store.failure(toRead: .state(after: 1)) == nil)
    try program.answer(.failed("It is too long."))
    #expect(store.state(after: 1) == nil)
    #expect(store.failure(toRead: .state(after: 1)) == "It is too long.")
    #expect(program.questions.isEmpty)
    try go(on: program, to: 2)
    _ = store.state(after: 1)
    try program.answer(.state("1"))
    #expect(store.state(after: 1) == .number("1"))
    #expect(store.failure(toRead: .state(after: 1)) == nil)
  }

  @Test func ofAStateThatIsNotJSONThePageSaysSo() throws {
    let program = try program()
    _ = program.store.state(after: 1)
    try program.answer(.state("{"))
    #expect(
      program.store.state(after: 1) == .string("The program has sent a state that is not JSON."))
    #expect(program.failure == nil)
  }

  @Test func anAnswerWithoutActionsEndsTheLink() throws {
    let program = try program()
    try program.news(2)
    try program.answer(.rows(edition: 0, from: 1, []))
    #expect(
      program.failure
        == .unexpected("received no actions for a question for actions of the timeline"))
    #expect(program.questions.isEmpty)
  }

  @Test func ofAProgramThatIsAwayNoOtherStateIsShown() throws {
    let program = try program()
    let store = program.store
    _ = store.state(after: 1)
    try program.answer(.state("1"))
    #expect(store.state(after: 1) == .number("1"))
    program.leave()
    #expect(store.state(after: 1) == .number("1"))
    #expect(store.state(after: 0) == nil)
    #expect(store.failure(toRead: .state(after: 0)) == "The program is not connected.")
    #expect(store.failure(toRead: .changes(at: 0)) == "The program is not connected.")
  }

  @Test func verdictsOnActionsOfWhichNewsHasNotComeAreLeftOut() throws {
    let program = try program()
    let store = program.store
    #expect(store.answer(to: .changedNothing, at: 0) == nil)
    try program.answer(.verdicts([true, true]))
    #expect(program.failure == nil)
    #expect(store.answer(to: .changedNothing, at: 0) == true)
    try go(on: program, to: 2)
    #expect(store.answer(to: .changedNothing, at: 1) == nil)
    try program.answer(.verdicts([false]))
    #expect(store.answer(to: .changedNothing, at: 1) == false)
    #expect(store.answer(to: .changedNothing, at: 0) == true)
  }

  @Test(arguments: [StoreAnswer.verdicts([]), .text("")])
  func anAnswerWithoutVerdictsEndsTheLink(answer: StoreAnswer) throws {
    let program = try program()
    #expect(program.store.answer(to: .changedNothing, at: 0) == nil)
    try program.answer(answer)
    let isUnexpected = if case .unexpected = program.failure { true } else { false }
    #expect(isUnexpected)
    #expect(program.store.answer(to: .changedNothing, at: 0) == nil)
    #expect(program.questions.isEmpty)
  }

  @Test func verdictsThatFailedAreAskedForAgainOnlyAfterNews() throws {
    let program = try program()
    let store = program.store
    #expect(store.answer(to: .changedNothing, at: 0) == nil)
    try program.answer(.failed("There is no room."))
    #expect(store.answer(to: .changedNothing, at: 0) == nil)
    #expect(program.questions.isEmpty)
    try go(on: program, to: 2)
    #expect(store.answer(to: .changedNothing, at: 0) == nil)
    try program.answer(.verdicts([true, false]))
    #expect(store.answer(to: .changedNothing, at: 0) == true)
  }

  @Test func aPaneThatWasClosedWhileTheProgramWasAwayIsToldOfWhenItIsBack() throws {
    let program = try program()
    program.store.selectionPages = 1
    try program.answer(.text(""))
    program.leave()
    program.store.selectionPages = 0
    try program.comeBack()
    #expect(program.questions.map(\.question) == [.noteSelections(false)])
    try program.answer(.text(""))
    program.leave()
    try program.comeBack()
    #expect(program.questions.isEmpty)
  }

  @Test func rowsForWhichThereIsNoRoomAreAskedForAfterTheNextAnswer() throws {
    let program = try program()
    let most = ProgramConversation.mostRows
    for number in 0..<most { _ = program.store.problem(with: "\(number)") }
    try program.news(2)
    #expect(program.questions.count == most)
    try program.answer(.problem(nil))
    #expect(
      program.questions.last?.question
        == .rows(edition: 0, from: 1, most: LinkLimits.batchRows))
    for _ in 1..<most { try program.answer(.problem(nil)) }
    try program.rows(upTo: 2)
    #expect(program.store.row(at: 1)?.number == 2)
    #expect(program.failure == nil)
  }
}

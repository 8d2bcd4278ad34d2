// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceLink

@Suite struct RemoteAnswersTests {
  private func expectStart(
    _ wanted: Bool, _ answers: inout RemoteAnswers, _ question: StoreQuestion,
    _ place: SourceLocation = #_sourceLocation
  ) {
    let starts = answers.start(question)
    #expect(starts == wanted, sourceLocation: place)
  }

  @Test func whatCanHaveChangedIsAskedOnceInEachRound() {
    var answers = RemoteAnswers()
    expectStart(true, &answers, .effects)
    expectStart(false, &answers, .effects)
    answers.end(.effects)
    answers.keep(.effects([]), to: .effects)
    expectStart(false, &answers, .effects)
    answers.begin()
    #expect(answers.answer(to: .effects) == .effects([]))
    expectStart(true, &answers, .effects)
  }

  @Test func whatStaysTrueIsAskedOnce() {
    var answers = RemoteAnswers()
    let question = StoreQuestion.state(edition: 0, after: 1)
    expectStart(true, &answers, question)
    answers.end(question)
    answers.keep(.outdated, to: question)
    answers.begin()
    expectStart(true, &answers, question)
    answers.end(question)
    answers.keep(.state("{}"), to: question)
    answers.begin()
    expectStart(false, &answers, question)
  }

  @Test func aProgramThatHasGoneIsAskedAgain() {
    var answers = RemoteAnswers()
    expectStart(true, &answers, .effects)
    answers.forgetAsked()
    expectStart(true, &answers, .effects)
  }

  @Test func fewAnswersAndFewBytesAreKept() {
    var answers = RemoteAnswers()
    for place in 0...RemoteAnswers.most {
      answers.keep(.state("{}"), to: .state(edition: 0, after: place))
    }
    #expect(answers.answer(to: .state(edition: 0, after: 0)) == nil)
    #expect(answers.answer(to: .state(edition: 0, after: 1)) != nil)
    let large = String(repeating: "x", count: RemoteAnswers.mostBytes / 2 + 1)
    answers.keep(.state(large), to: .state(edition: 1, after: 0))
    answers.keep(.state(large), to: .state(edition: 1, after: 1))
    #expect(answers.answer(to: .state(edition: 1, after: 0)) == nil)
    #expect(answers.answer(to: .state(edition: 1, after: 1)) != nil)
  }

  @Test func bytesOfAllAnswersCount() {
    let large = String(repeating: "x", count: RemoteAnswers.mostBytes / 2 + 1)
    let box = SelectionBox(id: 1, name: large, rank: 0, observers: 0, inputs: [])
    let kinds: [StoreAnswer] = [
      .changes([StateChange(path: "a", old: nil, new: large)]),
      .effects([EffectSpan(id: 1, start: 1, error: large)]),
      .selections([box], changed: nil), .problem(large), .failed(large),
    ]
    for answer in kinds {
      var answers = RemoteAnswers()
      answers.keep(answer, to: .problem("a"))
      answers.keep(answer, to: .problem("b"))
      let isKept = ["a", "b"].map { answers.answer(to: .problem($0)) != nil }
      #expect(isKept == [false, true])
    }
  }

  @Test func verdictsAreKeptByPlaceAndEdition() {
    var answers = RemoteAnswers()
    let question = ActionQuestion.changedNothing
    answers.keep([true, false], on: question, from: 3, 0, oldest: 0)
    answers.keep([true], on: question, from: 5, 0, oldest: 0)
    let known = (2...6).map { answers.verdict(on: question, at: $0, 0) }
    #expect(known == [nil, true, false, true, nil])
    #expect(answers.verdict(on: question, at: 3, 1) == nil)
    #expect(answers.verdict(on: .changed("a"), at: 3, 0) == nil)
  }

  @Test func verdictsOnActionsThatHaveLeftTheTimelineAreRemoved() {
    var answers = RemoteAnswers()
    let question = ActionQuestion.changedNothing
    for place in 0..<10 {
      answers.keep([place.isMultiple(of: 2)], on: question, from: place, 0, oldest: place - 2)
    }
    let known = (0..<10).map { answers.verdict(on: question, at: $0, 0) }
    #expect(known.suffix(3) == [false, true, false])
    #expect(known.count { $0 != nil } <= 5)
    // All of them have left, and the next ones are found nevertheless.
    answers.keep([true], on: question, from: 10, 0, oldest: 50)
    #expect(answers.verdict(on: question, at: 9, 0) == nil)
    #expect(answers.verdict(on: question, at: 10, 0) == true)
  }

  @Test func numbersThatNoPageCanReckonWithAreOutOfRange() {
    func effects(_ start: UInt64, end: UInt64? = nil) -> StoreAnswer {
      .effects([EffectSpan(id: 1, start: start, end: end)])
    }
    #expect(effects(1, end: 2).canBeShown)
    #expect(!effects(2, end: 1).canBeShown)
    #expect(!effects(.max).canBeShown)
    #expect(!effects(1, end: .max).canBeShown)
    let box = SelectionBox(id: 1, name: "", rank: 1 << 40, observers: 0, inputs: [])
    #expect(!StoreAnswer.selections([box], changed: nil).canBeShown)
  }
}

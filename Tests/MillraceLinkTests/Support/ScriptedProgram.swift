// SPDX-License-Identifier: Apache-2.0

import MillraceTrace

@testable import MillraceLink

/// A program with one store, whose messages a test sends one by one.
@MainActor final class ScriptedProgram {
  let programs = RemotePrograms()
  /// The questions of the monitor that are not answered yet, in their order.
  private(set) var questions: [(number: Int, question: StoreQuestion)] = []
  private var talk: ProgramConversation?
  private var reader = LinkReader()

  init() throws { try comeBack() }

  /// Connects, for the first time or again.
  func comeBack() throws {
    questions = []
    let talk = programs.open(send: { [unowned self] in hear($0) }, close: { _ in })
    self.talk = talk
    for part in try LinkText.parts(of: LinkOpening(program: "p", run: "r")) { talk.take(part) }
    try say(.stores([StoreCard(id: 1, name: "Store", canDispatch: true, canExchange: true)]))
  }

  var store: RemoteStore { programs.stores[0] }
  var failure: LinkFailure? { talk?.failure }

  func say(_ message: ProgramMessage) throws {
    for part in try LinkText.parts(of: message) { talk?.take(part) }
  }

  /// Sends the news that the store has `count` actions.
  func news(_ count: Int) throws {
    try say(.news([StoreNews(store: 1, status: MachineStatus(count: count, index: count))]))
  }

  /// Answers the oldest question.
  func answer(_ answer: StoreAnswer) throws {
    try say(.answer(questions.removeFirst().number, answer))
  }

  /// Removes a question that was answered with ``say(_:)``.
  func forget(_ number: Int) { questions.removeAll { $0.number == number } }

  /// Answers the oldest question with actions up to a number.
  func rows(upTo count: Int) throws {
    guard case .rows(let edition, let from, _)? = questions.first?.question else { return }
    let rows = (from..<count).map {
      ActionRow(
        id: $0 + 1, number: UInt64($0 + 1), name: "look", action: "{}", source: "", time: 1,
        outcome: .committed)
    }
    try answer(.rows(edition: edition, from: from, rows))
  }

  /// Ends the connection.
  func leave() { talk?.over() }

  private func hear(_ text: String) {
    guard let bytes = try? reader.take(text),
      case .ask(let number, _, let question)? = try? LinkText.message(MonitorMessage.self, bytes)
    else { return }
    questions.append((number, question))
  }
}

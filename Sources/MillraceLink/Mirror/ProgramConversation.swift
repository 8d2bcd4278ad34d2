// SPDX-License-Identifier: Apache-2.0

/// The monitor's end of one connection of a program: it takes an opening, then news and answers.
///
/// A message that breaks a rule closes the connection with the name of the failure; the program
/// opens another one.
@MainActor package final class ProgramConversation {
  private weak var all: RemotePrograms?
  private let send: (String) -> Void
  private let close: (String) -> Void
  private var reader = LinkReader()
  private var program: RemoteProgram?
  private var isOver = false
  private var lastQuestion = 0
  private var questions: [Int: @MainActor (StoreAnswer) throws(LinkFailure) -> Void] = [:]
  /// Why this end closed it; nil if it did not.
  private(set) var failure: LinkFailure?

  init(
    _ all: RemotePrograms, send: @escaping (String) -> Void, close: @escaping (String) -> Void
  ) {
    self.all = all
    self.send = send
    self.close = close
  }

  /// Takes a text that has come.
  package func take(_ text: String) {
    guard !isOver else { return }
    do throws(LinkFailure) {
      guard let bytes = try reader.take(text) else { return }
      guard let program else { return try open(try LinkText.opening(bytes)) }
      switch try LinkText.message(ProgramMessage.self, bytes) {
      case .stores(let cards): try program.take(cards)
      case .news(let news): try program.take(news)
      case .alive: try tell(MonitorMessage.alive)
      case .answer(let number, let answer):
        guard let then = questions.removeValue(forKey: number) else {
          throw .unexpected("there is an answer to question \(number), which waits for none")
        }
        try then(answer)
      }
    } catch {
      fail(error)
    }
  }

  /// The socket has closed.
  package func over() {
    guard !isOver else { return }
    isOver = true
    let left = questions
    questions = [:]
    for (_, then) in left { try? then(.failed("The program went away before it answered.")) }
    program?.goes(from: self)
  }

  func fail(_ failure: LinkFailure) {
    guard !isOver else { return }
    self.failure = failure
    close("\(failure)")
    over()
  }

  private func open(_ opening: LinkOpening) throws(LinkFailure) {
    guard let all else { return }
    program = try all.program(of: opening, over: self)
    try tell(LinkOpening(program: "monitor", run: "monitor"))
  }

  private func tell(_ message: some Encodable) throws(LinkFailure) {
    do { for part in try LinkText.parts(of: message) { send(part) } } catch {
      throw LinkFailure.named(error)
    }
  }

  func ask(
    _ store: Int, _ question: StoreQuestion,
    then: @escaping @MainActor (StoreAnswer) throws(LinkFailure) -> Void
  ) {
    guard !isOver else {
      try? then(.failed("The program is away."))
      return
    }
    lastQuestion += 1
    do throws(LinkFailure) {
      guard questions.count < LinkLimits.questions / 2 else {
        return try then(.failed("The program has too many questions to answer."))
      }
      questions[lastQuestion] = then
      try tell(MonitorMessage.ask(lastQuestion, store: store, question))
    } catch {
      // The message is too long; the program never hears of it.
      questions[lastQuestion] = nil
      try? then(.failed("\(error)"))
    }
  }
}

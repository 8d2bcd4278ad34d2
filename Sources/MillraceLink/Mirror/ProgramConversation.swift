// SPDX-License-Identifier: Apache-2.0

/// The monitor's end of a connection with a program.
///
/// The program sends a `LinkOpening`, then `ProgramMessage`s. The monitor answers with a
/// `LinkOpening`, then sends `MonitorMessage`s.
///
/// An invalid message closes the connection with a `LinkFailure`. The program then opens another
/// connection.
@MainActor package final class ProgramConversation {
  /// A closure that is called with the answer to a question.
  typealias Then = @MainActor (StoreAnswer) throws(LinkFailure) -> Void

  /// A question for rows that was not sent yet.
  private struct Waiting {
    let store: Int
    let question: StoreQuestion
    let then: Then
  }

  /// The number of pending questions at which no further question for rows is sent.
  ///
  /// Other questions have a higher limit. Therefore pages can send them while rows are fetched.
  static let mostRows = LinkLimits.questions / 4

  private weak var all: RemotePrograms?
  private let send: (String) -> Void
  private let close: (String) -> Void
  private var reader = LinkReader()
  private var program: RemoteProgram?
  private var isOver = false
  private var lastQuestion = 0
  private var questions: [Int: Then] = [:]
  /// The questions for rows that were not sent yet, the oldest first.
  ///
  /// Each store has at most one.
  private var waiting: [Waiting] = []
  /// The reason why this end closed the connection, or nil if it did not.
  private(set) var failure: LinkFailure?

  init(
    _ all: RemotePrograms, send: @escaping (String) -> Void, close: @escaping (String) -> Void
  ) {
    self.all = all
    self.send = send
    self.close = close
  }

  /// Processes a received text.
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
          throw .unexpected("there is an answer to question \(number), which is not pending")
        }
        try then(answer)
        sendWaiting()
      }
    } catch {
      fail(error)
    }
  }

  /// Called when the socket has closed.
  package func over() {
    guard !isOver else { return }
    isOver = true
    let left = Array(questions.values) + waiting.map { $0.then }
    questions = [:]
    waiting = []
    for then in left { try? then(.failed("The connection has ended before the answer.")) }
    program?.disconnect(from: self)
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

  /// Sends a question, and calls `then` once: with the answer, or with a failure if the question
  /// cannot be sent or the connection ends first.
  ///
  /// Questions for rows are queued and sent in order. Therefore a store with many actions does not
  /// delay the other stores for long.
  func ask(_ store: Int, _ question: StoreQuestion, then: @escaping Then) {
    guard !isOver else {
      try? then(.failed("The program is not connected."))
      return
    }
    let isForRows = if case .rows = question { true } else { false }
    guard isForRows ? waiting.count < LinkLimits.stores : questions.count < LinkLimits.questions / 2
    else {
      try? then(.failed("Too many questions to the program are pending."))
      return
    }
    guard isForRows else { return put(question, to: store, then) }
    waiting.append(Waiting(store: store, question: question, then: then))
    sendWaiting()
  }

  /// Removes the questions for rows that were not sent yet, except those of the listed stores.
  func removeWaiting(except stores: Set<Int>) {
    let left = waiting.filter { !stores.contains($0.store) }
    waiting.removeAll { !stores.contains($0.store) }
    for question in left { try? question.then(.failed("The store has ended.")) }
  }

  private func sendWaiting() {
    while questions.count < Self.mostRows, !waiting.isEmpty {
      let next = waiting.removeFirst()
      put(next.question, to: next.store, next.then)
    }
  }

  private func put(_ question: StoreQuestion, to store: Int, _ then: @escaping Then) {
    lastQuestion += 1
    do throws(LinkFailure) {
      questions[lastQuestion] = then
      try tell(MonitorMessage.ask(lastQuestion, store: store, question))
    } catch {
      // The message is too long and was not sent.
      questions[lastQuestion] = nil
      try? then(.failed("\(error)"))
    }
  }
}

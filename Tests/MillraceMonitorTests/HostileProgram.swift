// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceViewTesting
import MillraceViews

@testable import MillraceLink
@testable import MillraceMonitor

/// A program at the other end of a link, whose answers a test chooses, and the panes that show it.
@MainActor final class HostileProgram {
  /// The answer to a question; nil leaves it open.
  typealias Answer = (StoreQuestion) -> StoreAnswer?

  let programs = RemotePrograms()
  private var talk: ProgramConversation?
  private let answer: Answer
  private var reader = LinkReader()
  /// The answers to send after the monitor has handled a message.
  private var next: [ProgramMessage] = []

  init(answer: @escaping Answer) throws {
    self.answer = answer
    let talk = programs.open(send: { [unowned self] in hear($0) }, close: { _ in })
    self.talk = talk
    for part in try LinkText.parts(of: LinkOpening(program: "p", run: "r")) { talk.take(part) }
    let card = StoreCard(id: 1, name: "Store", canDispatch: true, canExchange: true)
    try say(.stores([card]))
  }

  var store: RemoteStore { programs.stores[0] }
  var failure: LinkFailure? { talk?.failure }

  /// Sends a message, and then the answers to the questions that it causes.
  func say(_ message: ProgramMessage) throws {
    for part in try LinkText.parts(of: message) { talk?.take(part) }
    try answerAll()
  }

  func answerAll() throws {
    while !next.isEmpty {
      for part in try LinkText.parts(of: next.removeFirst()) { talk?.take(part) }
    }
  }

  /// Sends the news of `count` actions, whose rows the monitor then requests.
  func news(_ count: Int) throws {
    try say(.news([StoreNews(store: 1, status: MachineStatus(count: count, index: count))]))
  }

  private func hear(_ text: String) {
    guard let bytes = try? reader.take(text),
      case .ask(let number, _, let question)? = try? LinkText.message(MonitorMessage.self, bytes),
      let answer = answer(question)
    else { return }
    next.append(.answer(number, answer))
  }

  /// All panes of a page that shows the store, with the answers to their questions.
  func pages() throws -> [RenderedView] {
    let page = MonitorStore(initialState: MonitorState(), reducer: .monitor)
    let store = store
    func show(_ view: some View) throws -> RenderedView {
      let shown = RenderedView(view.environment(page))
      try answerAll()
      store.showFrame()
      _ = shown.texts
      return shown
    }
    return try [
      show(ActionList(store: store)), show(MachineBar(store: store)),
      show(ChangesPane(store: store)), show(StatePane(store: store)),
      show(CausePane(store: store)), show(EffectsPane(store: store)),
      show(SelectorsPane(store: store)), show(ToolsPane(store: store, path: "/monitor")),
    ]
  }
}

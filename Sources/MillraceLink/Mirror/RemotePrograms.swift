// SPDX-License-Identifier: Apache-2.0

/// The programs that are linked to a monitor, or were.
///
/// A program without a connection stays listed with its actions, so that the last ones before a
/// crash can be looked at: the `LinkLimits.gonePrograms` that went last.
@MainActor package final class RemotePrograms {
  /// In the order in which they came first.
  private(set) var programs: [RemoteProgram] = []
  /// How often one of them has lost its connection.
  private var departures = 0
  /// Called when stores have come or gone.
  package var onChange: () -> Void = {}
  /// Makes the id that a new store has on this monitor, and the name that pages show, from the name
  /// that the program has sent.
  package var name: (String) -> (id: Int, name: String) = { (0, $0) }
  /// Called with each new store before pages see it.
  package var onStore: (RemoteStore) -> Void = { _ in }

  package init() {}

  package var stores: [RemoteStore] { programs.flatMap(\.stores) }

  /// Begins a conversation with a program that has connected.
  ///
  /// - Parameters:
  ///   - send: Sends a text to it.
  ///   - close: Says why, and closes it.
  /// - Returns: What must be handed each text that comes.
  package func open(
    send: @escaping (String) -> Void, close: @escaping (String) -> Void
  ) -> ProgramConversation {
    ProgramConversation(self, send: send, close: close)
  }

  /// The program that an opening names by its run: a known one that comes back, or a new one.
  func program(
    of opening: LinkOpening, over conversation: ProgramConversation
  ) throws(LinkFailure) -> RemoteProgram {
    if let known = programs.first(where: { $0.opening.run == opening.run }) {
      known.comes(over: conversation)
      return known
    }
    guard programs.count(where: \.isHere) < LinkLimits.programs else {
      throw .tooMany("programs", limit: LinkLimits.programs)
    }
    let new = RemoteProgram(opening, self)
    new.comes(over: conversation)
    programs.append(new)
    forget()
    return new
  }

  /// A program has lost its connection.
  func programWent(_ program: RemoteProgram) {
    departures += 1
    program.departure = departures
    forget()
    onChange()
  }

  /// Forgets the programs that have been gone longest, if there are too many.
  private func forget() {
    let gone = programs.filter { !$0.isHere }.sorted { $0.departure < $1.departure }
    for program in gone.dropLast(LinkLimits.gonePrograms) {
      programs.removeAll { $0 === program }
    }
  }
}

/// One run of a program.
@MainActor final class RemoteProgram {
  let opening: LinkOpening
  private(set) var stores: [RemoteStore] = []
  private weak var conversation: ProgramConversation?
  private weak var all: RemotePrograms?
  /// The number of its last departure: of two programs that have gone the later one's is greater.
  var departure = 0

  init(_ opening: LinkOpening, _ all: RemotePrograms) {
    self.opening = opening
    self.all = all
  }

  var isHere: Bool { conversation != nil }

  /// The program has connected: its last connection is dead, even if that looks open here.
  func comes(over conversation: ProgramConversation) {
    leave()?.fail(.unexpected("the program has come again by another way"))
    self.conversation = conversation
  }

  func goes(from conversation: ProgramConversation) {
    guard conversation === self.conversation else { return }
    leave()
    all?.programWent(self)
  }

  /// Ends the conversation, if there is one, and returns it.
  @discardableResult private func leave() -> ProgramConversation? {
    guard let last = conversation else { return nil }
    conversation = nil
    for store in stores { store.programWent() }
    return last
  }

  /// Sends a question to the program; without a connection `then` gets a failure at once.
  func ask(
    _ store: Int, _ question: StoreQuestion,
    then: @escaping @MainActor (StoreAnswer) throws(LinkFailure) -> Void
  ) {
    guard let conversation else {
      try? then(.failed("The program is away."))
      return
    }
    conversation.ask(store, question, then: then)
  }

  func take(_ cards: [StoreCard]) throws(LinkFailure) {
    guard let all else { return }
    guard cards.count <= LinkLimits.stores else {
      throw .tooMany("stores", limit: LinkLimits.stores)
    }
    guard Set(cards.map(\.id)).count == cards.count,
      cards.allSatisfy({ 1...LinkLimits.name ~= $0.name.utf8.count })
    else { throw .malformed("two stores have one number, or one has no name or a long one") }
    stores.removeAll { store in !cards.contains { $0.id == store.card.id } }
    for card in cards {
      if let known = stores.first(where: { $0.card.id == card.id }) {
        known.card = card
        known.programCame()
      } else {
        let (id, name) = all.name("\(card.name) (\(opening.program))")
        let new = RemoteStore(card, of: self, id: id, name: name)
        all.onStore(new)
        stores.append(new)
      }
    }
    all.onChange()
  }

  func take(_ news: [StoreNews]) throws(LinkFailure) {
    for news in news {
      guard let store = stores.first(where: { $0.card.id == news.store }) else {
        throw .unexpected("there is news of a store \(news.store), of which nothing was told")
      }
      try store.take(news)
    }
  }
}

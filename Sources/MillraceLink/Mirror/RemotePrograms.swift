// SPDX-License-Identifier: Apache-2.0

/// The programs that are linked to a monitor, or were.
///
/// A program without a connection stays listed with its actions, so that the last ones before a
/// crash can be looked at: the last `LinkLimits.gonePrograms` of such programs.
@MainActor package final class RemotePrograms {
  /// In the order in which they came first.
  private(set) var programs: [RemoteProgram] = []
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
      // A program connects again when its first connection is dead, even if that looks open here.
      known.conversation?.fail(.unexpected("the program has come again by another way"))
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

  /// Forgets the oldest programs that have gone, if there are too many.
  func forget() {
    var extra = programs.count { !$0.isHere } - LinkLimits.gonePrograms
    programs.removeAll { program in
      guard extra > 0, !program.isHere else { return false }
      extra -= 1
      return true
    }
  }
}

/// One run of a program.
@MainActor final class RemoteProgram {
  let opening: LinkOpening
  private(set) var stores: [RemoteStore] = []
  private(set) weak var conversation: ProgramConversation?
  private weak var all: RemotePrograms?

  init(_ opening: LinkOpening, _ all: RemotePrograms) {
    self.opening = opening
    self.all = all
  }

  var isHere: Bool { conversation != nil }

  func comes(over conversation: ProgramConversation) { self.conversation = conversation }

  func goes(from conversation: ProgramConversation) {
    guard conversation === self.conversation else { return }
    self.conversation = nil
    for store in stores { store.programWent() }
    all?.forget()
    all?.onChange()
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

// SPDX-License-Identifier: Apache-2.0

/// The programs that are or were linked to a monitor.
///
/// The latest `LinkLimits.disconnectedPrograms` disconnected programs remain listed with their
/// actions. Therefore the last actions before a crash can be examined.
@MainActor package final class RemotePrograms {
  /// The programs in the order of their first connection.
  private(set) var programs: [RemoteProgram] = []
  /// The number of lost connections of all programs.
  private var disconnections = 0
  /// Called after each new list of stores, and when a program has lost its connection.
  package var onChange: () -> Void = {}
  /// Returns the id and the displayed name of a new store on this monitor.
  ///
  /// The argument is the name of the store, followed by that of its program in parentheses.
  package var name: (String) -> (id: Int, name: String) = { (0, $0) }
  /// Called with each new store before pages see it.
  package var onStore: (RemoteStore) -> Void = { _ in }

  package init() {}

  package var stores: [RemoteStore] { programs.flatMap(\.stores) }

  /// Begins a conversation with a program that has connected.
  ///
  /// - Parameters:
  ///   - send: Sends a text to the program.
  ///   - close: Closes the connection with a reason.
  /// - Returns: The conversation. Its `take(_:)` must be called with each received text, and its
  ///   `over()` when the socket has closed.
  package func open(
    send: @escaping (String) -> Void, close: @escaping (String) -> Void
  ) -> ProgramConversation {
    ProgramConversation(self, send: send, close: close)
  }

  /// Returns the program that has sent an opening: a known program if the id of its run is known,
  /// otherwise a new one.
  func program(
    of opening: LinkOpening, over conversation: ProgramConversation
  ) throws(LinkFailure) -> RemoteProgram {
    let known = programs.first(where: { $0.opening.run == opening.run })
    // A new connection of a connected program replaces the old one, so their number stays the same.
    if known?.isConnected != true, programs.count(where: \.isConnected) >= LinkLimits.programs {
      throw .tooMany("programs", limit: LinkLimits.programs)
    }
    if let known {
      known.connect(over: conversation)
      return known
    }
    let new = RemoteProgram(opening, self)
    new.connect(over: conversation)
    programs.append(new)
    forget()
    return new
  }

  /// Called when a program has lost its connection.
  func programDisconnected(_ program: RemoteProgram) {
    disconnections += 1
    program.disconnection = disconnections
    forget()
    onChange()
  }

  /// Removes disconnected programs if there are too many, those with the oldest disconnection
  /// first.
  private func forget() {
    let gone = programs.filter { !$0.isConnected }.sorted { $0.disconnection < $1.disconnection }
    for program in gone.dropLast(LinkLimits.disconnectedPrograms) {
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
  /// The number of the program's last disconnection.
  ///
  /// A later disconnection of any program has a greater number.
  var disconnection = 0

  init(_ opening: LinkOpening, _ all: RemotePrograms) {
    self.opening = opening
    self.all = all
  }

  var isConnected: Bool { conversation != nil }

  /// Called when the program has connected.
  ///
  /// An earlier connection is closed, because the program has only one at a time.
  func connect(over conversation: ProgramConversation) {
    leave()?.fail(.unexpected("the program has opened another connection"))
    self.conversation = conversation
  }

  /// Called when a connection has ended.
  func disconnect(from conversation: ProgramConversation) {
    guard conversation === self.conversation else { return }
    leave()
    all?.programDisconnected(self)
  }

  /// Detaches the conversation, if there is one, and returns it without closing it.
  @discardableResult private func leave() -> ProgramConversation? {
    guard let last = conversation else { return nil }
    conversation = nil
    for store in stores { store.programDisconnected() }
    return last
  }

  /// Sends a question to the program.
  ///
  /// Without a connection `then` is called at once with a failure.
  func ask(
    _ store: Int, _ question: StoreQuestion,
    then: @escaping @MainActor (StoreAnswer) throws(LinkFailure) -> Void
  ) {
    guard let conversation else {
      try? then(.failed("The program is not connected."))
      return
    }
    conversation.ask(store, question, then: then)
  }

  /// Updates the list of stores.
  func take(_ cards: [StoreCard]) throws(LinkFailure) {
    guard let all else { return }
    guard cards.count <= LinkLimits.stores else {
      throw .tooMany("stores", limit: LinkLimits.stores)
    }
    let ids = Set(cards.map(\.id))
    guard ids.count == cards.count,
      cards.allSatisfy({ 1...LinkLimits.name ~= $0.name.utf8.count })
    else { throw .malformed("two stores have the same id, or a name is empty or too long") }
    stores.removeAll { !ids.contains($0.card.id) }
    conversation?.removeWaiting(except: ids)
    for card in cards {
      if let known = stores.first(where: { $0.card.id == card.id }) {
        known.card = card
        known.programConnected()
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
        throw .unexpected("there is news of store \(news.store), which is not in the list")
      }
      try store.take(news)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import AnimalsStorage
import Foundation
import Millrace
import MillracePersistence
import MillraceTesting
import MillraceUndo
import Testing

/// Two clients with journals, and a server, in random scripts: changes, undo, lost requests and
/// answers, kills and losses of power.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct AnimalsModelTests {
  /// A client that can be killed and is then recovered from its log.
  @MainActor
  final class Client {
    let name: String
    let log = MemoryLog()
    let server: MemoryAnimals
    var line: ClientLine
    var store: AnimalsStore?
    /// The keys of mutations that were acknowledged: they survive a loss of power.
    var kept: Set<String> = []

    init(_ name: String, _ server: MemoryAnimals) {
      (self.name, self.server, line) = (name, server, ClientLine(to: server))
    }

    func open() async throws {
      line = ClientLine(to: server)
      store = try await .recovering(
        AnimalsJournal(on: log), service: line, clock: line, client: name)
    }

    /// Ends the client and recovers it; a loss of power removes the records that are not synced.
    func end(losingPower: Bool) async throws {
      // When the client waits again, it has handled the last answer, and no action is under way.
      _ = await line.next()
      // After this write the writer is idle, so the old one and the new one do not write together.
      try await store?.dispatch(.dismiss("")).written()
      store = nil
      if losingPower { log.losePower() } else { log.kill() }
      try await open()
    }

    func make(_ action: AnimalsAction, acknowledged: Bool) async throws {
      guard let store else { return }
      let old = Set(store.state.outbox.map(\.id))
      let receipt = store.dispatch(action)
      if case .rejected = receipt.outcome { return }
      let new = Set(store.state.outbox.map(\.id)).subtracting(old)
      guard acknowledged else { return }
      try await receipt.synced()
      kept.formUnion(new)
    }
  }

  private func mutation(
    _ state: AnimalsState, _ generator: inout SeededGenerator
  ) -> AnimalsMutation {
    let id = state.animals.randomElement(using: &generator)?.id ?? "none"
    let diet = Animal.Diet.allCases.randomElement(using: &generator) ?? .omnivore
    let category = Animal.Category.samples.randomElement(using: &generator)?.id ?? "Bird"
    return switch Int.random(in: 0..<10, using: &generator) {
    case 0..<3: .addAnimal(animalId: nil, name: "New", diet: diet, categoryId: category)
    case 3..<5: .deleteAnimal(animalId: id)
    case 5..<7: .updateAnimal(animalId: id, name: "N\(diet)", diet: nil, categoryId: nil)
    case 7..<9: .updateAnimal(animalId: id, name: nil, diet: diet, categoryId: category)
    default: .reloadSampleData
    }
  }

  private func action(
    _ state: AnimalsState, _ generator: inout SeededGenerator
  ) -> AnimalsAction {
    let person = ["Ada", "Bob"].randomElement(using: &generator) ?? "Ada"
    return switch Int.random(in: 0..<8, using: &generator) {
    case 0: .undo(.undo(by: person))
    case 1: .undo(.redo(by: person))
    case 2: .tryNow
    default: .make(mutation(state, &generator), by: person)
    }
  }

  /// The steps that each person, except for `person`, can undo and redo.
  private func steps(_ state: AnimalsState?, but person: String?) -> [[Int]]? {
    ["Ada", "Bob"].filter { $0 != person }.flatMap { person in
      state.map { state in
        [state.history.undoSteps(by: person), state.history.redoSteps(by: person)].map {
          $0.map(\.id)
        }
      } ?? []
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func eachChangeIsMadeOnceAndAllComeToTheSame(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let server = MemoryAnimals()
    let clients = [Client("a", server), Client("b", server)]
    for client in clients { try await client.open() }
    for step in 0..<60 {
      let client = clients[Int.random(in: 0..<2, using: &generator)]
      guard let state = client.store?.state else { continue }
      switch Int.random(in: 0..<20, using: &generator) {
      case 0: try await client.end(losingPower: false)
      case 1: try await client.end(losingPower: true)
      case 2..<10:
        let acknowledged = Bool.random(using: &generator)
        let action = action(state, &generator)
        try await client.make(action, acknowledged: acknowledged)
        // The steps of other people are unchanged.
        try #require(
          steps(state, but: action.person) == steps(client.store?.state, but: action.person),
          "seed \(seed), step \(step)")
      case 10..<12: await client.line.step(.loseRequest)
      case 12..<14: await client.line.step(.loseAnswer)
      default: await client.line.step()
      }
      let now = try #require(client.store?.state)
      try #require(now.shown == now.expected, "seed \(seed), step \(step)")
    }
    try await settle(clients, seed)

    let contents = try await server.contents()
    let minted = clients.reduce(0) { $0 + ($1.store?.state.count ?? 0) }
    // Each mutation was made, or refused, once: the server counts those that came with a new key.
    #expect(contents.revision == 1 + minted, "seed \(seed)")
    for client in clients {
      let state = try #require(client.store?.state)
      #expect(state.shown == Set(contents.animals ?? []), "seed \(seed), client \(client.name)")
      let last = client.kept.compactMap { Int($0.dropFirst(2)) }.max() ?? 0
      #expect(last <= state.count, "an acknowledged change was lost, seed \(seed)")
    }
  }

  /// Lets the server make all changes, and each client receive them.
  private func settle(_ clients: [Client], _ seed: UInt64) async throws {
    for client in clients {
      while client.store?.state.outbox.isEmpty == false { await client.line.step() }
    }
    for client in clients {
      // The answer to a request that was pending at the last change may be old, so two more follow.
      for _ in 0..<2 { await client.line.step() }
      while await client.line.next().isAsked { client.line.reply() }
      #expect(client.store?.state.outbox.isEmpty == true, "seed \(seed)")
    }
  }

  @Test func aKilledClientSendsWhatWaitedWithTheSameKeyAndCanTakeItBack() async throws {
    let server = MemoryAnimals()
    let client = Client("a", server)
    try await client.open()
    await client.line.step()
    _ = await client.line.next()
    try await client.make(.make(.deleteAnimal(animalId: "Dog")), acknowledged: true)
    // The server makes the change, and the client is killed before it gets the answer.
    #expect(await client.line.step(.loseAnswer).key == "a-1")
    try await client.end(losingPower: true)
    #expect(client.store?.state.animals[id: "Dog"] == nil)
    #expect(await client.line.step().key == "a-1")
    _ = await client.line.next()
    #expect(try await server.contents().revision == 2)
    client.store?.dispatch(.undo(.undo()))
    #expect(await client.line.step().key == "a-2")
    _ = await client.line.next()
    #expect(Set(try await server.contents().animals ?? []) == Set(Animal.samples))
  }

  @Test func aKilledClientKnowsWhoseTheStepsAre() async throws {
    let client = Client("a", MemoryAnimals())
    try await client.open()
    await client.line.step()
    _ = await client.line.next()
    try await client.make(.make(.deleteAnimal(animalId: "Dog"), by: "Ada"), acknowledged: true)
    try await client.make(.make(.deleteAnimal(animalId: "Cat"), by: "Bob"), acknowledged: true)
    try await client.end(losingPower: true)
    client.store?.dispatch(.undo(.undo(by: "Ada")))
    #expect(client.store?.state.animals.contains(id: "Dog") == true)
    #expect(client.store?.state.animals.contains(id: "Cat") == false)
    #expect(client.store?.state[undoTitleOf: "Bob"] == "Delete Cat")
  }

  /// The actions of version 1, which name no persons.
  private enum FirstAction: Codable, Sendable {
    case begin(client: String)
    case make(AnimalsMutation)
    case save(AnimalsMutation, draft: String)
  }

  @Test func aJournalWithoutPersonsIsRead() async throws {
    let log = MemoryLog()
    let journal = Journal(on: log, of: AnimalsState.self, actions: FirstAction.self, version: 1)
    let old = try await Store(
      recovering: journal, initialState: AnimalsState(),
      feature: Reducer<AnimalsState, FirstAction>.identity)
    old.dispatch(.begin(client: "a"))
    let ox = AnimalsMutation.addAnimal(
      animalId: nil, name: "Ox", diet: .herbivore, categoryId: "Mammal")
    old.dispatch(.make(ox))
    old.dispatch(.save(ox, draft: "1"))
    try await journal.close()
    let line = ClientLine(to: MemoryAnimals())
    let store = try await AnimalsStore.recovering(
      AnimalsJournal(on: log), service: line, clock: line, client: "b")
    #expect(store.state.client == "a")
    #expect(store.state.outbox.map(\.id) == ["a-1", "a-2"])
    #expect(store.state.saved == ["1"])
    #expect(store.state.history.undoTitle == "Add Ox")
    #expect(store.state[undoTitleOf: "Ada"] == nil)
  }

  @Test func aDraftThatWasSavedAndNotForgottenIsGoneAfterAKillAndIsSavedOnce() async throws {
    let client = Client("a", MemoryAnimals())
    try await client.open()
    await client.line.step()
    _ = await client.line.next()
    let drafts = AnimalDraftsStore(initialState: AnimalDrafts(), reducer: .drafts)
    let dog = try #require(Animal.samples.first { $0.id == "Dog" })
    drafts.dispatch(.write(Edit(\.name, "Ox"), in: AnimalDraft()))
    drafts.dispatch(.write(Edit(\.diet, .herbivore), in: AnimalDraft()))
    drafts.dispatch(.write(Edit(\.categoryId, "Fish"), in: AnimalDraft()))
    drafts.dispatch(.write(Edit(\.name, "Hou"), in: AnimalDraft(dog)))
    let draft = try #require(drafts.state.all[id: ""])
    let mutation = try #require(draft.mutation)
    try await client.make(.save(mutation, draft: draft.key), acknowledged: true)
    // The program is killed here, before the draft is forgotten.
    try await client.end(losingPower: true)
    let store = try #require(client.store)
    #expect(store.state.outbox.map(\.title) == ["Add Ox"])
    #expect(drafts.state.unsaved(in: store.state).all.map(\.id) == ["Dog"])
    // Another page still has the draft.
    store.dispatch(.save(mutation, draft: draft.key))
    #expect(store.state.outbox.map(\.title) == ["Add Ox"])
    store.dispatch(.save(mutation, draft: "another"))
    #expect(store.state.outbox.count == 2)
  }

  @Test func aDraftIsSavedThoughTheDraftsCameBackAsTheyWereBeforeAnotherOne() async throws {
    let client = Client("a", MemoryAnimals())
    try await client.open()
    await client.line.step()
    _ = await client.line.next()
    let kept = try JSONEncoder().encode(AnimalDrafts(of: "Ada"))
    for name in ["Ox", "Yak"] {
      // The drafts come from a session that was kept before; the journal has the saved changes.
      let drafts = try JSONDecoder().decode(AnimalDrafts.self, from: kept)
      let page = AnimalDraftsStore(initialState: drafts, reducer: .drafts)
      page.dispatch(.write(Edit(\.name, name), in: AnimalDraft(in: "Mammal")))
      page.dispatch(.write(Edit(\.diet, .herbivore), in: AnimalDraft(in: "Mammal")))
      let draft = try #require(page.state.all[id: ""])
      let mutation = try #require(draft.mutation)
      try await client.make(.save(mutation, draft: draft.key, by: "Ada"), acknowledged: true)
    }
    #expect(client.store?.state.outbox.map(\.title) == ["Add Ox", "Add Yak"])
  }

  @Test func aDraftThatCouldNotBeSavedStays() async throws {
    let client = Client("a", MemoryAnimals())
    try await client.open()
    await client.line.step()
    _ = await client.line.next()
    let store = try #require(client.store)
    store.dispatch(.save(.deleteAnimal(animalId: "none"), draft: "key"))
    #expect(store.state.saved.isEmpty)
    store.dispatch(.save(.deleteAnimal(animalId: "Dog"), draft: "key"))
    #expect(store.state.saved == ["key"])
  }
}

extension AnimalsAction {
  /// The person whose steps the action changes.
  fileprivate var person: String? {
    switch self {
    case .make(_, let person), .save(_, _, let person): person
    case .undo(.undo(_, let person)), .undo(.redo(_, let person)): person
    default: nil
    }
  }
}

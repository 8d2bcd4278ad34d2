// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import Foundation
import Millrace
import MillraceUndo
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct AnimalsFeatureTests {
  private let server = MemoryAnimals()
  private let line: ClientLine
  private let store: AnimalsStore

  init() {
    line = ClientLine(to: server)
    store = Self.store(on: line)
  }

  private static func store(
    on line: ClientLine, named name: String = "c"
  ) -> AnimalsStore {
    let store = AnimalsStore(initialState: AnimalsState(), feature: .animals(line), clock: line)
    store.onRejection = { _ in }
    store.dispatch(.begin(client: name))
    return store
  }

  private let dogDiet = AnimalsMutation.updateAnimal(
    animalId: "Dog", name: nil, diet: .omnivore, categoryId: nil)

  /// Waits until the client has the animals and sleeps.
  private func open() async {
    while await line.next().isAsked { line.reply() }
  }

  private func other(_ mutation: AnimalsMutation) async throws {
    _ = try await server.send(AnimalsRequest(mutation: [mutation]), key: nil)
  }

  private func made() async throws -> Set<Animal> { Set(try await server.contents().animals ?? []) }

  @Test func whatTheServerToldIsShown() async {
    #expect(store.state.isLoading)
    await open()
    #expect(!store.state.isLoading)
    #expect(store.state.animals.entities == Animal.samples)
    #expect(store.state.categories == Animal.Category.samples)
    #expect(store.state.link == .there)
    #expect(store.state[idsIn: "Mammal"] == ["Cat", "Dog", "Kangaroo", "Gibbon"])
  }

  @Test func withoutNewsAPollIsNoAction() async {
    await open()
    var actions = 0
    let subscription = store.subscribeToActions { _ in actions += 1 }
    for _ in 0..<5 { await line.step() }
    #expect(await line.next() == .asleep(.seconds(2)))
    #expect(actions == 0)
    subscription.cancel()
  }

  @Test func whatAnotherClientChangesComesWithTheNextPoll() async throws {
    await open()
    try await other(dogDiet)
    await line.step()
    _ = await line.next()
    #expect(store.state.animals[id: "Dog"]?.diet == .omnivore)
  }

  @Test func dataThatWereReplacedAreShownThoughTheirRevisionIsTheSame() async throws {
    let service = ReplacedAnimals(MemoryAnimals())
    let line = ClientLine(to: service)
    let store = Self.store(on: line)
    while await line.next().isAsked { line.reply() }
    let ape = Animal(animalId: "Ape", name: "Ape", diet: .omnivore, categoryId: "Mammal")
    await service.replace(with: MemoryAnimals([ape]))
    await line.step()
    _ = await line.next()
    #expect(store.state.revision == 1)
    #expect(store.state.animals.entities == [ape])
    // The same holds if the data are replaced while the client is not running.
    let again = ClientLine(to: MemoryAnimals())
    let next = AnimalsStore(initialState: store.state, feature: .animals(again), clock: again)
    await again.step()
    _ = await again.next()
    #expect(next.state.animals.entities == Animal.samples)
  }

  @Test func aRevisionWithoutAnIdentifierIsAskedForFromTheBeginning() async throws {
    let data = Data(
      #"""
      {"client":"c","count":0,"animals":[],"told":[],"categories":[],"revision":1,"saved":[],
      "outbox":[],"refused":[],"link":{"there":{}},"attempt":0,"history":\#(
        String(decoding: try JSONEncoder().encode(AnimalsState().history), as: UTF8.self))}
      """#.utf8)
    let old = try JSONDecoder().decode(AnimalsState.self, from: data)
    let line = ClientLine(to: server)
    let store = AnimalsStore(initialState: old, feature: .animals(line), clock: line)
    await line.step()
    _ = await line.next()
    #expect(store.state.animals.entities == Animal.samples)
    #expect(store.state.revisionId != nil)
  }

  @Test func aChangeIsShownAtOnceAndSentLaterWithItsKey() async throws {
    await open()
    store.dispatch(.make(dogDiet))
    #expect(store.state.animals[id: "Dog"]?.diet == .omnivore)
    #expect(store.state[isWaiting: "Dog"])
    #expect(!store.state[isWaiting: "Cat"])
    let asked = await line.step()
    #expect(asked.key == "c-1")
    _ = await line.next()
    #expect(store.state.outbox.isEmpty)
    #expect(try await made() == store.state.shown)
  }

  @Test func changesAreSentOneAfterTheOther() async throws {
    await open()
    for name in ["A", "B", "C"] {
      store.dispatch(
        .make(.addAnimal(animalId: nil, name: name, diet: .carnivore, categoryId: "Fish")))
    }
    for number in 1...3 { #expect(await line.step().key == "c-\(number)") }
    _ = await line.next()
    #expect(store.state.outbox.isEmpty)
    #expect(try await made() == store.state.shown)
    #expect(store.state[idsIn: "Fish"] == ["c-1", "c-2", "c-3"])
  }

  @Test func aChangeWaitsWhileTheServerIsAwayWithTheSameKeyAndLongerPauses() async throws {
    await open()
    store.dispatch(.make(dogDiet))
    for pause in [250, 500, 1000, 2000, 4000, 8000, 8000] {
      #expect(await line.next().key == "c-1")
      line.reply(.loseRequest)
      #expect(await line.next() == .asleep(.milliseconds(pause)))
      #expect(store.state.link == .away("the request was lost"))
      line.reply()
    }
    #expect(await line.step().key == "c-1")
    _ = await line.next()
    #expect(store.state.outbox.isEmpty)
    #expect(store.state.link == .there)
    #expect(try await made() == store.state.shown)
  }

  @Test func aChangeWhoseAnswerWasLostIsMadeOnce() async throws {
    await open()
    store.dispatch(
      .make(.addAnimal(animalId: nil, name: "Ox", diet: .herbivore, categoryId: "Mammal")))
    await line.step(.loseAnswer)
    await line.step()
    _ = await line.next()
    #expect(store.state.refused.isEmpty)
    #expect(store.state.outbox.isEmpty)
    #expect(try await server.contents().revision == 2)
    #expect(try await made() == store.state.shown)
  }

  @Test func tryNowDoesNotWait() async {
    await open()
    store.dispatch(.make(dogDiet))
    await line.step(.loseRequest)
    _ = await line.next()
    store.dispatch(.tryNow)
    #expect(await line.next().key == "c-1")
  }

  @Test func aChangeIsRebasedOnWhatTheServerSays() async throws {
    await open()
    store.dispatch(.make(dogDiet))
    try await other(.updateAnimal(animalId: "Dog", name: "Hound", diet: nil, categoryId: nil))
    try await other(.deleteAnimal(animalId: "Cat"))
    store.dispatch(
      .make(.updateAnimal(animalId: "Newt", name: "Eft", diet: nil, categoryId: nil)))
    await line.step()
    // The first is made, the second waits, and both clients' changes are shown.
    #expect(await line.next().key == "c-2")
    #expect(store.state.animals[id: "Dog"]?.name == "Hound")
    #expect(store.state.animals[id: "Dog"]?.diet == .omnivore)
    #expect(store.state.animals[id: "Cat"] == nil)
    #expect(store.state.animals[id: "Newt"]?.name == "Eft")
    #expect(store.state.shown == store.state.expected)
  }

  @Test func whatTheServerRefusesIsToldAndRemoved() async throws {
    await open()
    try await other(.deleteAnimal(animalId: "Dog"))
    store.dispatch(.make(dogDiet))
    await line.step()
    _ = await line.next()
    #expect(store.state.outbox.isEmpty)
    #expect(store.state.refused.map(\.title) == ["Change Dog"])
    #expect(store.state.refused.map(\.reason) == ["The animal has been deleted."])
    #expect(store.state.animals[id: "Dog"] == nil)
    store.dispatch(.dismiss("c-1"))
    #expect(store.state.refused.isEmpty)
  }

  @Test func whatTheServerDoesNotUnderstandIsGivenUp() async {
    await open()
    store.dispatch(.make(dogDiet))
    await line.step(.refuse)
    _ = await line.next()
    #expect(store.state.outbox.isEmpty)
    #expect(store.state.refused.count == 1)
    #expect(store.state.animals[id: "Dog"]?.diet == .carnivore)
  }

  @Test func aChangeThatCannotBeMadeIsRejectedAndNothingIsSent() async {
    await open()
    let old = store.state
    #expect(throws: Refusal.animalNotFound(animalId: "x")) {
      try store.dispatch(.make(.deleteAnimal(animalId: "x"))).get()
    }
    #expect(store.state == old)
  }

  @Test func onlySoManyChangesWait() async {
    await open()
    for number in 0..<AnimalsState.limit {
      let name = "Dog \(number)"
      store.dispatch(
        .make(.updateAnimal(animalId: "Dog", name: name, diet: nil, categoryId: nil)))
    }
    #expect(throws: Refusal.tooManyWaiting) { try store.dispatch(.make(dogDiet)).get() }
    let old = store.state
    #expect(throws: Refusal.tooManyWaiting) { try store.dispatch(.undo(.undo(by: ""))).get() }
    #expect(store.state == old, "a full outbox refuses an undo")
    #expect(store.state.outbox.count == AnimalsState.limit)
  }

  @Test func aStoreThatComesBackGoesOnWithTheFirstThatWaited() async throws {
    await open()
    store.dispatch(.make(dogDiet))
    store.dispatch(.make(.deleteAnimal(animalId: "Cat")))
    let again = ClientLine(to: server)
    let next = AnimalsStore(
      initialState: store.state, feature: .animals(again), clock: again)
    #expect(await again.step().key == "c-1")
    #expect(await again.step().key == "c-2")
    _ = await again.next()
    #expect(next.state.outbox.isEmpty)
  }

  @Test func aChangeIsNotSentBeforeItIsKept() async {
    let line = ClientLine(to: server)
    let store = AnimalsStore(
      initialState: AnimalsState(),
      feature: .animals(line) { try await line.sleep(for: .seconds(77)) }, clock: line)
    store.dispatch(.begin(client: "k"))
    await line.step()
    _ = await line.next()
    store.dispatch(.make(dogDiet))
    // The change ends the sleep of the poll. Before it is sent it waits to be kept, for 77 seconds.
    var event = await line.next()
    #expect(event == .asleep(.seconds(77)))
    if !event.isAsked {
      line.reply()
      event = await line.next()
    }
    #expect(event.key == "k-1")
  }
}

/// A server whose data a test can replace.
private actor ReplacedAnimals: AnimalsService {
  private var animals: MemoryAnimals

  init(_ animals: MemoryAnimals) { self.animals = animals }

  func replace(with animals: MemoryAnimals) { self.animals = animals }

  func send(
    _ request: AnimalsRequest, key: String?
  ) async throws(ServiceProblem) -> AnimalsAnswer {
    try await animals.send(request, key: key)
  }
}

@MainActor
@Suite(.timeLimit(.minutes(5))) struct AnimalsUndoTests {
  private let server = MemoryAnimals()
  private let line: ClientLine
  private let store: AnimalsStore

  init() async {
    line = ClientLine(to: server)
    store = AnimalsStore(initialState: AnimalsState(), feature: .animals(line), clock: line)
    store.dispatch(.begin(client: "c"))
    await line.step()
    _ = await line.next()
  }

  /// Lets the server make all waiting changes.
  private func drain() async {
    while !store.state.outbox.isEmpty { await line.step() }
    _ = await line.next()
  }

  private func made() async throws -> Set<Animal> { Set(try await server.contents().animals ?? []) }

  @Test func anUndoIsAChangeThatTheServerHearsOf() async throws {
    store.dispatch(.make(.deleteAnimal(animalId: "Dog")))
    #expect(store.state.history.undoTitle == "Delete Dog")
    await drain()
    store.dispatch(.undo(.undo()))
    #expect(store.state.animals[id: "Dog"] == Animal.samples[0])
    #expect(store.state.outbox.map(\.mutation) == [.add(Animal.samples[0])])
    await drain()
    #expect(try await made() == Set(Animal.samples))
    store.dispatch(.undo(.redo()))
    #expect(store.state.outbox.map(\.mutation) == [.deleteAnimal(animalId: "Dog")])
    await drain()
    #expect(try await made() == store.state.shown)
  }

  @Test func aStepIsNamedAfterTheAnimalAsItWas() {
    store.dispatch(
      .make(.updateAnimal(animalId: "Dog", name: "Hound", diet: nil, categoryId: nil)))
    store.dispatch(.make(.deleteAnimal(animalId: "Dog")))
    store.dispatch(
      .make(.addAnimal(animalId: nil, name: "Ox", diet: .herbivore, categoryId: "Mammal")))
    let titles = store.state.history.undoSteps().map(\.title)
    #expect(titles == ["Add Ox", "Delete Hound", "Change Dog"])
  }

  @Test func eachStepThatIsTakenBackIsOneMutationForTheServer() async throws {
    store.dispatch(
      .make(.updateAnimal(animalId: "Dog", name: "Hound", diet: nil, categoryId: nil)))
    store.dispatch(.make(.deleteAnimal(animalId: "Cat")))
    await drain()
    store.dispatch(.undo(.undo(to: 0)))
    #expect(
      store.state.outbox.map(\.mutation) == [
        .add(Animal.samples[1]),
        .updateAnimal(animalId: "Dog", name: "Dog", diet: nil, categoryId: nil),
      ])
    #expect(store.state.outbox.map(\.title) == ["Add Cat", "Change Hound"])
    #expect(store.state.shown == store.state.expected)
    await drain()
    #expect(try await made() == Set(Animal.samples))
    // No step is left to undo, so nothing is sent.
    store.dispatch(.undo(.undo()))
    #expect(store.state.outbox.isEmpty)
  }

  @Test func anUndoBeforeTheServerHasHeardOfItIsSentBehindIt() async throws {
    store.dispatch(
      .make(.addAnimal(animalId: nil, name: "Ox", diet: .herbivore, categoryId: "Mammal")))
    store.dispatch(.undo(.undo()))
    #expect(store.state.outbox.count == 2)
    #expect(store.state.shown == store.state.expected)
    await drain()
    #expect(try await made() == Set(Animal.samples))
  }

  @Test func whatAnotherClientChangedStays() async throws {
    store.dispatch(
      .make(.updateAnimal(animalId: "Dog", name: "Hound", diet: nil, categoryId: nil)))
    await drain()
    let other = AnimalsMutation.updateAnimal(
      animalId: "Dog", name: nil, diet: .omnivore, categoryId: nil)
    _ = try await server.send(AnimalsRequest(mutation: [other]), key: nil)
    await line.step()
    _ = await line.next()
    store.dispatch(.undo(.undo()))
    await drain()
    let dog = try await made().first { $0.id == "Dog" }
    #expect(dog?.name == "Dog")
    #expect(dog?.diet == .omnivore)
  }

  @Test func eachPersonTakesBackOwnChangesAndLeavesThoseOfOthers() async throws {
    store.dispatch(
      .make(.updateAnimal(animalId: "Dog", name: "Hound", diet: nil, categoryId: nil), by: "Ada"))
    store.dispatch(
      .save(
        .updateAnimal(animalId: "Dog", name: nil, diet: .omnivore, categoryId: nil), draft: "1",
        by: "Bob"))
    store.dispatch(.make(.deleteAnimal(animalId: "Cat"), by: "Bob"))
    #expect(store.state[undoTitleOf: "Ada"] == "Change Dog")
    #expect(store.state[undoTitleOf: "Bob"] == "Delete Cat")
    #expect(store.state[undoTitleOf: "Cleo"] == nil)
    #expect(!store.state.history.canUndo)
    await drain()
    store.dispatch(.undo(.undo(by: "Ada")))
    store.dispatch(.undo(.undo(by: "Cleo")))
    #expect(
      store.state.outbox.map(\.mutation) == [
        .updateAnimal(animalId: "Dog", name: "Dog", diet: nil, categoryId: nil)
      ])
    await drain()
    let dog = try await made().first { $0.id == "Dog" }
    #expect(dog?.name == "Dog")
    #expect(dog?.diet == .omnivore)
    #expect(store.state.animals[id: "Cat"] == nil)
    #expect(store.state[undoTitleOf: "Ada"] == nil)
    #expect(store.state[redoTitleOf: "Ada"] == "Change Dog")
    // A step of another person leaves the steps that Ada can redo.
    store.dispatch(.make(.deleteAnimal(animalId: "Newt"), by: "Bob"))
    store.dispatch(.undo(.redo(by: "Ada")))
    #expect(store.state.animals[id: "Dog"]?.name == "Hound")
    store.dispatch(.undo(.undo(by: "Bob")))
    store.dispatch(.undo(.undo(by: "Bob")))
    #expect(store.state.animals[id: "Newt"]?.name == "Newt")
    #expect(store.state.animals[id: "Cat"]?.name == "Cat")
    await drain()
    #expect(try await made() == store.state.shown)
  }

  @Test func whatAnotherPersonHasDeletedIsNotTakenBack() async throws {
    store.dispatch(
      .make(.updateAnimal(animalId: "Dog", name: "Hound", diet: nil, categoryId: nil), by: "Ada"))
    store.dispatch(.make(.deleteAnimal(animalId: "Dog"), by: "Bob"))
    await drain()
    store.dispatch(.undo(.undo(by: "Ada")))
    #expect(store.state.outbox.isEmpty)
    #expect(store.state.animals[id: "Dog"] == nil)
    #expect(store.state[undoTitleOf: "Ada"] == nil)
    store.dispatch(.undo(.undo(by: "Bob")))
    #expect(store.state.animals[id: "Dog"]?.name == "Hound")
  }

  @Test func thePeopleWhoChangedNothingForLongestAreForgotten() {
    for number in 0...100 {
      store.dispatch(
        .make(
          .updateAnimal(animalId: "Dog", name: "Dog \(number)", diet: nil, categoryId: nil),
          by: "person \(number)"))
      store.dispatch(.answered(AnimalsAnswer(revision: 1), to: "c-\(number + 1)"))
    }
    #expect(store.state[undoTitleOf: "person 0"] == nil)
    #expect(store.state[undoTitleOf: "person 1"] != nil)
    #expect(store.state[undoTitleOf: "person 100"] != nil)
  }

  @Test func whatTheServerTellsIsNoStep() async throws {
    _ = try await server.send(
      AnimalsRequest(mutation: [.deleteAnimal(animalId: "Cat")]), key: nil)
    await line.step()
    _ = await line.next()
    #expect(!store.state.history.canUndo)
  }

  @Test func sampleDataIsReloadedAndNotTakenBack() async throws {
    store.dispatch(.make(.deleteAnimal(animalId: "Dog")))
    store.dispatch(.make(.reloadSampleData))
    #expect(store.state[isWaiting: "Cat"])
    await drain()
    #expect(try await made() == Set(Animal.samples))
  }
}

// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import Millrace
import MillracePersistence
import MillraceTesting
import MillraceViewTesting
import MillraceViews
import Testing

@testable import AnimalsUI

@MainActor
@Suite(.timeLimit(.minutes(5))) struct AnimalsContentTests {
  private let line = ClientLine(to: MemoryAnimals())
  private let store: AnimalsStore
  private let drafts = AnimalDraftsStore(initialState: AnimalDrafts(), reducer: .drafts)
  private let view: RenderedView

  init() {
    let store = AnimalsStore(initialState: AnimalsState(), feature: .animals(line), clock: line)
    store.onRejection = { _ in }
    store.dispatch(.begin(client: "c"))
    self.store = store
    let drafts = drafts
    view = RenderedView { AnimalsContent().environment(store).environment(drafts) }
  }

  private func open() async {
    while await line.next().isAsked { line.reply() }
  }

  private func row(_ text: String) throws -> FoundView {
    try #require(view.findAll(.row).first { $0.texts.contains(text) })
  }

  /// Opens the editor of a new animal, and types a name.
  private func edit(_ name: String) -> FoundView {
    view.find(.button, "Add Animal…").tap()
    view.find(.sheet).find(.textField, "Name").type(name)
    return view.find(.sheet)
  }

  @Test func itWaitsUntilTheServerHasToldOfTheAnimals() async {
    #expect(view.texts.contains("Asking the server…"))
    #expect(!view.find(.button, "Add Animal…").isEnabled)
    await line.step(.loseRequest)
    _ = await line.next()
    #expect(view.texts.contains("No Animals Yet"))
    #expect(view.texts.contains("the request was lost"))
    await line.step()
    await open()
    #expect(view.texts.contains("All changes are on the server."))
    #expect(view.find(.button, "Add Animal…").isEnabled)
  }

  @Test func aWindowOfItsOwnChoosesForItself() async throws {
    await open()
    let (store, drafts) = (store, drafts)
    let other = RenderedView { AnimalsContent().environment(store).environment(drafts) }
    try row("Mammal").tap()
    try row("Dog").tap()
    #expect(view.texts.contains("Carnivore in the category Mammal"))
    #expect(other.texts.contains("Choose a category."))
  }

  @Test func eachPersonsWindowTakesBackWhatThePersonHasDone() async throws {
    await open()
    drafts.dispatch(.begin(owner: "Ada"))
    let store = store
    let other = AnimalDraftsStore(initialState: AnimalDrafts(of: "Bob"), reducer: .drafts)
    let bobs = RenderedView { AnimalsContent().environment(store).environment(other) }
    try row("Mammal").tap()
    try row("Dog").tap()
    view.find(.button, "Delete…").tap()
    view.find(.alert, "Delete Dog?").find(.button, "Delete").tap()
    #expect(view.find(.button, "Undo Delete Dog").isEnabled)
    #expect(bobs.findAll(.button, "Undo Delete Dog").isEmpty)
    let bodies = view.bodies(of: UndoButtons.self)
    try #require(bobs.findAll(.row).first { $0.texts.contains("Mammal") }).tap()
    try #require(bobs.findAll(.row).first { $0.texts.contains("Cat") }).tap()
    bobs.find(.button, "Delete…").tap()
    bobs.find(.alert, "Delete Cat?").find(.button, "Delete").tap()
    #expect(bobs.find(.button, "Undo Delete Cat").isEnabled)
    #expect(view.find(.button, "Undo Delete Dog").isEnabled)
    #expect(view.bodies(of: UndoButtons.self) == bodies)
    view.find(.button, "Undo Delete Dog").tap()
    #expect(store.state.animals.contains(id: "Dog"))
    #expect(!store.state.animals.contains(id: "Cat"))
    #expect(view.find(.button, "Redo Delete Dog").isEnabled)
    #expect(bobs.findAll(.button, "Redo Delete Dog").isEmpty)
  }

  @Test func theFormIsSavedOnlyWhenItIsWhole() async {
    await open()
    let sheet = edit("Ox")
    #expect(sheet.texts.contains("Choose what it eats."))
    #expect(!sheet.find(.button, "Save").isEnabled)
    sheet.find(.textField, "Name").submit()
    #expect(store.state.outbox.isEmpty)
    sheet.find(.picker, "Diet").choose("Herbivore")
    sheet.find(.picker, "Category").choose("Mammal")
    #expect(sheet.find(.button, "Save").isEnabled)
    sheet.find(.button, "Save").tap()
    #expect(store.state.outbox.map(\.title) == ["Add Ox"])
    #expect(view.find(.button, "Undo Add Ox").isEnabled)
  }

  @Test func whatIsTypedIsThereUntilItIsSavedOrGivenUp() async {
    await open()
    _ = edit("Half an o")
    let (store, drafts) = (store, drafts)
    // A window that comes later, at the same address.
    let later = RenderedView { AnimalsContent().environment(store).environment(drafts) }
    later.find(.button, "Add Animal…").tap()
    #expect(later.find(.sheet).find(.textField, "Name").value == "Half an o")
    later.find(.sheet).find(.button, "Cancel").tap()
    #expect(drafts.state.all.isEmpty)
    #expect(later.findAll(.sheet).isEmpty)
    // The form of the first window is still open, and empty.
    let sheet = view.find(.sheet)
    #expect(sheet.find(.textField, "Name").value == "")
    sheet.find(.textField, "Name").type("Ox")
    sheet.find(.picker, "Diet").choose("Herbivore")
    sheet.find(.picker, "Category").choose("Mammal")
    sheet.find(.button, "Save").tap()
    while !view.findAll(.sheet).isEmpty { await Task.yield() }
    #expect(drafts.state.all.isEmpty)
  }

  @Test func whatCannotBeMadeIsToldInTheForm() async {
    await open()
    for _ in 0..<AnimalsState.limit {
      store.dispatch(
        .make(.updateAnimal(animalId: "Dog", name: nil, diet: .omnivore, categoryId: nil)))
    }
    let sheet = edit("Ox")
    sheet.find(.picker, "Diet").choose("Herbivore")
    sheet.find(.picker, "Category").choose("Mammal")
    sheet.find(.button, "Save").tap()
    let message = "100 changes wait for the server. Wait until the server is available again."
    while !view.find(.sheet).texts.contains(message) { await Task.yield() }
    #expect(store.state.outbox.count == AnimalsState.limit)
  }

  @Test func whatCannotBeDoneIsToldInTheWindowUntilSomethingIsDone() async throws {
    await open()
    try row("Mammal").tap()
    try row("Dog").tap()
    view.find(.button, "Delete…").tap()
    view.find(.alert, "Delete Dog?").find(.button, "Delete").tap()
    try row("Cat").tap()
    for _ in 1..<AnimalsState.limit {
      store.dispatch(
        .make(
          .updateAnimal(animalId: "Cat", name: nil, diet: .omnivore, categoryId: nil), by: "Bob"))
    }
    let message = "100 changes wait for the server. Wait until the server is available again."
    func expectRefusal(_ ask: () -> Void, sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(!view.texts.contains(message), sourceLocation: sourceLocation)
      ask()
      #expect(view.texts.contains(message), sourceLocation: sourceLocation)
      #expect(store.state.outbox.count == AnimalsState.limit, sourceLocation: sourceLocation)
      view.find(.button, "Dismiss").tap()
    }
    expectRefusal {
      view.find(.button, "Delete…").tap()
      view.find(.alert, "Delete Cat?").find(.button, "Delete").tap()
    }
    expectRefusal {
      view.find(.button, "Reload Sample Data…").tap()
      view.find(.alert).find(.button, "Reload").tap()
    }
    expectRefusal { view.find(.button, "Undo Delete Dog").tap() }
    // The message stays until an action succeeds.
    view.find(.button, "Undo Delete Dog").tap()
    await line.step()
    _ = await line.next()
    view.find(.button, "Undo Delete Dog").tap()
    #expect(!view.texts.contains(message))
    #expect(store.state.outbox.count == AnimalsState.limit)
    expectRefusal { view.find(.button, "Redo Delete Dog").tap() }
  }

  @Test func aChangeThatCouldNotBeWrittenIsNotTypedIntoAnyMoreAndIsMadeOnce() async throws {
    let (store, log, view) = try await openOnLog()
    type("Ox", in: view)
    log.fault = .diskFull
    view.find(.sheet).find(.button, "Save").tap()
    func isTold() -> Bool {
      view.find(.sheet).texts.contains { $0.hasPrefix("The change could not be written yet: ") }
    }
    while !isTold() { await Task.yield() }
    #expect(!view.find(.sheet).find(.textField, "Name").isEnabled)
    log.fault = nil
    view.find(.sheet).find(.button, "Save").tap()
    while !view.findAll(.sheet).isEmpty { await Task.yield() }
    #expect(store.state.outbox.map(\.title) == ["Add Ox"])
  }

  /// A window whose journal is in memory.
  private func openOnLog() async throws -> (AnimalsStore, MemoryLog, RenderedView) {
    let (line, log) = (ClientLine(to: MemoryAnimals()), MemoryLog())
    let store = try await AnimalsStore(
      recovering: Journal(on: log, of: AnimalsState.self, actions: AnimalsAction.self),
      initialState: AnimalsState(), feature: .animals(line), sync: .always, clock: line,
      onFailure: { _ in })
    store.dispatch(.begin(client: "c"))
    let drafts = drafts
    let view = RenderedView { AnimalsContent().environment(store).environment(drafts) }
    while await line.next().isAsked { line.reply() }
    return (store, log, view)
  }

  /// A window whose keeper keeps nothing until a test ends its wait.
  private func openHeld() async -> (HeldKeeper, RenderedView) {
    let (line, keeper, drafts) = (ClientLine(to: MemoryAnimals()), HeldKeeper(), drafts)
    let store = AnimalsStore(
      initialState: AnimalsState(), feature: .animals(line), clock: line, after: 0,
      keeper: keeper, prepare: { _ in })
    store.dispatch(.begin(client: "c"))
    let view = RenderedView { AnimalsContent().environment(store).environment(drafts) }
    while await line.next().isAsked { line.reply() }
    return (keeper, view)
  }

  private func type(_ name: String, in view: RenderedView) {
    view.find(.button, "Add Animal…").tap()
    let sheet = view.find(.sheet)
    sheet.find(.textField, "Name").type(name)
    sheet.find(.picker, "Diet").choose("Herbivore")
    sheet.find(.picker, "Category").choose("Mammal")
  }

  @Test func whatIsTypedAfterACancelledSaveStaysWhenThatIsWritten() async {
    let (keeper, view) = await openHeld()
    var forgotten = 0
    let subscription = drafts.subscribeToActions { entry in
      if case .forget = entry.action { forgotten += 1 }
    }
    type("Ox", in: view)
    view.find(.sheet).find(.button, "Save").tap()
    #expect(view.find(.sheet).find(.button, "Cancel").isEnabled)
    view.find(.sheet).find(.button, "Cancel").tap()
    #expect(view.findAll(.sheet).isEmpty)
    #expect(drafts.state.all.isEmpty)
    type("Yak", in: view)
    keeper.end()
    // `Cancel` forgets the draft, and so does the save that waited for the journal.
    while forgotten < 2 { await Task.yield() }
    #expect(drafts.state.all.map(\.name) == ["Yak"])
    #expect(view.findAll(.sheet).count == 1)
    #expect(view.find(.sheet).find(.textField, "Name").value == "Yak")
    #expect(view.find(.sheet).find(.textField, "Name").isEnabled)
    subscription.cancel()
  }

  @Test func aChangeWhoseFormHasClosedIsToldInTheWindowIfItIsNotWritten() async {
    let (keeper, view) = await openHeld()
    type("Ox", in: view)
    view.find(.sheet).find(.button, "Save").tap()
    view.find(.sheet).find(.button, "Cancel").tap()
    keeper.end(failing: true)
    let message = "The change could not be written yet: \(HeldKeeper.Failure())"
    while !view.texts.contains(message) { await Task.yield() }
    #expect(view.findAll(.sheet).isEmpty)
  }

  @Test func eachChangeThatIsNotWrittenIsToldInTheWindow() async throws {
    let (store, log, view) = try await openOnLog()
    try #require(view.findAll(.row).first { $0.texts.contains("Mammal") }).tap()
    try #require(view.findAll(.row).first { $0.texts.contains("Dog") }).tap()
    // The journal ends.
    log.fault = .failingSync
    await #expect(throws: JournalError.self) { try await store.dispatch(.tryNow).synced() }
    func problems() -> [String] {
      view.texts.filter { $0.hasPrefix("The change could not be written yet: ") }
    }
    func expectTold(_ ask: () -> Void) async {
      #expect(problems().isEmpty)
      ask()
      while problems().isEmpty { await Task.yield() }
      view.find(.button, "Dismiss").tap()
    }
    await expectTold {
      view.find(.button, "Delete…").tap()
      view.find(.alert, "Delete Dog?").find(.button, "Delete").tap()
    }
    #expect(store.state.animals[id: "Dog"] == nil)
    await expectTold { view.find(.button, "Undo Delete Dog").tap() }
    await expectTold { view.find(.button, "Redo Delete Dog").tap() }
    await expectTold {
      view.find(.button, "Reload Sample Data…").tap()
      view.find(.alert).find(.button, "Reload").tap()
    }
  }

  @Test func theSampleDataAreReloadedOnlyWhenThatIsConfirmed() async {
    await open()
    view.find(.button, "Reload Sample Data…").tap()
    let dialog = view.find(.alert, "Replace all animals with the sample data?")
    #expect(
      dialog.texts.contains("The animals of all people are replaced. This cannot be undone."))
    dialog.find(.button, "Cancel").tap()
    #expect(view.findAll(.alert).isEmpty)
    #expect(store.state.outbox.isEmpty)
    view.find(.button, "Reload Sample Data…").tap()
    view.find(.alert).find(.button, "Reload").tap()
    #expect(store.state.outbox.map(\.mutation) == [.reloadSampleData])
    #expect(store.state.history.undoTitle == nil)
  }

  @Test func aChangeOfOneAnimalRunsTheBodyOfItsRowAlone() async throws {
    await open()
    try row("Mammal").tap()
    let rows = view.bodies(of: AnimalRow.self)
    store.dispatch(
      .make(.updateAnimal(animalId: "Dog", name: nil, diet: .omnivore, categoryId: nil)))
    #expect(view.bodies(of: AnimalRow.self) == rows + 1)
  }
}

/// A keeper that waits until a test ends it, like a journal on a slow disk.
private final class HeldKeeper: DispatchReceipt.Keeper {
  struct Failure: Error {}

  private let (ends, end) = AsyncThrowingStream<Void, any Error>.makeStream()

  func end(failing: Bool = false) { end.finish(throwing: failing ? Failure() : nil) }

  func keep(_ number: UInt64, _ durability: DispatchReceipt.Durability) async throws {
    for try await _ in ends {}
  }
}

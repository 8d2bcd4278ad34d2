// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import AnimalsStorage
import Foundation
import Millrace
import MillracePersistence
import Testing

/// An app without a server, which ends and is started again.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct LocalAnimalsTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("local-animals-\(UUID().uuidString)")

  /// Runs the app, and ends it.
  private func run(_ body: (LocalAnimals) async throws -> Void) async throws {
    let animals = try await LocalAnimals(in: folder)
    try await body(animals)
    try await animals.close()
  }

  private func until(_ condition: () -> Bool) async { while !condition() { await Task.yield() } }

  @Test func rowsStepsAndDraftsAreThereAfterARestart() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await run { animals in
      await until { !animals.store.state.isLoading }
      #expect(animals.store.state.animals.entities == Animal.samples)
      let ox = AnimalsMutation.addAnimal(
        animalId: nil, name: "Ox", diet: .herbivore, categoryId: "Mammal")
      try await animals.store.dispatch(.make(ox)).written()
      try await animals.store.dispatch(.make(.deleteAnimal(animalId: "Dog"))).written()
      let draft = AnimalDraft(in: "Mammal")
      try await animals.drafts.dispatch(.write(Edit(\.name, "Half a na"), in: draft)).written()
      await until { animals.store.state.outbox.isEmpty }
    }
    try await run { animals in
      #expect(animals.store.state[idsIn: "Mammal"].count == 4)
      #expect(animals.store.state.animals[id: "Dog"] == nil)
      #expect(animals.store.state.history.undoTitle == "Delete Dog")
      #expect(animals.drafts.state.all.map(\.name) == ["Half a na"])
      try await animals.store.dispatch(.undo(.undo())).written()
      await until { animals.store.state.outbox.isEmpty }
    }
    // The database has the rows too.
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasPrefix("journal") {
      try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
    try await run { animals in
      await until { !animals.store.state.isLoading }
      #expect(Set(animals.store.state.animals.map(\.name)).isSuperset(of: ["Dog", "Ox"]))
      #expect(animals.store.state.animals.count == 7)
    }
  }

  @Test func aDraftWhoseChangeIsWrittenIsGoneAfterARestart() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let dog = AnimalDraft(Animal.samples[0])
    try await run { animals in
      await until { !animals.store.state.isLoading }
      try await animals.drafts.dispatch(.write(Edit(\.name, "Hound"), in: dog)).written()
      try await animals.drafts.dispatch(.write(Edit(\.name, "O"), in: AnimalDraft())).written()
      let draft = try #require(animals.drafts.state.all[id: "Dog"])
      let mutation = try #require(draft.mutation)
      try await animals.store.dispatch(.save(mutation, draft: draft.key)).written()
    }
    try await run { animals in
      #expect(animals.drafts.state.all.map(\.name) == ["O"])
      await until { animals.store.state.outbox.isEmpty }
      #expect(animals.store.state.animals[id: "Dog"]?.name == "Hound")
    }
  }

  @Test func aStartThatFailsReleasesTheFilesThatItHasOpened() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("drafts.sqlite")
    try Data("no database".utf8).write(to: file)
    for _ in 0..<9 {
      let error = await #expect(throws: JournalError.self) { try await run { _ in } }
      #expect(error?.description.hasPrefix("unreadable: \(file.path) ") == true)
    }
    try FileManager.default.removeItem(at: file)
    try await run { #expect($0.drafts.state.all.isEmpty) }
  }

  @Test func bothFilesAreReleasedAlsoIfTheJournalOfTheDraftsHasFailed() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let animals = try await LocalAnimals(in: folder)
    // The whole draft is not one of the fields, so the action cannot be encoded.
    let edit = Edit<AnimalDraft>(\.self, AnimalDraft(in: "Mammal"))
    animals.drafts.dispatch(.write(edit, in: AnimalDraft()))
    await #expect(throws: JournalError.self) { try await animals.close() }
    try await run { #expect($0.drafts.state.all.isEmpty) }
  }
}

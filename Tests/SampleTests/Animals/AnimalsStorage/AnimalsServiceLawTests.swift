// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import AnimalsServer
import AnimalsStorage
import Foundation
import Testing

/// The laws of a service, for each implementation: in memory, in a file of SQLite, and on a server
/// over sockets.
@Suite(.timeLimit(.minutes(5))) struct AnimalsServiceLawTests {
  enum Kind: CaseIterable, Sendable { case memory, database, remote }

  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("animals-\(UUID().uuidString)")

  /// Runs a body on a new service.
  private func with(
    _ kind: Kind, _ body: @Sendable (any AnimalsService) async throws -> Void
  ) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("animals.sqlite")
    switch kind {
    case .memory: try await body(MemoryAnimals())
    case .database: try await body(AnimalsDatabase(at: file))
    case .remote:
      let server = try await AnimalsServer(
        AnimalsDatabase(at: file), host: "127.0.0.1", port: 0)
      let result: Result<Void, any Error>
      do {
        result = .success(try await body(RemoteAnimals(patience: 120) { server.address }))
      } catch {
        result = .failure(error)
      }
      await server.stop()
      try result.get()
    }
  }

  private static let all = AnimalsRequest(query: [.animals, .categories])
  private static let ox = Animal(
    animalId: "Ox", name: "Ox “&\u{1F402}", diet: .herbivore, categoryId: "Mammal")

  /// A byte, counted from the texts of the dog's row, is changed: the last letter of its diet, or
  /// the type of its name.
  @Test(arguments: [(14, UInt8(ascii: "X"), "diet CarnivorX"), (-3, 3, "as name")])
  func aRowThatCannotBeReadIsNoRefusal(place: Int, byte: UInt8, reason: String) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("animals.sqlite")
    _ = try AnimalsDatabase(at: file)
    var bytes = try Data(contentsOf: file)
    let row = try #require(bytes.range(of: Data("DogDogCarnivoreMammal".utf8)))
    bytes[row.lowerBound + place] = byte
    try bytes.write(to: file)
    let service = try AnimalsDatabase(at: file)
    let error = await #expect(throws: ServiceProblem.self) {
      try await service.send(AnimalsRequest(mutation: [.add(Self.ox)]), key: "k")
    }
    guard case .away(let text) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.contains(reason), "\(text)")
  }

  @Test(arguments: Kind.allCases) func itHasTheSampleDataAtFirst(_ kind: Kind) async throws {
    try await with(kind) { service in
      let answer = try await service.send(Self.all, key: nil)
      #expect(answer.animals == Animal.samples)
      #expect(answer.categories == Animal.Category.samples)
    }
  }

  @Test(arguments: Kind.allCases) func mutationsAreMadeBeforeQuestionsAreAnswered(
    _ kind: Kind
  ) async throws {
    try await with(kind) { service in
      let request = AnimalsRequest(
        mutation: [
          .add(Self.ox),
          .updateAnimal(animalId: "Dog", name: "Hound", diet: nil, categoryId: nil),
          .deleteAnimal(animalId: "Cat"),
        ], query: [.animals])
      let answer = try await service.send(request, key: "1")
      let hound = Animal(
        animalId: "Dog", name: "Hound", diet: .carnivore, categoryId: "Mammal")
      #expect(
        answer.mutation == [
          .addAnimal(animal: Self.ox), .updateAnimal(animal: hound),
          .deleteAnimal(animal: Animal.samples[1]),
        ])
      #expect(answer.animals == [hound] + Animal.samples[2...] + [Self.ox])
    }
  }

  @Test(arguments: Kind.allCases) func whatComesAgainWithItsKeyIsMadeOnce(
    _ kind: Kind
  ) async throws {
    try await with(kind) { service in
      let request = AnimalsRequest(mutation: [.add(Self.ox)], query: [.animals])
      let first = try await service.send(request, key: "k")
      #expect(try await service.send(request, key: "k") == first)
      let delete = AnimalsRequest(mutation: [.deleteAnimal(animalId: "Ox")])
      _ = try await service.send(delete, key: "l")
      // The mutation has its old answer, and the question a new one.
      let late = try await service.send(request, key: "k")
      #expect(late.mutation == first.mutation)
      #expect(late.animals == Animal.samples)
    }
  }

  @Test(arguments: Kind.allCases) func theSameKeyAtTheSameTimeIsMadeOnce(
    _ kind: Kind
  ) async throws {
    try await with(kind) { service in
      let request = AnimalsRequest(mutation: [.add(Self.ox)])
      let answers = try await withThrowingTaskGroup(of: AnimalsAnswer.self) { group in
        for _ in 0..<8 { group.addTask { try await service.send(request, key: "k") } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count == 8)
      #expect(Set(answers).count == 1)
      #expect(answers[0].mutation == [.addAnimal(animal: Self.ox)])
    }
  }

  @Test(arguments: Kind.allCases) func aKeyThatWasUsedForSomethingElseIsRefused(
    _ kind: Kind
  ) async throws {
    try await with(kind) { service in
      _ = try await service.send(AnimalsRequest(mutation: [.add(Self.ox)]), key: "k")
      let other = AnimalsRequest(mutation: [.deleteAnimal(animalId: "Dog")])
      await #expect(throws: ServiceProblem.refused(reason: MemoryAnimals.otherRequest)) {
        _ = try await service.send(other, key: "k")
      }
    }
  }

  @Test(arguments: Kind.allCases) func aRefusalIsAnAnswerAndStaysOne(_ kind: Kind) async throws {
    try await with(kind) { service in
      let request = AnimalsRequest(mutation: [
        .deleteAnimal(animalId: "none"), .deleteAnimal(animalId: "Dog"),
      ])
      let answer = try await service.send(request, key: "k")
      #expect(
        answer.mutation == [
          .refused(error: .animalNotFound(animalId: "none")),
          .deleteAnimal(animal: Animal.samples[0]),
        ])
      #expect(try await service.send(request, key: "k").mutation == answer.mutation)
    }
  }

  @Test(arguments: Kind.allCases) func withoutNewsNothingIsTold(_ kind: Kind) async throws {
    try await with(kind) { service in
      let first = try await service.send(Self.all, key: nil)
      let none = AnimalsAnswer(revision: first.revision, revisionId: first.revisionId)
      var request = Self.all
      request.after = first.revision
      // A client may know only the number of the revision.
      #expect(try await service.send(request, key: nil) == none)
      request.afterId = first.revisionId
      #expect(try await service.send(request, key: nil) == none)
      _ = try await service.send(AnimalsRequest(mutation: [.reloadSampleData]), key: nil)
      #expect(try await service.send(request, key: nil).animals == Animal.samples)
    }
  }

  @Test(arguments: Kind.allCases) func anAnimalWithoutAnIDGetsOne(_ kind: Kind) async throws {
    try await with(kind) { service in
      let ape = AnimalsMutation.addAnimal(
        animalId: nil, name: "Ape", diet: .omnivore, categoryId: "Mammal")
      let answer = try await service.send(
        AnimalsRequest(mutation: [ape, ape], query: [.animals]), key: nil)
      #expect(answer.animals?.count == 8)
      #expect(Set(answer.animals?.map(\.id) ?? []).count == 8)
    }
  }

  @Test func aDatabaseKeepsAnimalsAndKeys() async throws {
    try await with(.memory) { _ in
      let file = folder.appendingPathComponent("animals.sqlite")
      let request = AnimalsRequest(mutation: [.add(Self.ox)], query: [.animals])
      let first = try await AnimalsDatabase(at: file).send(request, key: "k")
      #expect(try await AnimalsDatabase(at: file).send(request, key: "k") == first)
    }
  }

  @Test func aBackupThatIsPutBackHasNoRevisionOfTheDataAfterIt() async throws {
    try await with(.memory) { _ in
      let file = folder.appendingPathComponent("animals.sqlite")
      let backup = folder.appendingPathComponent("backup.sqlite")
      _ = try await AnimalsDatabase(at: file).send(Self.all, key: nil)
      try FileManager.default.copyItem(at: file, to: backup)
      let lost = try await AnimalsDatabase(at: file).send(
        AnimalsRequest(mutation: [.add(Self.ox)]), key: nil)
      let delete = AnimalsRequest(mutation: [.deleteAnimal(animalId: "Dog")])
      let kept = try await AnimalsDatabase(at: backup).send(delete, key: nil)
      #expect(kept.revision == lost.revision)
      var request = Self.all
      (request.after, request.afterId) = (lost.revision, lost.revisionId)
      let answer = try await AnimalsDatabase(at: backup).send(request, key: nil)
      #expect(answer.animals == Array(Animal.samples[1...]))
      #expect(answer.answers(request))
    }
  }

  @Test func aServerThatIsNotThereIsAway() async throws {
    let nowhere = RemoteAnimals { URL(string: "http://127.0.0.1:1") }
    await #expect(throws: ServiceProblem.away(reason: "The server accepts no connection.")) {
      _ = try await nowhere.send(Self.all, key: nil)
    }
    await #expect(throws: ServiceProblem.away(reason: "The server is not running.")) {
      _ = try await RemoteAnimals { nil }.send(Self.all, key: nil)
    }
  }
}

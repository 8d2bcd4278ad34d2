// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import Foundation
import Millrace
import MillraceAddress
import Testing

struct AnimalsMutationTests {
  private let dog = Animal.samples[0]

  @Test(arguments: [
    (
      AnimalsMutation.deleteAnimal(animalId: "x"), Refusal.animalNotFound(animalId: "x")
    ),
    (
      .updateAnimal(animalId: "x", name: "X", diet: nil, categoryId: nil),
      .animalNotFound(animalId: "x")
    ),
    (
      .updateAnimal(animalId: "Dog", name: nil, diet: nil, categoryId: "Robot"),
      .categoryNotFound(categoryId: "Robot")
    ),
    (
      .updateAnimal(animalId: "Dog", name: " ", diet: nil, categoryId: nil),
      .badName(reason: "The name is empty. Type at least one letter.")
    ),
    (
      .updateAnimal(animalId: "Dog", name: "\u{200B}", diet: nil, categoryId: nil),
      .badName(reason: "The name is empty. Type at least one letter.")
    ),
    (.add(Animal.samples[0]), .animalExists(animalId: "Dog")),
    (.addAnimal(animalId: nil, name: "X", diet: .omnivore, categoryId: "Bird"), .badID),
    (.addAnimal(animalId: "", name: "X", diet: .omnivore, categoryId: "Bird"), .badID),
    (.addAnimal(animalId: "Dog\0x", name: "X", diet: .omnivore, categoryId: "Bird"), .badID),
  ])
  func whatCannotBeMadeThrowsAndChangesNothing(_ mutation: AnimalsMutation, _ refusal: Refusal) {
    var animals = EntityTable(Animal.samples)
    let stamp = animals.stamp
    #expect(throws: refusal) { try mutation.make(on: &animals) }
    #expect(animals.stamp == stamp)
  }

  @Test func theResultOfAnAdditionIsTheStoredAnimal() {
    var animals = EntityTable<Animal>()
    let add = AnimalsMutation.addAnimal(
      animalId: nil, name: "  Red  panda ", diet: .herbivore, categoryId: "Mammal")
    let made = add.made(on: &animals, newID: "panda")
    #expect(animals[id: "panda"]?.name == "Red panda")
    #expect(animals[id: "panda"].map { made == .addAnimal(animal: $0) } == true)
  }

  @Test func aNameIsTidyAndTakesOnlySoManyBytes() throws {
    var animals = EntityTable(Animal.samples)
    let spaces = String(repeating: " ", count: 60_000)
    try AnimalsMutation.updateAnimal(
      animalId: "Dog", name: "Great\(spaces)dog ", diet: nil, categoryId: nil
    ).make(on: &animals)
    #expect(animals[id: "Dog"]?.name == "Great dog")
    let name = "e" + String(repeating: "\u{301}", count: 30_000)
    #expect(name.count == 1)
    #expect(
      throws: Refusal.badName(reason: "The name has 60001 bytes; the maximum is 640.")
    ) {
      try AnimalsMutation.addAnimal(
        animalId: "x", name: name, diet: .omnivore, categoryId: "Bird"
      ).make(on: &animals)
    }
  }

  @Test func anIDTakesOnlySoManyBytes() {
    var animals = EntityTable(Animal.samples)
    let id = "e" + String(repeating: "\u{301}", count: 320)
    #expect(throws: Refusal.badID) {
      try AnimalsMutation.addAnimal(
        animalId: id, name: "Newt", diet: .omnivore, categoryId: "Amphibian"
      ).make(on: &animals)
    }
  }

  @Test func thereAreOnlySoManyAnimals() throws {
    var animals = EntityTable<Animal>()
    for id in 0..<AnimalsMutation.limit {
      let animal = Animal(animalId: "\(id)", name: "A", diet: .omnivore, categoryId: "Bird")
      try AnimalsMutation.add(animal).make(on: &animals)
    }
    #expect(throws: Refusal.full) { try AnimalsMutation.add(dog).make(on: &animals) }
  }

  @Test func anUpdateHasOnlyWhatDiffers() throws {
    var new = dog
    #expect(AnimalsMutation.update(dog, to: new) == nil)
    new.diet = .omnivore
    let update = AnimalsMutation.update(dog, to: new)
    #expect(
      update == .updateAnimal(animalId: "Dog", name: nil, diet: .omnivore, categoryId: nil))
    var animals = EntityTable(Animal.samples)
    animals[id: "Dog"]?.name = "Hound"
    try update?.make(on: &animals)
    #expect(animals[id: "Dog"]?.name == "Hound")
    #expect(animals[id: "Dog"]?.diet == .omnivore)
  }

  @Test(arguments: [
    (
      AnimalsMutation.addAnimal(animalId: nil, name: "Ox", diet: .herbivore, categoryId: "Mammal"),
      #"{"addAnimal":{"categoryId":"Mammal","diet":"Herbivore","name":"Ox"}}"#
    ),
    (
      .updateAnimal(animalId: "Dog", name: nil, diet: .omnivore, categoryId: nil),
      #"{"updateAnimal":{"animalId":"Dog","diet":"Omnivore"}}"#
    ),
    (.deleteAnimal(animalId: "Dog"), #"{"deleteAnimal":{"animalId":"Dog"}}"#),
    (.reloadSampleData, #"{"reloadSampleData":{}}"#),
  ])
  func itsCodingIsThatOfTheInterface(_ mutation: AnimalsMutation, _ json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(mutation), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(AnimalsMutation.self, from: Data(json.utf8)) == mutation)
  }
}

struct AnimalDraftTests {
  @Test func aFieldThatIsEmptyIsToldAndMakesNothing() {
    var draft = AnimalDraft()
    #expect(draft.problem == "The name is empty. Type at least one letter.")
    draft.name = "  Great \n ape "
    #expect(draft.problem == "Choose what it eats.")
    draft.diet = .omnivore
    #expect(draft.problem == "Choose a category.")
    #expect(draft.mutation == nil)
    draft.categoryId = "Mammal"
    #expect(draft.problem == nil)
    #expect(
      draft.mutation
        == .addAnimal(animalId: nil, name: "Great ape", diet: .omnivore, categoryId: "Mammal"))
    draft.name = String(repeating: "a", count: 81)
    #expect(draft.problem == "The name has 81 characters; the maximum is 80.")
  }

  @Test func whatWasNotTypedIntoIsNotChanged() {
    var draft = AnimalDraft(Animal.samples[0])
    #expect(draft.problem == nil)
    #expect(draft.mutation == nil)
    draft.name = "Hound"
    #expect(
      draft.mutation == .updateAnimal(animalId: "Dog", name: "Hound", diet: nil, categoryId: nil))
  }
}

struct AnimalsRouteTests {
  @Test func theAddressContainsIt() {
    let routes = [
      AnimalsRoute(), AnimalsRoute("Mammal"), AnimalsRoute("Mammal", "Dog"),
      AnimalsRoute("Bird", form: .add), AnimalsRoute("Mammal", "Dog", form: .edit),
    ]
    for route in routes { #expect(AnimalsRoute(route.address) == route) }
    #expect(AnimalsRoute("Mammal", "Dog").address.text == "/Mammal/Dog")
  }

  @Test func anotherCategoryHasNoAnimalChosen() {
    var route = AnimalsRoute("Mammal", "Dog")
    route.category = "Bird"
    #expect(route == AnimalsRoute("Bird"))
  }

  @Test func anotherAnimalHasNoFormOpen() {
    var route = AnimalsRoute("Mammal", "Dog", form: .edit)
    route.animal = "Cat"
    #expect(route == AnimalsRoute("Mammal", "Cat"))
  }
}

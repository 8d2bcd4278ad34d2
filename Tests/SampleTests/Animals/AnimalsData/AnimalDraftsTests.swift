// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import Foundation
import Millrace
import Testing

@MainActor
struct AnimalDraftsTests {
  private let store = AnimalDraftsStore(initialState: AnimalDrafts(), reducer: .drafts)
  private let dog = AnimalDraft(Animal.samples[0])

  @Test func whatIsTypedIsOneDraftOfEachAnimal() {
    store.dispatch(.write(Edit(\.name, "Hou"), in: dog))
    store.dispatch(.write(Edit(\.diet, .omnivore), in: dog))
    store.dispatch(.write(Edit(\.categoryId, "Fish"), in: AnimalDraft()))
    #expect(store.state.all.map(\.id) == ["Dog", ""])
    #expect(store.state.all[id: "Dog"]?.name == "Hou")
    #expect(store.state.all[id: "Dog"]?.diet == .omnivore)
    #expect(store.state.all[id: "Dog"]?.animal == Animal.samples[0])
    store.dispatch(.forget("Dog", key: store.state.all[id: "Dog"]?.key ?? ""))
    #expect(store.state.all.map(\.id) == [""])
  }

  @Test func aDraftIsForgottenByItsKeyAlone() {
    store.dispatch(.write(Edit(\.name, "Hou"), in: dog, key: "first"))
    store.dispatch(.forget("Dog", key: "first"))
    store.dispatch(.write(Edit(\.name, "Wolf"), in: dog, key: "second"))
    store.dispatch(.forget("Dog", key: "first"))
    #expect(store.state.all.map(\.name) == ["Wolf"])
    store.dispatch(.forget("Dog", key: "second"))
    #expect(store.state.all.isEmpty)
  }

  @Test func theOldestGoWhenThereAreTooMany() {
    for number in 0...AnimalDrafts.limit {
      let animal = Animal(animalId: "\(number)", name: "", diet: .omnivore, categoryId: "Fish")
      store.dispatch(.write(Edit(\.name, "x"), in: AnimalDraft(animal)))
    }
    #expect(store.state.all.count == AnimalDrafts.limit)
    #expect(store.state.all.first?.id == "1")
  }

  @Test func eachHasAKeyOfItsOwnThatStaysWhileItIsTyped() throws {
    store.dispatch(.write(Edit(\.name, "Hou"), in: dog))
    let key = try #require(store.state.all[id: "Dog"]?.key)
    store.dispatch(.write(Edit(\.name, "Hound"), in: dog))
    #expect(store.state.all[id: "Dog"]?.key == key)
    store.dispatch(.forget("Dog", key: store.state.all[id: "Dog"]?.key ?? ""))
    store.dispatch(.write(Edit(\.name, "Wolf"), in: dog))
    #expect(store.state.all[id: "Dog"]?.key != key)
    let others = AnimalDraftsStore(initialState: AnimalDrafts(of: "Bob"), reducer: .drafts)
    others.dispatch(.write(Edit(\.name, "Hou"), in: dog))
    #expect(others.state.all[id: "Dog"]?.key != key)
    store.dispatch(.forget("Dog", key: store.state.all[id: "Dog"]?.key ?? ""))
    store.dispatch(.write(Edit(\.name, "Hou"), in: dog, key: "first"))
    store.dispatch(.write(Edit(\.name, "Hound"), in: dog, key: "second"))
    #expect(store.state.all[id: "Dog"]?.key == "first")
  }

  @Test func aPersonGetsANameOnceAndKeepsIt() throws {
    store.dispatch(.begin(owner: "Ada"))
    store.dispatch(.begin(owner: "Bob"))
    let data = try JSONEncoder().encode(store.state)
    #expect(try JSONDecoder().decode(AnimalDrafts.self, from: data).owner == "Ada")
  }

  @Test func theyAreKeptAsTheyAre() throws {
    store.dispatch(.write(Edit(\.name, "Hou"), in: dog))
    store.dispatch(.write(Edit(\.name, "Half a na"), in: AnimalDraft(in: "Fish")))
    let data = try JSONEncoder().encode(store.state)
    #expect(try JSONDecoder().decode(AnimalDrafts.self, from: data) == store.state)
    let action = AnimalDraftsAction.write(Edit(\.diet, .omnivore), in: dog)
    let coded = try JSONEncoder().encode(action)
    #expect(try JSONDecoder().decode(AnimalDraftsAction.self, from: coded) == action)
  }
}

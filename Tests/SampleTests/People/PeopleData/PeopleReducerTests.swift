// SPDX-License-Identifier: Apache-2.0

import Millrace
import PeopleData
import Testing

@MainActor
@Suite struct PeopleReducerTests {
  private let ada = Person(id: 1, name: "Ada Berg", city: "Oslo")
  private let bob = Person(id: 2, name: "Bob Adler", city: "Accra")
  private let cleo = Person(id: 3, name: "Cleo Blom", city: "Oslo")

  private func makeStore(
    _ change: (inout PeopleState) -> Void = { _ in }
  ) -> Store<PeopleState, PeopleAction> {
    var state = PeopleState(people: [cleo, ada, bob], visits: [Visits(id: 1, count: 4)])
    change(&state)
    return Store(initialState: state, reducer: .people)
  }

  @Test func aNewQueryBeginsWithTheFirstPage() {
    let store = makeStore { $0.page = 3 }
    store.dispatch(.search(""))
    #expect(store.page == 3)
    store.dispatch(.search(" Ada"))
    #expect(store.query == " Ada")
    #expect(store.page == 0)
  }

  @Test func theTableStaysSortedByWhatWasChosen() {
    let store = makeStore()
    #expect(store.state.people.ids == [1, 2, 3])
    store.dispatch(.showPage(2))
    store.dispatch(.sort(by: .city))
    #expect(store.state.people.ids == [2, 1, 3])
    #expect(store.page == 0)
    store.dispatch(.change(1, .move(to: "Zagreb")))
    #expect(store.state.people.ids == [2, 3, 1])
    store.dispatch(.sort(by: .name))
    store.dispatch(.change(1, .rename(to: "Zoe Berg")))
    #expect(store.state.people.ids == [2, 3, 1])
  }

  @Test func aPageIsNeverBeforeTheFirst() {
    let store = makeStore()
    store.dispatch(.showPage(-7))
    #expect(store.page == 0)
    store.dispatch(.showPage(7))
    #expect(store.page == 7)
  }

  @Test func editingKeepsTheDraftApartUntilItIsSaved() {
    let store = makeStore()
    store.dispatch(.edit(1))
    #expect(store.draft == PersonDraft(ada))
    #expect(store.isEditing)
    store.dispatch(.typeName("  Ada   Lund "))
    store.dispatch(.typeCity("Rome"))
    #expect(store.state.people[id: 1] == ada)
    store.dispatch(.save)
    #expect(store.state.people[id: 1] == Person(id: 1, name: "Ada Lund", city: "Rome"))
    #expect(!store.isEditing)
    #expect(
      store.lastChange
        == AppliedChange(name: "Ada Berg", change: .edit(name: "Ada Lund", city: "Rome")))
  }

  @Test func cancellingChangesNothing() {
    let store = makeStore()
    let stamp = store.state.people.stamp
    store.dispatch(.edit(1))
    store.dispatch(.typeName("Somebody else"))
    store.dispatch(.cancel)
    #expect(!store.isEditing)
    #expect(store.state.people.stamp == stamp)
    #expect(store.lastChange == nil)
  }

  @Test func aDraftThatIsNotInOrderIsNotSaved() {
    let store = makeStore()
    store.dispatch(.edit(1))
    store.dispatch(.typeName(" "))
    #expect(store.draft?.isChecked == false)
    store.dispatch(.save)
    #expect(store.draft?.isChecked == true)
    #expect(store.state.people[id: 1] == ada)
    store.dispatch(.typeName("Ada"))
    store.dispatch(.save)
    #expect(store.state.people[id: 1]?.name == "Ada")
  }

  @Test func savingWhatIsThereAlreadyIsNoChangeOfThePeople() {
    let store = makeStore()
    let stamp = store.state.people.stamp
    store.dispatch(.edit(1))
    store.dispatch(.save)
    #expect(store.state.people.stamp == stamp)
    #expect(!store.isEditing)
  }

  @Test func whoIsNotThereCannotBeEditedOrChanged() {
    let store = makeStore()
    store.dispatch(.edit(9))
    #expect(!store.isEditing)
    store.dispatch(.typeName("Nobody"))
    store.dispatch(.save)
    store.dispatch(.change(9, .visit))
    #expect(store.state.visits.ids == [1])
    #expect(store.lastChange == nil)
  }

  @Test func aVisitIsNoChangeOfThePeople() {
    let store = makeStore()
    let stamp = store.state.people.stamp
    store.dispatch(.change(1, .visit))
    store.dispatch(.change(2, .visit))
    #expect(store.state.visits[id: 1]?.count == 5)
    #expect(store.state.visits[id: 2]?.count == 1)
    #expect(store.state.people.stamp == stamp)
    #expect(store.lastChange == AppliedChange(name: "Bob Adler", change: .visit))
  }

  @Test func randomChangesFollowFromTheState() {
    let first = makeStore()
    let second = makeStore()
    var changes: [AppliedChange?] = []
    for _ in 0..<100 {
      first.dispatch(.changeRandomPerson)
      second.dispatch(.changeRandomPerson)
      #expect(first.lastChange == second.lastChange)
      changes.append(first.lastChange)
    }
    #expect(first.state.people == second.state.people)
    #expect(first.state.visits == second.state.visits)
    let kinds = Set(changes.compactMap { $0?.change.kind })
    #expect(kinds == ["visit", "move", "rename"])
  }

  @Test func aRandomChangeMakesADifference() {
    let store = makeStore()
    for number in 0..<300 {
      let (people, visits) = (store.state.people, store.state.visits)
      store.dispatch(.changeRandomPerson)
      let isSame = store.state.people == people && store.state.visits == visits
      #expect(!isSame, "change \(number) of seed 0")
    }
  }

  @Test func withoutPeopleNobodyChanges() {
    let store = Store(initialState: PeopleState(count: 0, seed: 1), reducer: .people)
    store.dispatch(.changeRandomPerson)
    #expect(store.lastChange == nil)
    #expect(store.state.people.isEmpty)
  }
}

extension PersonChange {
  fileprivate var kind: String {
    switch self {
    case .visit: "visit"
    case .move: "move"
    case .rename: "rename"
    case .edit: "edit"
    }
  }
}

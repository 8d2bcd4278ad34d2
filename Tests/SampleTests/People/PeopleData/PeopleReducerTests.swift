// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import PeopleData
import Testing

@MainActor
@Suite struct PeopleReducerTests {
  private let ada = Person(id: 1, name: "Ada Berg", city: "Oslo")
  private let bob = Person(id: 2, name: "Bob Adler", city: "Accra")
  private let cleo = Person(id: 3, name: "Cleo Blom", city: "Oslo")

  private func makeStore(
    reducer: some FeatureType<PeopleState, PeopleAction> = Reducer.people,
    _ change: (inout PeopleState) -> Void = { _ in }
  ) -> TestStore<PeopleState, PeopleAction> {
    var state = PeopleState(people: [cleo, ada, bob], visits: [Visits(id: 1, count: 4)])
    change(&state)
    return TestStore(initialState: state, feature: reducer.feature)
  }

  @Test func aNewQueryBeginsWithTheFirstPage() async {
    let store = makeStore { $0.page = 3 }
    await store.send(.search(""))
    await store.send(.search(" Ada")) {
      $0.query = " Ada"
      $0.page = 0
    }
    await store.finish()
  }

  @Test func aQueryThatStaysOnItsPageIsNoticed() async {
    let broken =
      Reducer.people
      <> Reducer { state, action in
        if case .search = action { state.page = 3 }
      }
    let store = makeStore(reducer: broken) { $0.page = 3 }
    await withKnownIssue {
      await store.send(.search("Ada")) {
        $0.query = "Ada"
        $0.page = 0
      }
    } matching: { issue in
      let text = issue.comments.first?.rawValue ?? ""
      return text.hasPrefix(
        "Expected `PeopleAction.search(\"Ada\")` to change the state as the step")
        && text.contains("−   page: 0,") && text.contains("+   page: 3,")
    }
  }

  @Test func theTableStaysSortedByWhatWasChosen() async {
    let store = makeStore()
    store.exhaustivity = .off
    #expect(store.state.people.ids == [1, 2, 3])
    await store.send(.showPage(2)) { $0.page = 2 }
    await store.send(.sort(by: .city)) {
      $0.sort = .city
      $0.page = 0
    }
    #expect(store.state.people.ids == [2, 1, 3])
    await store.send(.change(1, .move(to: "Zagreb")))
    #expect(store.state.people.ids == [2, 3, 1])
    await store.send(.sort(by: .name))
    await store.send(.change(1, .rename(to: "Zoe Berg")))
    #expect(store.state.people.ids == [2, 3, 1])
  }

  @Test func aPageIsNeverBeforeTheFirst() async {
    let store = makeStore()
    await store.send(.showPage(-7))
    await store.send(.showPage(7)) { $0.page = 7 }
    await store.finish()
  }

  @Test func editingKeepsTheDraftApartUntilItIsSaved() async {
    let store = makeStore()
    await store.send(.edit(1)) { [ada] in $0.draft = PersonDraft(ada) }
    #expect(store.state.isEditing)
    await store.send(.draft(Edit(\.name, "  Ada   Lund "))) { $0.draft?.name = "  Ada   Lund " }
    await store.send(.draft(Edit(\.city, "Rome"))) { $0.draft?.city = "Rome" }
    await store.send(.save) {
      $0.draft = nil
      $0.people.setOne(Person(id: 1, name: "Ada Lund", city: "Rome"))
      $0.lastChange = AppliedChange(
        name: "Ada Berg", change: .edit(name: "Ada Lund", city: "Rome"))
    }
    await store.finish()
  }

  @Test func cancellingChangesNothing() async {
    let store = makeStore()
    let stamp = store.state.people.stamp
    await store.send(.edit(1)) { [ada] in $0.draft = PersonDraft(ada) }
    await store.send(.draft(Edit(\.name, "Somebody else"))) { $0.draft?.name = "Somebody else" }
    await store.send(.cancel) { $0.draft = nil }
    #expect(store.state.people.stamp == stamp)
    await store.finish()
  }

  @Test func aDraftThatIsNotInOrderIsNotSaved() async {
    let store = makeStore()
    await store.send(.edit(1)) { [ada] in $0.draft = PersonDraft(ada) }
    await store.send(.draft(Edit(\.name, " "))) { $0.draft?.name = " " }
    await store.send(.save) { $0.draft?.isChecked = true }
    await store.send(.draft(Edit(\.name, "Ada"))) { $0.draft?.name = "Ada" }
    await store.send(.save) {
      $0.draft = nil
      $0.people.setOne(Person(id: 1, name: "Ada", city: "Oslo"))
      $0.lastChange = AppliedChange(name: "Ada Berg", change: .edit(name: "Ada", city: "Oslo"))
    }
    await store.finish()
  }

  @Test func savingWhatIsThereAlreadyIsNoChangeOfThePeople() async {
    let store = makeStore()
    store.exhaustivity = .off
    let stamp = store.state.people.stamp
    await store.send(.edit(1))
    await store.send(.save) { $0.draft = nil }
    #expect(store.state.people.stamp == stamp)
  }

  @Test func whoIsNotThereCannotBeEditedOrChanged() async {
    let store = makeStore()
    await store.send(.edit(9))
    await store.send(.draft(Edit(\.name, "Nobody")))
    await store.send(.save)
    await store.send(.change(9, .visit))
    await store.finish()
  }

  @Test func aVisitIsNoChangeOfThePeople() async {
    let store = makeStore()
    let stamp = store.state.people.stamp
    await store.send(.change(1, .visit)) {
      $0.visits.setOne(Visits(id: 1, count: 5))
      $0.lastChange = AppliedChange(name: "Ada Berg", change: .visit)
    }
    await store.send(.change(2, .visit)) {
      $0.visits.setOne(Visits(id: 2, count: 1))
      $0.lastChange = AppliedChange(name: "Bob Adler", change: .visit)
    }
    #expect(store.state.people.stamp == stamp)
    await store.finish()
  }

  @Test func randomChangesFollowFromTheState() {
    let (first, second) = (makeStore().store, makeStore().store)
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
    let store = makeStore().store
    for number in 0..<300 {
      let (people, visits) = (store.state.people, store.state.visits)
      store.dispatch(.changeRandomPerson)
      let isSame = store.state.people == people && store.state.visits == visits
      #expect(!isSame, "change \(number) of seed 0")
    }
  }

  @Test func withoutPeopleNoRowChanges() {
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

// SPDX-License-Identifier: Apache-2.0

import Millrace
import TextData

extension Reducer where State == PeopleState, Action == PeopleAction {
  /// How actions change the people, the search, the order and the page.
  public static var people: Reducer {
    Reducer { state, action in
      switch action {
      case .search(let query): state.search(query)
      case .sort(let sort): state.sort(by: sort)
      case .showPage(let page): state.page = max(0, page)
      case .edit(let id): state.draft = state.people[id: id].map(PersonDraft.init)
      case .draft(let edit): state.draft(edit)
      case .save: state.save()
      case .cancel: state.draft = nil
      case .change(let id, let change): state.apply(change, to: id)
      case .changeRandomPerson: state.changeRandomPerson()
      }
    }
  }
}

extension PeopleState {
  fileprivate mutating func search(_ query: String) {
    guard query != self.query else { return }
    self.query = query
    page = 0
  }

  /// Sorts the table.
  ///
  /// From then on the table stays sorted: a change moves one row.
  fileprivate mutating func sort(by sort: PeopleSort) {
    guard sort != self.sort else { return }
    self.sort = sort
    people.sort(by: sort.order)
    page = 0
  }

  fileprivate mutating func draft(_ edit: Edit<PersonDraft>) {
    guard var draft else { return }
    edit.apply(to: &draft)
    self.draft = draft
  }

  fileprivate mutating func save() {
    guard let draft else { return }
    guard draft.isValid else {
      self.draft?.isChecked = true
      return
    }
    self.draft = nil
    apply(.edit(name: draft.name.tidied, city: draft.city.tidied), to: draft.id)
  }

  fileprivate mutating func apply(_ change: PersonChange, to id: Person.ID) {
    guard let person = people[id: id] else { return }
    switch change {
    case .visit: visits.upsertOne(Visits(id: id, count: 1)) { old, _ in old.count += 1 }
    case .move(let city): people.updateOne(id) { $0.city = city }
    case .rename(let name): people.updateOne(id) { $0.name = name }
    case .edit(let name, let city): people.setOne(Person(id: id, name: name, city: city))
    }
    lastChange = AppliedChange(name: person.name, change: change)
  }

  fileprivate mutating func changeRandomPerson() {
    guard !people.isEmpty else { return }
    let person = people[random.number(below: people.count)]
    apply(random.change(of: person), to: person.id)
  }
}

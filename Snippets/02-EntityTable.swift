// SPDX-License-Identifier: Apache-2.0

// Rows by id: a table that stays sorted, changes in place and knows what changed.

import Millrace

struct Person: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
  var city: String
}

var people = EntityTable(
  [
    Person(id: 1, name: "Cleo", city: "Rome"),
    Person(id: 2, name: "Ada", city: "London"),
    Person(id: 3, name: "Bob", city: "Oslo"),
  ], sortedBy: EntityOrder(\.name))
print(people.map(\.name))

// By id in O(1), in place.
let before = people.stamp
people[id: 3]?.city = "Bergen"
people.updateOne(2) { $0.city = "Paris" }
print(people[id: 3]?.city ?? "none", people.index(of: 2) ?? -1)

// Adding ignores an id that is there, setting replaces it, and a row moves when it has to.
people.addOne(Person(id: 1, name: "Cleopatra", city: ""))
people.setOne(Person(id: 2, name: "Zoe", city: "Paris"))
people.removeOne(3)
print(people.map(\.name))

// The table says what happened since it had that stamp.
if let changes = people.changes(since: before) {
  print("updated", changes.updated, "removed", changes.removed, "moved", changes.orderChanged)
}

// Data that was loaded again is a change where it is different.
let loaded = people.stamp
people.setAll([
  Person(id: 1, name: "Cleo", city: "Rome"),
  Person(id: 2, name: "Zoe", city: "Lyon"),
])
if let changes = people.changes(since: loaded) {
  for (id, kind) in changes { print(id, kind) }
}

// Prints:
// ["Ada", "Bob", "Cleo"]
// Bergen 0
// ["Cleo", "Zoe"]
// updated [2] removed [3] moved true
// 2 updated

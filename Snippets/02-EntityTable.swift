// SPDX-License-Identifier: Apache-2.0

// An entity table: rows by id, always sorted, changed in place, with a record of the changes.

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

// Access by id takes O(1), and changes are made in place.
let before = people.stamp
people[id: 3]?.city = "Bergen"
people.updateOne(2) { $0.city = "Paris" }
print(people[id: 3]?.city ?? "none", people.index(of: 2) ?? -1)

// `addOne` ignores an existing id, and `setOne` replaces its row. A row moves if its order changes.
people.addOne(Person(id: 1, name: "Cleopatra", city: ""))
people.setOne(Person(id: 2, name: "Zoe", city: "Paris"))
people.removeOne(3)
print(people.map(\.name))

// The table reports the changes since the version with that stamp.
if let changes = people.changes(since: before) {
  print("updated", changes.updated, "removed", changes.removed, "moved", changes.orderChanged)
}

// If data is loaded again, only the rows that differ count as changed.
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

// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A state with many rows, similar to that of the sample People.
enum Crowd {
  struct Person: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var name: String
    var city: String
  }

  struct Visits: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var count: Int
  }

  struct State: Codable, Equatable, Sendable {
    var people: EntityTable<Person>
    var visits: EntityTable<Visits>
    var query = ""
    var page = 0
    var handled = 0

    init(count: Int) {
      let cities = ["Lisbon", "Oslo", "Porto", "Quito", "Rome"]
      people = EntityTable(
        (0..<count).map {
          Person(id: $0, name: "Person \($0 * 7_919 % count)", city: cities[$0 % 5])
        },
        sortedBy: \.name)
      visits = EntityTable((0..<count).map { Visits(id: $0, count: 0) })
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case visit(Int)
    case move(Int, to: String)
  }

  static let count = 10_000

  @Sendable
  static func reduce(_ state: inout State, _ action: Action) {
    state.handled += 1
    switch action {
    case .visit(let id): state.visits[id: id]?.count += 1
    case .move(let id, let city): state.people[id: id]?.city = city
    }
  }

  /// Returns the action with this number.
  ///
  /// Every fourth action changes a row of the sorted table.
  static func action(_ number: Int, of count: Int = Crowd.count) -> Action {
    let id = number &* 7_919 % count
    return number % 4 == 0 ? .move(id, to: "Turin \(number % 9)") : .visit(id)
  }

  @MainActor
  static func store(count: Int = Crowd.count) -> Store<State, Action> {
    Store(initialState: State(count: count), reducer: Reducer(reduce))
  }
}

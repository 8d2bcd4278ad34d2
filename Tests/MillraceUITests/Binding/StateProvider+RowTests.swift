// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViews
import TestSupport
import Testing

private struct Person: Identifiable, Equatable, Sendable {
  let id: Int
  var city = ""
  var age = 0
}

private struct Town: Sendable {
  var people = EntityTable<Person>()
  var title = ""
}

private enum TownAction: Equatable, Sendable {
  case move(Int, to: String)
  case age(Int)
  case title(String)
  case leave(Int)
}

private typealias TownStore = Store<Town, TownAction>

private struct CityField: View {
  let store: TownStore
  let id: Int
  let runs: Log

  var body: some View {
    let _ = runs.append("\(id)")
    TextField(
      "City",
      text: store.binding(row: id, of: \.people, \.city, default: "") { .move(id, to: $0) })
  }
}

private struct CityFields: View {
  let store: TownStore
  let runs: Log

  var body: some View {
    ForEach(store.people.ids, id: \.self) { CityField(store: store, id: $0, runs: runs) }
  }
}

@MainActor
@Suite struct StateProviderRowTests {
  private func store(people: Int) -> TownStore {
    TownStore(
      initialState: Town(people: EntityTable((0..<people).map { Person(id: $0) })),
      reducer: Reducer<Town, TownAction> { state, action in
        switch action {
        case .move(let id, let city): state.people[id: id]?.city = city
        case .age(let id): state.people[id: id]?.age += 1
        case .title(let title): state.title = title
        case .leave(let id): state.people.removeOne(id)
        }
      })
  }

  @Test func itReadsTheFieldAndWritesThroughAnAction() {
    let store = store(people: 2)
    let log = Log()
    let subscription = store.subscribeToTransitions { log.append("\($0.action) \($0.source.line)") }
    let line: UInt = #line + 1
    let city = store.binding(row: 1, of: \.people, \.city, default: "-") { .move(1, to: $0) }
    #expect(city.wrappedValue == "")
    city.wrappedValue = "Bath"
    #expect(city.wrappedValue == "Bath")
    #expect(store.state.people[id: 1]?.city == "Bath")
    #expect(log.lines == ["move(1, to: \"Bath\") \(line)"])
    subscription.cancel()
  }

  @Test func anEqualValueAndARowThatIsGoneDispatchNothing() {
    let store = store(people: 2)
    let log = Log()
    let city = store.binding(row: 1, of: \.people, \.city, default: "-") { .move(1, to: $0) }
    store.dispatch(.leave(1))
    let subscription = store.subscribeToTransitions { log.append("\($0.action)") }
    #expect(city.wrappedValue == "-")
    city.wrappedValue = "Bath"
    let other = store.binding(row: 0, of: \.people, \.city, default: "-") { .move(0, to: $0) }
    other.wrappedValue = ""
    #expect(log.lines == [])
    subscription.cancel()
  }

  @Test func ofAThousandFieldsACommitAsksThatOfTheRowWhichChanged() {
    let (store, runs) = (store(people: 1_000), Log())
    let host = ViewHost(CityFields(store: store, runs: runs))
    _ = host.html()
    #expect(runs.lines.count == 1_000)

    let before = store.counters
    store.dispatch(.move(7, to: "Bath"))
    _ = host.flush()
    let after = store.counters
    #expect(runs.lines.dropFirst(1_000) == ["7"])
    #expect(after.rowsCompared - before.rowsCompared == 1)
    #expect(after.slicesCompared - before.slicesCompared <= 2)

    // Changes of another field of the row, and outside of the table, run no body.
    store.dispatch(.age(7))
    store.dispatch(.title("Bath"))
    _ = host.flush()
    #expect(runs.lines.count == 1_001)
  }

  @Test func aProjectionBindsToo() {
    struct Land: Sendable { var town = Town(people: EntityTable([Person(id: 1)])) }
    let store = Store(
      initialState: Land(),
      reducer: Reducer<Land, String> { state, city in state.town.people[id: 1]?.city = city })
    let town = store.projection(action: { (city: String) in city }, state: \.town)
    let city = town.binding(row: 1, of: \.people, \.city, default: "") { $0 }
    city.wrappedValue = "Bath"
    #expect(store.state.town.people[id: 1]?.city == "Bath")
  }
}

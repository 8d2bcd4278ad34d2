// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

import Millrace

@MainActor
@Suite struct TablePropertyStrategyTests {
  struct App: Sendable {
    var directory = Directory(count: 10)
    var visits = 0
  }

  enum Action: Sendable {
    case visit, change(Int), remove(Int), renew
  }

  private let store = Store<App, Action>(
    initialState: App(),
    reducer: Reducer { app, action in
      switch action {
      case .visit: app.visits += 1
      case .change(let id): app.directory.entries[id: id]?.value += 1
      case .remove(let id): app.directory.entries.removeOne(id)
      case .renew: app.directory.entries = EntityTable(app.directory.entries.entities)
      }
    })

  private var part: StoreProjection<Directory, Action> {
    store.projection(action: { $0 }, state: \.directory)
  }

  @Test func aProjectionAsksForTheSameThing() {
    let log = Log()
    let all = [
      part.subscribe(to: .ids(of: \.entries)) { log.append("part \($0.count)") },
      store.subscribe(to: .ids(of: \.directory.entries)) { log.append("whole \($0.count)") },
      part.subscribe(to: .count(of: \.entries)) { log.append("part \($0)") },
      store.subscribe(to: .count(of: \.directory.entries)) { log.append("whole \($0)") },
    ]
    for action in [Action.visit, .change(3)] {
      let cost = store.cost { store.dispatch(action) }
      #expect(cost.slicesCompared == 2)
      #expect(cost.selectorsComputed == 0)
    }
    #expect(log.lines == [])
    store.dispatch(.remove(3))
    #expect(log.lines == ["part 9", "whole 9", "part 9", "whole 9"])
    all.forEach { $0.cancel() }
  }

  @Test func equalIdsInAnotherTableAreNoChange() {
    let log = Log()
    let watch = store.subscribe(to: .ids(of: \.directory.entries)) { log.append("\($0.count)") }
    for action in [Action.renew, .change(3), .renew, .remove(3), .renew] { store.dispatch(action) }
    #expect(log.lines == ["9"])
    watch.cancel()
  }

  @Test func aComputedProjectionIsAskedAfterEveryCommit() {
    let computed: StoreProjection<Directory, Action> = store.projection(
      action: { $0 }, state: { (app: App) in app.directory })
    let log = Log()
    let watch = computed.subscribe(to: .ids(of: \.entries)) { log.append("\($0.count)") }
    #expect(store.cost { store.dispatch(.visit) }.selectorsComputed == 1)
    store.dispatch(.remove(3))
    #expect(log.lines == ["9"])
    watch.cancel()
  }
}

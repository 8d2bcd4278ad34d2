// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// State-driven effects of the rows of a table.
@MainActor
@Suite struct RowDeclarationTests {
  struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    var level = 0
  }

  struct Root: Equatable, Sendable {
    var rows = EntityTable<Row>()
    var other = 0
  }

  struct Screen: Equatable, Sendable {
    var root: Root? = Root()
  }

  enum RowAction: Sendable {
    case none
  }

  typealias RootAction = @Sendable (inout Root) -> Void

  private let log = Log()

  /// A feature in which each row has as many effects as its level.
  ///
  /// The computations of slices and the calls of the declaring function are logged.
  private func feature() -> Feature<Root, RootAction> {
    let log = log
    let level = StateSelector { (row: Row) in
      log.append("read \(row.id)")
      return row
    } didChange: {
      $0.level != $1.level
    }
    let live = StateEffects<Row, RowAction>(on: level) { row in
      log.append("declare \(row.id)")
      return (0..<row.level).map { number in
        let name = "\(row.id).\(number)"
        return .effect(
          id: number,
          .listen { listener in
            log.append("begin \(name)")
            listener.onCancel {
              log.append("end \(name)")
              withExtendedLifetime(listener) {}
            }
          })
      }
    }
    let noAction = CasePath<RootAction, (Int, RowAction)>(
      embed: { _ in { _ in } }, extract: { _ in nil })
    return live.forEach(action: noAction, state: \.rows)
      <> Reducer { (root: inout Root, change: RootAction) in change(&root) }
  }

  private func store(_ rows: [Row]) -> Store<Root, RootAction> {
    Store(initialState: Root(rows: EntityTable(rows)), feature: feature())
  }

  /// The lines that were logged since the last call.
  private func lines(_ body: () -> Void) -> [String] {
    let count = log.lines.count
    body()
    return Array(log.lines[count...])
  }

  @Test func onlyTheChangedRowsAreComparedAndDeclared() {
    let store = store((0..<100).map { Row(id: $0) })
    #expect(lines { store.dispatch { $0.other = 1 } } == [])
    #expect(store.counters.slicesCompared == 1)
    #expect(
      lines { store.dispatch { $0.rows[id: 7]?.level = 1 } }
        == ["read 7", "declare 7", "begin 7.0"])
    #expect(lines { store.dispatch { $0.rows[id: 7]?.level = 1 } } == ["read 7"])
    #expect(
      lines { store.dispatch { $0.rows.addOne(Row(id: 200)) } } == ["read 200", "declare 200"])
    #expect(lines { store.dispatch { $0.rows.removeOne(200) } } == [])
    #expect(lines { store.dispatch { $0.rows.removeOne(7) } } == ["end 7.0"])
  }

  @Test func effectsStartInTheOrderOfTheRowsAndEndInThatOfTheirStarts() {
    let store = store([Row(id: 1), Row(id: 2), Row(id: 3, level: 1)])
    let started = lines {
      store.dispatch { root in
        root.rows[id: 2]?.level = 2
        root.rows[id: 1]?.level = 1
      }
    }
    #expect(started.filter { $0.hasPrefix("begin") } == ["begin 1.0", "begin 2.0", "begin 2.1"])
    let ended = lines {
      store.dispatch { root in
        root.rows[id: 1]?.level = 0
        root.rows[id: 2]?.level = 1
        root.rows.removeOne(3)
        root.rows.addOne(Row(id: 4, level: 1), at: 0)
      }
    }
    #expect(
      ended.filter { !$0.hasPrefix("read") && !$0.hasPrefix("declare") }
        == ["end 3.0", "end 1.0", "end 2.1", "begin 4.0"])
  }

  @Test("A row that an assigned copy of the table brings back within a batch gets new effects")
  func copy() {
    let store = store([Row(id: 1, level: 1), Row(id: 2, level: 1)])
    let old = store.state.rows
    let changed = lines {
      store.batch {
        store.dispatch { $0.rows.removeOne(2) }
        store.dispatch { $0.rows = old }
      }
    }
    #expect(changed == ["end 2.0", "read 2", "declare 2", "begin 2.0"])
  }

  @Test("All rows are compared if the log of the table does not have the changes")
  func manyChanges() {
    let store = store((0..<1_000).map { Row(id: $0) })
    let changed = lines {
      store.dispatch { root in
        root.rows.setAll((500..<1_500).map { Row(id: $0, level: $0 == 1_400 ? 1 : 0) })
      }
    }
    #expect(changed.count { $0.hasPrefix("read") } == 1_000)
    #expect(changed.count { $0.hasPrefix("declare") } == 500)
    #expect(changed.last == "begin 1400.0")
  }

  @Test func theEffectsOfATableInAChildEndWithTheChild() {
    let toRoot = CasePath<RootAction?, RootAction>(embed: { $0 }, extract: { $0 })
    let screen =
      feature().ifLet(action: toRoot, state: \Screen.root)
      <> Reducer { (screen: inout Screen, action: RootAction?) in
        if action == nil { screen.root = nil }
      }
    let store = Store(initialState: Screen(), feature: screen)
    store.dispatch { $0.rows.addOne(Row(id: 1, level: 1)) }
    #expect(log.lines.last == "begin 1.0")
    store.dispatch(nil)
    #expect(log.lines.last == "end 1.0")
    #expect(store.runningEffects.isEmpty)
  }
}

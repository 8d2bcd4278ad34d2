// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct KeyPathCheckTests {
  private struct User: Equatable {
    var name = ""
    var tags = ["a"]
  }

  private struct State {
    var list = [1, 2, 3]
    var slice = [1, 2, 3][...]
    var user: User? = User()
    var users = [User()]
    var stock = ["a": 1]
    var count: Int { list.count }
  }

  @Test func anIndexIntoAnArrayIsFound() {
    let found: [AnyKeyPath] = [
      \State.list[2], \State.users[0].name, \State.users[0].tags[0], \State.slice[1],
      (\State.list as KeyPath<State, [Int]>).appending(path: \.[1]),
    ]
    for keyPath in found { #expect(KeyPathCheck.trap(in: keyPath) == .index, "\(keyPath)") }
  }

  @Test func aForcedUnwrapIsFound() {
    let found: [AnyKeyPath] = [
      \State.user!.name, \State.user!.tags[0], \State.list.first!, \State.user!.tags.count,
    ]
    for keyPath in found { #expect(KeyPathCheck.trap(in: keyPath) == .forcedUnwrap, "\(keyPath)") }
  }

  @Test func whatCannotEndTheProcessIsNotReported() {
    let harmless: [AnyKeyPath] = [
      \State.list, \State.count, \State.user?.name, \State.list.first, \State.list.count,
      \State.stock["a"], \State.user, \State.self,
    ]
    for keyPath in harmless { #expect(KeyPathCheck.trap(in: keyPath) == nil, "\(keyPath)") }
  }

  @Test func aGetterIsAnAddressOrAName() {
    let address = KeyPathCheck.getter(in: #"\Array<Int>.<computed 0x7f80 (Int)>"#)
    #expect(address == "<computed 0x7f80 (")
    let name = KeyPathCheck.getter(in: #"\Array<Int>.Swift.subscript(Int)"#)
    #expect(name == "Swift.subscript(Int)")
  }

  @Test func theMessageSaysWhatToDo() {
    let index = KeyPathCheck.Trap.index.message(\State.users[0].tags[0])
    #expect(index.contains(#"KeyPath<State, String> \State.users[…].tags[…] contains"#))
    #expect(index.contains(#"as in \.list[2]"#))
    #expect(index.contains("watch .row(id, of: \\.table)"))
    let unwrap = KeyPathCheck.Trap.forcedUnwrap.message(\State.user!.name)
    #expect(unwrap.contains(#"Watch \.user?.name"#))
  }

  private struct Club: Sendable {
    struct Member: Identifiable, Equatable, Sendable {
      var id: Int
      var tags = ["a"]
    }

    var members = EntityTable([Member(id: 1)])
    var guests: EntityTable<Member>? = EntityTable([Member(id: 1)])
  }

  #if DEBUG
    @Test func theKeyPathsOfTablesAndFieldsAreReportedToo() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        await MainActor.run {
          let store = Store(initialState: Club(), reducer: Reducer<Club, Int> { _, _ in })
          let field = store.subscribe(to: .row(1, of: \.members, \.tags[0])) { _ in }
          let safe = store.subscribe(to: .row(1, of: \.members, \.tags)) { _ in }
          let ids = store.subscribe(to: .ids(of: \.guests!)) { _ in }
          let row = store.subscribe(to: .row(1, of: \.guests!)) { _ in }
          for each in [field, safe, ids, row] { each.cancel() }
        }
      }
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(output.components("an index into an array") == 1)
      #expect(output.components("a forced unwrap") == 1)
    }

    /// In a process of its own, because a key path is reported once per process.
    @Test func aWatchedKeyPathIsReportedOnceWhereTheWatchBegins() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        await MainActor.run {
          let store = Store(initialState: State(), reducer: Reducer<State, Int> { _, _ in })
          let first = store.subscribe(to: \.list[2]) { _ in }
          let again = store.subscribe(to: \.list[2]) { _ in }
          let filtered = store.subscribe(
            to: StateSelector(\State.user!.name), filter: { _, _ in true }
          ) { _ in }
          let safe = store.subscribe(to: \.user?.name) { _ in }
          for each in [first, again, filtered, safe] { each.cancel() }
        }
      }
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(output.components("an index into an array") == 1)
      #expect(output.components("a forced unwrap") == 1)
      #expect(output.components(#" \State.list[…] contains an index"#) == 1)
      #expect(output.components(#" \State.user!.name contains"#) == 1)
    }

    private enum Hall {
      struct State: Sendable { var list = [1] }
    }
    private enum Shed {
      struct State: Sendable { var list = [1] }
    }

    @Test func keyPathsOfTypesWithTheSameNameAreTwo() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        await MainActor.run {
          let hall = Store(
            initialState: Hall.State(), reducer: Reducer<Hall.State, Int> { _, _ in })
          let shed = Store(
            initialState: Shed.State(), reducer: Reducer<Shed.State, Int> { _, _ in })
          hall.subscribe(to: \.list[0]) { _ in }.cancel()
          shed.subscribe(to: \.list[0]) { _ in }.cancel()
        }
      }
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(output.components("an index into an array") == 2)
    }
  #endif
}

extension String {
  /// How often a text occurs.
  fileprivate func components(_ text: String) -> Int {
    indices.filter { self[$0...].hasPrefix(text) }.count
  }
}

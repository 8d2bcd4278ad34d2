// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillracePersistence
import MillraceTesting
import MillraceTrace
import Testing

/// The promise J6: actions of older versions are read.
@MainActor
struct UpcastTests {
  struct Shelf: Codable, Equatable, Sendable { var notes: [String] = [] }

  enum First: Codable, Sendable {
    case rename(title: String)
    case move(String)
    case blinked
    case inner(Inner)
    case mark([String: [String: Int]])
    enum Inner: Codable, Sendable { case old(Int), other(Int) }
  }

  enum Third: Codable, Sendable {
    case rename(name: String)
    case take(String)
    case put(String)
    case inner(Inner)
    case marks([String: [String: Int]])
    enum Inner: Codable, Sendable { case new(Int), other(Int) }
  }

  /// A row of a `forEach` has its id beside the action.
  private enum Row: Codable, Sendable {
    case row(Int, Inner)
    enum Inner: Codable, Sendable { case rename(String), label(String) }
  }

  @Test func j6ActionOfARowIsChangedInItsCaseAndTheIdStays() async throws {
    let log = MemoryLog()
    let reducer = Reducer<Shelf, Row> { shelf, action in
      if case .row(let id, let inner) = action { shelf.notes.append("\(id) \(inner)") }
    }
    let old = Journal(on: log, of: Shelf.self, actions: Row.self, hashes: 0)
    let first = try await Store(recovering: old, initialState: Shelf(), feature: reducer)
    try await first.dispatch(.row(7, .rename("a"))).synced()
    try await old.close()
    let journal = Journal(on: log, of: Shelf.self, actions: Row.self, version: 2, hashes: 0) {
      Upcast("row.rename", from: 1, to: "row.label") { $0.with("_0", .string("b")) }
    }
    let next = try await Store(recovering: journal, initialState: Shelf(), feature: reducer)
    #expect(next.state.notes == [#"7 label("b")"#])
  }

  private var reducer: Reducer<Shelf, Third> {
    Reducer { shelf, action in
      switch action {
      case .rename(let name): shelf.notes.append("rename \(name)")
      case .take(let what): shelf.notes.append("take \(what)")
      case .put(let what): shelf.notes.append("put \(what)")
      case .inner(.new(let number)): shelf.notes.append("new \(number)")
      case .inner(.other(let number)): shelf.notes.append("other \(number)")
      case .marks(let marks): shelf.notes.append("marks \(marks.keys.sorted())")
      }
    }
  }

  private func log(_ actions: First...) async throws -> MemoryLog {
    let log = MemoryLog()
    let journal = Journal(on: log, of: Shelf.self, actions: First.self, hashes: 0)
    let store = try await Store(
      recovering: journal, initialState: Shelf(), feature: Reducer<Shelf, First>.identity)
    for action in actions { store.dispatch(action) }
    try await journal.close()
    return log
  }

  private func recover(
    _ log: MemoryLog, onUnknown: UnknownPolicy = .stop, hashes: UInt64 = 0,
    @UpcastBuilder _ upcasts: () -> [Upcast]
  ) async throws -> (Store<Shelf, Third>, Journal<Shelf, Third>) {
    let journal = Journal(
      on: log, of: Shelf.self, actions: Third.self, version: 3, hashes: hashes,
      onUnknown: onUnknown, upcasts: upcasts)
    return (
      try await Store(recovering: journal, initialState: Shelf(), feature: reducer), journal
    )
  }

  @Test func j6ActionsAreRenamedSplitAndDropped() async throws {
    let log = try await log(
      .rename(title: "Emma"), .move("box"), .blinked, .inner(.old(7)))
    let (store, journal) = try await recover(log) {
      Upcast("rename", from: 1) { $0.renamed("title", to: "name") }
      Upcast("move", from: 2) { [.action("take", $0), .action("put", $0)] }
      Upcast("inner.old", from: 1, to: "inner.new")
      Drop("blinked", before: 3)
    }
    #expect(store.state.notes == ["rename Emma", "take box", "put box", "new 7"])
    #expect(journal.report?.replayed == 4)

    // New records are of this version, and stand after those of the old one.
    try await store.dispatch(.put("cup")).synced()
    log.kill()
    let (next, _) = try await recover(log) {
      Upcast("rename", from: 1) { $0.renamed("title", to: "name") }
      Upcast("move", from: 2) { [.action("take", $0), .action("put", $0)] }
      Upcast("inner.old", from: 1, to: "inner.new")
      Drop("blinked", before: 3)
    }
    #expect(next.state.notes.last == "put cup")
    #expect(next.state.notes.count == 5)
  }

  /// The state of a later program than that of ``Shelf``.
  private struct Rack: Codable, Sendable { var books: [String] = [] }

  @Test func j6RecordedStateThatCannotBeDecodedNamesTheUpcastOfStates() async throws {
    let log = MemoryLog()
    let first = Journal(on: log, of: Shelf.self, actions: First.self, hashes: 0)
    let old = try await Store(
      recovering: first, initialState: Shelf(), feature: Reducer<Shelf, First>.identity)
    old.replaceState(with: Shelf(notes: ["Emma"]))
    try await first.close()
    func state(
      _ version: Int, @UpcastBuilder _ upcasts: () -> [Upcast] = { [] }
    ) async throws -> Rack {
      let journal = Journal(
        on: log, of: Rack.self, actions: First.self, version: version, onUnknown: .skip,
        upcasts: upcasts)
      let store = try await Store(
        recovering: journal, initialState: Rack(), feature: Reducer<Rack, First>.identity)
      try await journal.close()
      return store.state
    }
    let error = await #expect(throws: JournalError.self) {
      _ = try await state(1) { Drop("keyframe", before: 2) }
    }
    let text = error?.description ?? ""
    #expect(
      text.hasPrefix(
        """
        unknownAction: record 1 of memory is a whole state of version 1, which this program cannot \
        decode: 'books' is missing
        """))
    #expect(text.contains("a `version` above 1 and an `Upcast(stateFrom: 1)` that converts the "))
    let books = try await state(2) { Upcast(stateFrom: 1) { $0.renamed("notes", to: "books") } }
    #expect(books.books == ["Emma"])
  }

  /// A version can be a date; `.max` has so many versions before it that no loop visits them all.
  @Test func j6VersionsNeedNotBeConsecutive() async throws {
    let log = try await log(.rename(title: "Emma"), .blinked, .move("box"), .inner(.old(1)))
    let journal = Journal(
      on: log, of: Shelf.self, actions: Third.self, version: .max, hashes: 0
    ) {
      Upcast("rename", from: 20_250_101) { $0.renamed("text", to: "name") }
      Upcast("rename", from: 20_240_101) { $0.renamed("title", to: "text") }
      Upcast("move", from: 20_250_101, to: "lifted")
      Upcast("inner.old", from: .max - 1, to: "inner.new")
      Drop("lifted", before: .max)
      Drop("blinked", before: 20_250_101)
      Upcast(stateFrom: 20_250_101) { $0 }
    }
    let store = try await Store(recovering: journal, initialState: Shelf(), feature: reducer)
    #expect(store.state.notes == ["rename Emma", "new 1"])
  }

  /// The upcasts of each name in a list.
  @UpcastBuilder private func upcasts(of names: [String], dropping: Bool) -> [Upcast] {
    for name in names { Upcast(name, from: 1) { $0.renamed("title", to: "name") } }
    if dropping { Drop("blinked", before: 3) }
    if names.isEmpty { Drop("rename", before: 3) } else { Upcast("move", from: 1, to: "take") }
  }

  @Test func j6UpcastsCanBeMadeInALoopAndUnderACondition() async throws {
    let log = try await log(.rename(title: "Emma"), .move("box"), .blinked)
    let (store, _) = try await recover(log) {
      upcasts(of: ["rename"], dropping: true)
      Drop("mark", before: 2)
    }
    #expect(store.state.notes == ["rename Emma", "take box"])
    #expect(upcasts(of: [], dropping: false).count == 1)
    #expect(upcasts(of: ["a", "b"], dropping: true).count == 4)
  }

  @Test func j6UpcastsOfTwoVersionsAreChained() async throws {
    let (store, _) = try await recover(try await log(.rename(title: "Emma"))) {
      Upcast("rename", from: 1) { $0.with("title", .string("\($0["title"]?.string ?? "")!")) }
      Upcast("rename", from: 2) { $0.renamed("title", to: "name") }
    }
    #expect(store.state.notes == ["rename Emma!"])
  }

  /// An action with a field `type`, as in Redux.
  private struct Typed: Codable, Equatable, Sendable {
    var type: String
    var title: String?
    var name: String?
  }

  private enum Light: String, Codable, Sendable { case blink, flash, off }

  /// What the actions of version 1 become in version 2.
  private func upcast<Old: Codable & Sendable, New: Codable & Equatable & Sendable>(
    _ actions: [Old], to _: New.Type, @UpcastBuilder _ upcasts: () -> [Upcast]
  ) async throws -> [String] {
    let log = MemoryLog()
    let old = Journal(on: log, of: Shelf.self, actions: Old.self, hashes: 0)
    let store = try await Store(
      recovering: old, initialState: Shelf(), feature: Reducer<Shelf, Old>.identity)
    for action in actions { store.dispatch(action) }
    try await old.close()
    let journal = Journal(
      on: log, of: Shelf.self, actions: New.self, version: 2, hashes: 0, upcasts: upcasts)
    let reducer = Reducer<Shelf, New> { shelf, action in
      shelf.notes.append((try? TraceValue(encoding: action).json) ?? "?")
    }
    return try await Store(recovering: journal, initialState: Shelf(), feature: reducer)
      .state.notes
  }

  @Test func j6ActionWithATypeStaysFlat() async throws {
    let actions = [
      Typed(type: "rename", title: "x"), Typed(type: "blinked"), Typed(type: "old", name: "y"),
    ]
    let notes = try await upcast(actions, to: Typed.self) {
      Upcast("rename", from: 1) { $0.renamed("title", to: "name") }
      Upcast("old", from: 1, to: "new")
      Drop("blinked", before: 2)
    }
    #expect(notes == [#"{"name":"x","type":"rename"}"#, #"{"name":"y","type":"new"}"#])
  }

  @Test func j6ActionThatIsATextStaysOne() async throws {
    let notes = try await upcast([Light.blink, .off], to: Light.self) {
      Upcast("blink", from: 1, to: "flash")
    }
    #expect(notes == [#""flash""#, #""off""#])
  }

  /// A dictionary with one key is encoded like a case within the case.
  @Test(arguments: [["row": ["x": 1]], ["row": [:]], [:], ["a": ["x": 1], "b": ["y": 2]]])
  func j6NameOfAnActionIsNotTakenFromWhatItHolds(marks: [String: [String: Int]]) async throws {
    let log = try await log(.mark(marks), .rename(title: "Emma"))
    let (store, _) = try await recover(log) {
      Upcast("mark", from: 1, to: "marks")
      Drop("rename", before: 2)
    }
    #expect(store.state.notes == ["marks \(marks.keys.sorted())"])
    log.kill()
    let (other, _) = try await recover(log) {
      Drop("mark", before: 2)
      Drop("rename", before: 2)
    }
    #expect(other.state.notes == [])
  }

  @Test func j6UpcastOfACaseIsForAllInItButThoseWithOneOfTheirOwn() async throws {
    let (store, _) = try await recover(try await log(.inner(.old(7)), .inner(.other(8)))) {
      Drop("inner", before: 2)
      Upcast("inner.old", from: 1, to: "inner.new")
    }
    #expect(store.state.notes == ["new 7"])
  }

  @Test func j6UnknownActionIsATypedError() async throws {
    let log = try await log(.rename(title: "Emma"), .blinked)
    let error = await #expect(throws: JournalError.self) {
      _ = try await recover(log) { Upcast("rename", from: 1) { $0.renamed("title", to: "name") } }
    }
    guard case .unknownAction("memory", 2, "blinked", 1, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(error!)".contains("Give the journal an `Upcast` or a `Drop`"))
  }

  @Test(arguments: [false, true])
  func j6WrongUpcastIsNamedWithWhatIsMissing(throwing: Bool) async throws {
    let log = try await log(.rename(title: "Emma"))
    let error = await #expect(throws: JournalError.self) {
      _ = try await recover(log) {
        Upcast("rename", from: 1) { $0.renamed("title", to: "label") }
        Upcast("rename", from: 2) { rename in
          if throwing { throw TraceError.noState }
          return [.action("rename", rename)]
        }
      }
    }
    guard case .unknownAction("memory", 1, "rename", 1, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      throwing
        ? reason.hasPrefix("the upcast of 'rename' has thrown: noState: ")
        : reason == """
          the upcast of 'rename' made 'rename', which cannot be used: 'name' is missing at rename
          """)
  }

  @Test func j6PolicySkipsUnknownActionsAndCountsThem() async throws {
    let log = try await log(.rename(title: "Emma"), .blinked)
    let (store, journal) = try await recover(log, onUnknown: .skip) {}
    #expect(store.state.notes == [])
    #expect(journal.report?.skipped == [1, 2])
  }

  @Test func j6ActionOfALaterVersionIsATypedError() async throws {
    let log = try await log(.rename(title: "Emma"))
    _ = try await recover(log, onUnknown: .skip) {}.0.dispatch(.put("cup")).synced()
    log.kill()
    let journal = Journal(on: log, of: Shelf.self, actions: First.self, version: 2)
    await #expect(throws: JournalError.laterVersion(place: "memory", found: 3, known: 2)) {
      _ = try await Store(
        recovering: journal, initialState: Shelf(), feature: Reducer<Shelf, First>.identity)
    }
  }
}

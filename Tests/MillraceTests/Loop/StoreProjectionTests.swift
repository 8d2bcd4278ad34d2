// SPDX-License-Identifier: Apache-2.0

import Millrace
import Observation
import TestSupport
import Testing

@MainActor
@Suite struct StoreProjectionTests {
  private struct App: Equatable, Sendable {
    var ledger = Ledger()
    var title = ""
  }

  private enum AppAction: Equatable, Sendable {
    case ledger(LedgerAction)
    case rename(String)

    var ledger: LedgerAction? { if case .ledger(let action) = self { action } else { nil } }
  }

  private func appStore() -> Store<App, AppAction> {
    let titles = Reducer<App, AppAction> { state, action in
      if case .rename(let title) = action { state.title = title }
    }
    let ledger = CasePath(embed: AppAction.ledger, extract: \.ledger)
    return Store(
      initialState: App(), feature: titles <> Reducer.ledger.lift(action: ledger, state: \.ledger))
  }

  @Test func aProjectionReadsAndDispatchesThroughItsSource() {
    let store = appStore()
    let ledger = store.projection(action: AppAction.ledger, state: \.ledger)
    ledger.dispatch(.add(2))
    #expect(ledger.state.count == 2)
    #expect(ledger.count == 2)
    #expect(store.state.ledger.count == 2)
  }

  @Test func itStoresNothing() {
    let store = appStore()
    store.dispatch(.ledger(.note("x")))
    let ledger = store.projection(action: AppAction.ledger, state: \.ledger)
    let address = { store.state.ledger.notes.withUnsafeBufferPointer { $0.baseAddress } }
    let before = address()
    #expect(ledger.state.notes.withUnsafeBufferPointer { $0.baseAddress } == before)
  }

  @Test func onlyRelevantChangesReachItsObservers() {
    let store = appStore()
    let ledger = store.projection(action: AppAction.ledger, state: \.ledger)
    var seen: [Int] = []
    let subscription = ledger.subscribe(to: \.count, initial: true) { seen.append($0) }
    store.dispatch(.rename("other"))
    store.dispatch(.ledger(.note("not the count")))
    store.dispatch(.ledger(.add(3)))
    #expect(seen == [0, 3])
    subscription.cancel()
  }

  @Test func projectionsOfProjectionsComposeAndDropWhatHasNoTranslation() {
    enum Button: Sendable { case plus, idle }
    let store = appStore()
    let view = store.projection(action: AppAction.ledger, state: \.ledger)
      .projection(
        action: { (button: Button) in button == .plus ? .add(1) : nil },
        state: { (ledger: Ledger) in "Value: \(ledger.count)" })
    var seen: [String] = []
    let subscription = view.subscribe(to: StateSelector(\.self)) { seen.append($0) }
    view.dispatch(.plus)
    let receipt = view.dispatch(.idle)
    #expect(view.state == "Value: 1")
    #expect(seen == ["Value: 1"])
    #expect(receipt.isCommitted)
    subscription.cancel()
  }

  private struct Desk: Equatable, Sendable {
    var editor: Ledger?
    var title = ""
  }

  private enum DeskAction: Sendable {
    case open(Int)
    case editor(LedgerAction)
    case close
    case rename(String)
  }

  private func deskStore(_ desk: Desk = Desk()) -> Store<Desk, DeskAction> {
    let editor = CasePath(case: DeskAction.editor) {
      if case .editor(let action) = $0 { action } else { nil }
    }
    return Store(
      initialState: desk,
      feature: .combine {
        Reducer.ledger.ifLet(action: editor, state: \.editor)
        Reducer { state, action in
          switch action {
          case .open(let count): state.editor = Ledger(count: count)
          case .close: state.editor = nil
          case .rename(let title): state.title = title
          case .editor: break
          }
        }
      })
  }

  @Test func aChildThatMayBeMissingHasAProjectionWhileItIsThere() throws {
    let store = deskStore()
    #expect(store.projection(action: DeskAction.editor, ifLet: \.editor) == nil)
    store.dispatch(.open(1))
    let editor = try #require(store.projection(action: DeskAction.editor, ifLet: \.editor))
    editor.dispatch(.add(2))
    #expect(editor.count == 3)
    #expect(editor.state == Ledger(count: 3))
  }

  @Test func aProjectionOfAChildKeepsItsValuesWhenTheChildHasGoneAndThenShowsTheNext() throws {
    let store = deskStore()
    store.dispatch(.open(1))
    let editor = try #require(store.projection(action: DeskAction.editor, ifLet: \.editor))
    var seen: [Int] = []
    let subscription = editor.subscribe(to: \.count) { seen.append($0) }
    editor.dispatch(.add(1))
    #expect(editor.state == Ledger(count: 2))
    store.dispatch(.close)
    #expect(editor.count == 2)
    #expect(editor.select(\.count) == 2)
    #expect(editor.state == Ledger(count: 2))
    #expect(store.projection(action: DeskAction.editor, ifLet: \.editor) == nil)
    store.dispatch(.open(7))
    #expect(editor.count == 7)
    #expect(seen == [2, 7])
    subscription.cancel()
  }

  @Test func aProjectionOfAChildHoldsOnlyTheValuesThatAreRead() throws {
    let store = deskStore(Desk(editor: Ledger(payload: [1, 2])))
    let editor = try #require(store.projection(action: DeskAction.editor, ifLet: \.editor))
    // This copies the payload, because the projection holds the child for which it was created.
    editor.dispatch(.write(0))
    let address = store.state.editor?.payloadAddress
    for number in 1...3 {
      editor.dispatch(.write(1))
      editor.dispatch(.add(1))
      #expect(editor.count == number)
      #expect(editor.read(StateSelector(\.other)) == 0)
    }
    #expect(store.state.editor?.payloadAddress == address)
  }

  @Test func aValueThatTheChildDidNotHaveAtFirstCanBeRead() throws {
    let store = deskStore(Desk(editor: Ledger()))
    let editor = try #require(store.projection(action: DeskAction.editor, ifLet: \.editor))
    editor.dispatch(.note("a"))
    #expect(editor.select(\.lastNote) == "a")
    store.dispatch(.close)
    #expect(editor.select(\.lastNote) == "a")
  }

  @Test func aProjectionOfAChildDoesNotHoldTheProjectionsThatWereMadeOfIt() throws {
    final class Token: Sendable {}
    struct Field: Sendable {
      var number = 0
      var token = Token()
    }
    struct Form: Sendable { var field: Field? = Field() }
    struct Page: Sendable { var form: Form? = Form() }
    let store = Store(
      initialState: Page(),
      reducer: Reducer<Page, Int> { page, number in page.form?.field = Field(number: number) })
    let made = store.projection(action: { (number: Int) in number }, ifLet: \.form)
    let form = try #require(made)
    weak var token: Token?
    for number in 1...1_000 {
      store.dispatch(number)
      let field = form.projection(action: { (number: Int) in number }, ifLet: \.field)
      #expect(field?.select(\.number) == number)
      if number == 1 { token = store.state.form?.field?.token }
    }
    #expect(token == nil)
  }

  @Test func theEndOfAnOldValueOfAChildCanReadTheChild() throws {
    final class Ending: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
      deinit { body() }
    }
    struct Part: Sendable {
      var number = 0
      var ending: Ending?
    }
    struct Whole: Sendable { var part: Part? = Part() }
    let store = Store(
      initialState: Whole(),
      reducer: Reducer<Whole, Part> { whole, part in whole.part = part })
    let made = store.projection(action: { (part: Part) in part }, ifLet: \.part)
    let part = try #require(made)
    let log = Log()
    store.dispatch(
      Part(
        number: 1,
        ending: Ending { MainActor.assumeIsolated { log.append("\(part.state.number)") } }))
    #expect(part.state.number == 1)
    store.dispatch(Part(number: 2))
    #expect(part.state.number == 2)
    #expect(log.lines == ["2"])
  }

  private struct Room: Sendable {
    var desk: Desk?

    init(count: Int? = nil) {
      desk = count.map { Desk(editor: Ledger(count: $0)) }
    }
  }

  private func roomStore() -> Store<Room, Room> {
    Store(initialState: Room(count: 1), reducer: Reducer { room, new in room = new })
  }

  @Test func aChildBehindAnOptionalChainCanDisappearWithItsParent() throws {
    let store = roomStore()
    let made = store.projection(action: { (room: Room) in room }, ifLet: \.desk?.editor)
    let editor = try #require(made)
    var seen: [Int] = []
    let subscription = editor.subscribe(to: \.count) { seen.append($0) }
    store.dispatch(Room(count: 2))
    #expect(editor.state == Ledger(count: 2))
    store.dispatch(Room())
    #expect(editor.count == 2)
    #expect(editor.state == Ledger(count: 2))
    let other = store.projection(action: { (room: Room) in room }, ifLet: \.desk?.editor)
    #expect(other == nil)
    store.dispatch(Room(count: 3))
    #expect(seen == [2, 3])
    subscription.cancel()
  }

  private struct Floor: Sendable {
    var ledger = Ledger(payload: [1, 2])
    var table = EntityTable([Entry(id: 1)])
    var lamp: Int? = 1

    mutating func write(_ number: Int) {
      ledger.payload[0] = number
      ledger.count = number
      table[id: 1]?.name = "\(number)"
    }
  }

  private struct House: Sendable {
    struct Garage: Sendable { var floor: Floor? = Floor() }

    var floor: Floor? = Floor()
    var garage: Garage? = Garage()
  }

  private func houseStore() -> Store<House, Int> {
    Store(
      initialState: House(),
      reducer: Reducer<House, Int> { house, number in
        house.floor?.write(number)
        house.garage?.floor?.write(number)
      })
  }

  @Test func aProjectionOfAChildBehindAnOptionalChainHoldsOnlyTheValuesThatAreRead() throws {
    let store = houseStore()
    let made = store.projection(action: { (number: Int) in number }, ifLet: \.garage?.floor)
    let floor = try #require(made)
    let log = Log()
    let subscriptions = [
      floor.subscribe(to: \.ledger.count) { log.append("\($0)") },
      floor.subscribe(to: .row(1, of: \.table)) { log.append($0?.name ?? "gone") },
      floor.subscribe(to: .ids(of: \.table)) { log.append("\($0)") },
    ]
    // This copies the payload, because the projection holds the child for which it was created.
    store.dispatch(1)
    let address = store.state.garage?.floor?.ledger.payloadAddress
    for number in 2...4 {
      store.dispatch(number)
      #expect(floor.read(StateSelector(\.ledger.count)) == number)
    }
    #expect(store.state.garage?.floor?.ledger.payloadAddress == address)
    #expect(log.lines == ["1", "1", "2", "2", "3", "3", "4", "4"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func toAskAProjectionForAChildHoldsNoOtherPartOfItsState() throws {
    let store = houseStore()
    let made = store.projection(action: { (number: Int) in number }, ifLet: \.floor)
    let floor = try #require(made)
    withObservationTracking {
      _ = floor.projection(action: { (number: Int) in number }, ifLet: \.lamp)
    } onChange: {
    }
    store.dispatch(1)
    let address = store.state.floor?.ledger.payloadAddress
    for number in 2...4 { store.dispatch(number) }
    #expect(store.state.floor?.ledger.payloadAddress == address)
  }

  @Test func aPartBehindAnOptionalChainIsReadAlsoWithoutItsParent() {
    let store = roomStore()
    let editor = store.projection(action: { (room: Room) in room }, state: \.desk?.editor)
    var seen: [Int] = []
    let subscription = editor.subscribe(to: \.countOrZero) { seen.append($0) }
    #expect(editor.countOrZero == 1)
    store.dispatch(Room())
    store.dispatch(Room(count: 2))
    #expect(seen == [0, 2])
    subscription.cancel()
  }

  @Test func toAskForAProjectionOfAChildTracksOnlyWhetherThereIsOne() throws {
    let store = deskStore()
    var changes = 0
    func track() {
      withObservationTracking {
        _ = store.projection(action: DeskAction.editor, ifLet: \.editor)
      } onChange: {
        MainActor.assumeIsolated { changes += 1 }
      }
    }
    track()
    store.dispatch(.rename("other"))
    #expect(changes == 0)
    store.dispatch(.open(1))
    #expect(changes == 1)
    track()
    store.dispatch(.editor(.add(1)))
    store.dispatch(.open(2))
    #expect(changes == 1)
    store.dispatch(.close)
    #expect(changes == 2)
  }

  @Test func aFieldOfAProjectedChildIsTrackedByItself() throws {
    let store = deskStore()
    store.dispatch(.open(1))
    let editor = try #require(store.projection(action: DeskAction.editor, ifLet: \.editor))
    var changes = 0
    withObservationTracking {
      _ = editor.count
    } onChange: {
      MainActor.assumeIsolated { changes += 1 }
    }
    editor.dispatch(.note("not the count"))
    store.dispatch(.rename("other"))
    #expect(changes == 0)
    editor.dispatch(.add(1))
    #expect(changes == 1)
  }

  @Test func theSourceOfAnActionIsKept() {
    var sources: [ActionSource] = []
    let store = Store(
      initialState: App(), reducer: Reducer<App, AppAction>.identity,
      middleware: AnyMiddleware { _, source, _ in
        sources.append(source)
        return .none
      })
    store.projection(action: AppAction.ledger, state: \.ledger).dispatch(.add(1))
    #expect(sources.map(\.line) == [#line - 1])
  }

  @Test func aFieldReadThroughAProjectionIsTheSameAsOneReadThroughTheStore() {
    let store = appStore()
    let ledger = store.projection(action: AppAction.ledger, state: \.ledger)
    let log = Log()
    withObservationTracking {
      _ = ledger.count
      _ = store.ledger.count
    } onChange: {
      log.append("change")
    }
    // `ledger.count` is one node and `store.ledger` another. The title changes neither.
    store.dispatch(.rename("x"))
    #expect(log.lines.isEmpty)
    store.dispatch(.ledger(.add(1)))
    #expect(log.lines == ["change"])
  }

  @Test func aFieldThatCannotBeComparedIsReadToo() {
    struct Image: Sendable { var width = 0 }
    struct Album: Sendable {
      var cover = Image()
      var count = 0
    }
    struct Shelf: Sendable { var album = Album() }
    let store = Store(
      initialState: Shelf(),
      reducer: Reducer<Shelf, Int> { $0.album.cover.width += $1 })
    let album = store.projection(action: { (action: Int) in action }, state: \.album)
    let log = Log()
    withObservationTracking {
      _ = album.cover
      log.append("\(album.cover.width) \(album.count)")
    } onChange: {
      log.append("change")
    }
    album.dispatch(0)
    album.dispatch(3)
    #expect(log.lines == ["0 0", "change"])
    #expect(album.cover.width == 3)
  }

  /// What the documentation says of both forms: the closure runs after every commit.
  @Test func aComputedPartRunsAfterEveryCommitAndAKeyPathDoesNot() {
    let store = appStore()
    let byKeyPath = store.projection(action: AppAction.ledger, state: \.ledger)
    let log = Log()
    let byClosure = store.projection(
      action: AppAction.ledger,
      state: { (app: App) in
        log.append("run")
        return app.ledger
      })
    let watches = [
      byKeyPath.subscribe(to: \.count) { _ in }, byKeyPath.subscribe(to: \.count) { _ in },
    ]
    store.dispatch(.rename("x"))
    #expect(store.counters.slicesCompared == 1)
    #expect(store.counters.selectorsComputed == 0)
    let others = [
      byClosure.subscribe(to: \.count) { _ in }, byClosure.subscribe(to: \.count) { _ in },
      byClosure.subscribe(to: \.other) { _ in },
    ]
    log.clear()
    store.dispatch(.rename("y"))
    #expect(log.lines == ["run", "run"])
    (watches + others).forEach { $0.cancel() }
  }

  @Test func valuesOfAProjectionEndWithTheStore() async {
    var store: Store<App, AppAction>? = appStore()
    var ledger: StoreProjection<Ledger, LedgerAction>? = store?
      .projection(action: AppAction.ledger, state: \.ledger)
    let values = ledger!.values(of: \.count)
    ledger?.dispatch(.add(1))
    store = nil
    ledger = nil
    var seen: [Int] = []
    for await value in values { seen.append(value) }
    #expect(seen == [0, 1])
  }
}

extension Ledger {
  fileprivate var lastNote: String { notes[notes.count - 1] }
}

extension Ledger? {
  fileprivate var countOrZero: Int { self?.count ?? 0 }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTesting
import MillraceUndo
import TestSupport
import Testing

/// The promises of a history, one for each test.
@Suite struct UndoHistoryTests {
  @Test("An action without a change makes no step, and an action without a role is not undone")
  func noSteps() {
    var state = Desk.withCards()
    state.run(.title("first"), .load(.write(0, "loaded")), .undo(.undo()))
    #expect(state.cards[id: 0]?.text == "loaded")
    #expect(!state.history.canUndo)
  }

  @Test("A step has its title and its changes, which an undo reverses")
  func steps() throws {
    var state = Desk.withCards()
    state.run(.both(.write(1, "a"), "new"))
    let step = try #require(state.history.undoSteps().first)
    #expect(step.title == "Change Both")
    #expect(step.rows(of: \.cards).map(\.after?.text) == ["a"])
    #expect(step.value(of: \.title) == "new")
    state.run(.undo(.undo()))
    #expect(state.history.undoTitle == nil)
    #expect(state.history.redoTitle == "Change Both")
    let undone = try #require(state.history.redoSteps().first)
    #expect(undone.rows(of: \.cards).map(\.after?.text) == [""])
    #expect(undone.rows(of: \.cards).map(\.before?.text) == ["a"])
    #expect(undone.value(of: \.title) == "first")
    #expect(undone.value(of: \.colour) == nil)
  }

  @Test("The mirror of a history has one line for undo and one for redo, whatever its steps hold")
  func mirror() {
    var state = Desk.withCards()
    state.run(.title("a"), .both(.write(1, "b"), "c"), .undo(.undo()))
    let shown = Mirror(reflecting: state.history).children.map { "\($0.label ?? ""): \($0.value)" }
    #expect(shown.count == 2)
    #expect(shown[0].hasPrefix("undo: 1, the last one '"))
    #expect(shown[1].hasPrefix("redo: 1, the last one 'Change Both', #"))
  }

  @Test(
    "A history with a number that no step can have does not decode, and the error says so",
    arguments: [-1, 1, Int.max / 2 + 1, Int.max])
  func numbers(last: Int) throws {
    var state = Desk()
    state.run(.title("a"), .title("b"))
    let text = String(decoding: try JSONEncoder().encode(state.history), as: UTF8.self)
    let changed = text.replacingOccurrences(of: "\"last\":2", with: "\"last\":\(last)")
    try #require(changed != text)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(UndoHistory<Desk>.self, from: Data(changed.utf8))
    }
    #expect(error.map { "\($0)" }?.contains("its last step has the number \(last)") == true)
  }
}

/// The history in a store.
@MainActor @Suite struct UndoableTests {
  @Test("An undo or redo may start an effect, which gets the step")
  func effects() async {
    enum Action: Equatable, Sendable { case desk(DeskAction), saved([String?], Bool) }
    let feature = Reducer<Desk, Action> { state, action in
      switch action {
      case .desk(let action): _ = try? Reducer.plain(&state, action)
      case .saved(let texts, let isUndone): state.title = "\(texts) \(isUndone)"
      }
    }
    .undoable(\Desk.history) { action in
      if case .desk(let action) = action { action.role } else { nil }
    } restored: { step, _ in
      .just(.saved(step.rows(of: \.cards).map(\.after?.text), step.isUndone))
    }
    var state = Desk()
    state.cards.addOne(Card(id: 1, text: "old"))
    let store = Store(initialState: state, feature: feature)
    store.dispatch(.desk(.cards(.write(1, "new"))))
    #expect(store.state.title == "first")
    store.dispatch(.desk(.undo(.undo())))
    #expect(store.state.title == "[Optional(\"old\")] true")
    store.dispatch(.desk(.undo(.redo())))
    #expect(store.state.title == "[Optional(\"new\")] false")
    store.dispatch(.desk(.undo(.redo())))
    #expect(store.state.cards[id: 1]?.text == "new")
  }

  @Test("`restored` may change the state, and is called for each of several steps in order")
  func restored() {
    let feature = Reducer.plain.undoable(\Desk.history) {
      $0.role
    } restored: { step, state in
      state.clicks += step.rows(of: \.cards).count
      return .none
    }
    let store = Store(initialState: Desk.withCards(), feature: feature)
    store.dispatch(.cards(.rewrite([0, 1], "a")))
    store.dispatch(.cards(.write(2, "b")))
    #expect(store.state.clicks == 0)
    store.dispatch(.undo(.undo(to: 0)))
    #expect(store.state.clicks == 3)
    store.dispatch(.undo(.undo()))
    #expect(store.state.clicks == 3)
    store.dispatch(.undo(.redo()))
    #expect(store.state.clicks == 5)
    #expect(store.state.history.undoSteps().count == 1)
  }

  @Test("The effects of an undo of several steps run one after the other")
  func effectsInOrder() async {
    let log = Log()
    let feature = Reducer.plain.undoable(\Desk.history) {
      $0.role
    } restored: { step, _ in
      .fireAndForget { [colour = step.value(of: \.colour) ?? 0] in
        log.append("begins with \(colour)")
        for _ in 0..<20 { await Task.yield() }
        log.append("ends with \(colour)")
      }
    }
    let store = Store(initialState: Desk(), feature: feature)
    for colour in 1...3 { store.dispatch(.colour(colour)) }
    _ = await store.dispatch(.undo(.undo(to: 0))).finish()
    #expect(
      log.lines == [
        "begins with 2", "ends with 2", "begins with 1", "ends with 1", "begins with 0",
        "ends with 0",
      ])
  }

  @Test("The title of a step may be made from the state before the action")
  func titles() {
    let feature = Reducer.plain.undoable(\Desk.history) { action, state in
      switch action {
      case .cards(.remove(let ids), _, _):
        .step("Delete \(ids.compactMap { state.cards[id: $0]?.text }.joined(separator: ", "))")
      default: action.role
      }
    }
    let store = Store(initialState: Desk.withCards(), feature: feature)
    store.dispatch(.cards(.rewrite([0, 1], "Ada")))
    store.dispatch(.cards(.write(1, "Bob")))
    store.dispatch(.cards(.remove([0, 1])))
    #expect(store.state.history.undoTitle == "Delete Ada, Bob")
    store.dispatch(.undo(.undo()))
    #expect(store.state.history.redoTitle == "Delete Ada, Bob")
    #expect(store.state.history.undoTitle == "Change Cards")
  }

  @Test("A feature with a history and without effects still only reduces: no state is copied")
  func plainStaysPlain() {
    let store = Store(initialState: Desk(), feature: desk)
    #expect(!desk.canThrow)
    store.dispatch(.title("a"))
    store.dispatch(.undo(.undo()))
    #expect(store.counters.statesCopied == 0)
  }

  @Test("A feature that throws makes no step, and the next action makes one as usual")
  func throwing() {
    let feature = Reducer<Desk, DeskAction> { state, action throws(Refusal) in
      _ = try? Reducer.plain(&state, action)
      if action == .refused { throw Refusal() }
    }
    .undoable(\Desk.history) { $0.role }
    let store = Store(initialState: Desk(), feature: feature)
    let before = store.state
    store.dispatch(.refused)
    #expect(store.state == before)
    store.dispatch(.title("a"))
    #expect(store.state.history.undoSteps().count == 1)
    store.dispatch(.undo(.undo()))
    #expect(store.state.slices == before)
  }

  @Test("The feature runs on the state after an undo, so that it can update derived values")
  func derived() {
    let feature = Reducer<Desk, DeskAction> { state, action in
      _ = try? Reducer.plain(&state, action)
      state.clicks = state.title.count
    }
    .undoable(\Desk.history) { $0.role }
    let store = Store(initialState: Desk(), feature: feature)
    store.dispatch(.title("a longer title"))
    store.dispatch(.undo(.undo()))
    #expect(store.state.clicks == 5)
  }

  @Test("A test that copies the history from the state after the action checks all other parts")
  func exhaustive() async {
    let feature = Feature<Desk, DeskAction> { state, action in
      _ = try? Reducer.plain(&state, action)
      return action == .title("a") ? .just(.colour(1)) : .none
    }
    .undoable(\Desk.history) { $0.role }
    let store = TestStore(initialState: Desk(), feature: feature)
    await store.send(.title("a")) {
      $0.title = "a"
      $0.history = store.state.history
    }
    await store.receive(.colour(1)) {
      $0.colour = 1
      $0.history = store.state.history
    }
    await withKnownIssue {
      await store.send(.undo(.undo())) { $0.history = store.state.history }
    }
    await store.send(.title("a"))
    await withKnownIssue { await store.finish() }
  }

  @Test("An undo notifies an observer of its row, and no observer of another row")
  func observers() {
    var state = Desk()
    for id in 0..<10 { state.cards.addOne(Card(id: id)) }
    let store = Store(initialState: state, feature: desk)
    let log = Log()
    let one = store.subscribe(to: \.cards[id: 1]?.text) { log.append("1 \($0 ?? "-")") }
    let other = store.subscribe(to: \.cards[id: 2]?.text) { log.append("2 \($0 ?? "-")") }
    store.dispatch(.cards(.write(1, "new")))
    store.dispatch(.undo(.undo()))
    #expect(log.lines == ["1 new", "1 "])
    withExtendedLifetime((one, other)) {}
  }
}

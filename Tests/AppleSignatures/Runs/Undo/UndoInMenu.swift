// SPDX-License-Identifier: Apache-2.0

// Tests of `UndoManager+Step.swift`, which is compiled together with this file.

import Foundation
import Millrace
import MillraceUndo

struct Desk: UndoableState {
  var text = ""
  var place = 0
  var history = UndoHistory<Desk>()
  static let undoable: [UndoField<Self>] = [.slice("text", \.text), .slice("place", \.place)]
}

enum DeskAction: Sendable {
  case write(String, by: String = "ada")
  case drag(Int, by: String = "ada")
  case undo(UndoAction)
}

/// A window of one person, and the manager of its menu.
@MainActor
final class Window {
  let manager = UndoManager()
  let store: Store<Desk, DeskAction>
  private let person: String
  private var seen: Int

  init(_ store: Store<Desk, DeskAction>, of person: String) {
    (self.store, self.person) = (store, person)
    seen = store.state.history.lastNumber(by: person)
  }

  /// Does the work of SwiftUI after the changes of a turn: `onChange` gets only the number before
  /// all changes and the last number.
  func draw() {
    let history = store.state.history
    let last = history.lastNumber(by: person)
    if last != seen {
      manager.register(history.entries(after: seen, by: person), of: store, \.history) { .undo($0) }
    }
    seen = last
    manager.endTurn()
  }

  /// Dispatches actions, each in a turn of its own.
  func run(_ actions: DeskAction...) {
    for action in actions {
      store.dispatch(action)
      draw()
    }
  }

  func undo() {
    manager.undo()
    draw()
  }

  func redo() {
    manager.redo()
    draw()
  }
}

@main @MainActor
enum Play {
  static var failures = 0

  static func window(of person: String = "ada") -> Window {
    let reducer = Reducer<Desk, DeskAction> { state, action in
      switch action {
      case .write(let text, _): state.text = text
      case .drag(let place, _): state.place = place
      case .undo: break
      }
    }
    let feature = reducer.undoable(\.history) { action in
      switch action {
      case .write(let text, let person): .step("Write \(text)", by: person)
      case .drag(_, let person): .step("Drag", by: person, group: "drag")
      case .undo(let action): .action(action)
      }
    }
    return Window(Store(initialState: Desk(), feature: feature), of: person)
  }

  /// Compares the state and the names of the entries.
  ///
  /// The last name of each list is that of the next undo or redo.
  static func expect(
    _ window: Window, _ text: String, _ place: Int, undo: [String], redo: [String] = [],
    line: Int = #line
  ) {
    let (state, manager) = (window.store.state, window.manager)
    let found = "\(state.text) \(state.place)"
    let names = "\(manager.undos.map(\.name)) \(manager.redos.map(\.name))"
    if (found, names) == ("\(text) \(place)", "\(undo) \(redo)") { return }
    failures += 1
    print("UndoInMenu.swift:\(line): error: the store has \(found), the menu \(names)")
  }

  static func steps() {
    let window = window()
    window.run(.write("a"), .write("b"), .write("c"))
    expect(window, "c", 0, undo: ["Write a", "Write b", "Write c"])
    window.undo()
    window.undo()
    expect(window, "a", 0, undo: ["Write a"], redo: ["Write c", "Write b"])
    window.redo()
    expect(window, "b", 0, undo: ["Write a", "Write b"], redo: ["Write c"])
    window.run(.write("d"))
    expect(window, "d", 0, undo: ["Write a", "Write b", "Write d"])
    for _ in 1...4 { window.undo() }
    expect(window, "", 0, undo: [], redo: ["Write d", "Write b", "Write a"])
    for _ in 1...4 { window.redo() }
    expect(window, "d", 0, undo: ["Write a", "Write b", "Write d"])
  }

  static func drags() {
    let window = window()
    for place in 1...30 { window.run(.drag(place)) }
    expect(window, "", 30, undo: ["Drag"])
    window.run(.undo(.end(by: "ada")), .drag(31), .drag(32), .write("a"))
    expect(window, "a", 32, undo: ["Drag", "Drag", "Write a"])
    window.undo()
    window.undo()
    expect(window, "", 30, undo: ["Drag"], redo: ["Write a", "Drag"])
    window.undo()
    expect(window, "", 0, undo: [], redo: ["Write a", "Drag", "Drag"])
    window.redo()
    expect(window, "", 30, undo: ["Drag"], redo: ["Write a", "Drag"])
    // One gesture of several kinds of actions.
    window.run(
      .undo(.begin(title: "Move", by: "ada")), .drag(1), .write("b"), .drag(2),
      .undo(.end(by: "ada")))
    expect(window, "b", 2, undo: ["Drag", "Move"])
    window.undo()
    expect(window, "", 30, undo: ["Drag"], redo: ["Move"])
  }

  static func otherPeople() {
    let window = window()
    window.run(.write("a"), .drag(1, by: "bob"), .drag(2, by: "bob"), .write("b", by: "bob"))
    expect(window, "b", 2, undo: ["Write a"])
    window.run(.drag(3), .write("c", by: "bob"), .undo(.undo(by: "bob")))
    expect(window, "b", 3, undo: ["Write a", "Drag"])
    window.undo()
    expect(window, "b", 2, undo: ["Write a"], redo: ["Drag"])
    // The step of another person does not clear the redos. An undo does not change the text of that
    // person.
    window.run(.write("d", by: "bob"))
    window.undo()
    expect(window, "d", 2, undo: [], redo: ["Drag", "Write a"])
    window.redo()
    window.redo()
    expect(window, "d", 3, undo: ["Write a", "Drag"])
    // Both people have a window.
    let other = Window(window.store, of: "bob")
    other.run(.write("e", by: "bob"))
    window.draw()
    expect(other, "e", 3, undo: ["Write e"])
    expect(window, "e", 3, undo: ["Write a", "Drag"])
  }

  /// Several steps in one turn: each has its own entry, and the manager undoes all of them
  /// together.
  static func batches() {
    let window = window()
    window.run(.write("a"))
    window.store.batch {
      window.store.dispatch(.write("b"))
      window.store.dispatch(.write("bob", by: "bob"))
      window.store.dispatch(.drag(1))
    }
    window.draw()
    expect(window, "bob", 1, undo: ["Write a", "Drag"])
    if window.manager.undos.map(\.entries.count) != [1, 2] {
      failures += 1
      print("UndoInMenu.swift: error: two steps of a batch are not two entries")
    }
    window.run(.write("b"))
    window.undo()
    window.undo()
    expect(window, "bob", 0, undo: ["Write a"], redo: ["Write b", "Write b"])
    window.redo()
    expect(window, "bob", 1, undo: ["Write a", "Drag"], redo: ["Write b"])
    // A step that was undone before the window was drawn has no entry.
    window.store.dispatch(.write("x"))
    window.store.dispatch(.undo(.undo(by: "ada")))
    window.draw()
    expect(window, "bob", 1, undo: ["Write a", "Drag"], redo: ["Write b"])
  }

  /// Steps that are undone, redone or removed without the manager.
  static func buttons() {
    let window = window()
    window.run(.write("a"), .drag(1), .write("b"), .undo(.undo(by: "ada")))
    expect(window, "a", 1, undo: ["Write a", "Drag", "Write b"])
    window.undo()
    expect(window, "a", 1, undo: ["Write a", "Drag"], redo: ["Write b"])
    window.undo()
    expect(window, "a", 0, undo: ["Write a"], redo: ["Write b", "Drag"])
    window.redo()
    window.redo()
    expect(window, "b", 1, undo: ["Write a", "Drag", "Write b"])
    window.undo()
    window.run(.undo(.redo(by: "ada")))
    window.undo()
    // The entry's step is not the last one. The later step is not undone with it.
    expect(window, "b", 1, undo: ["Write a"], redo: ["Write b", "Drag"])
    window.redo()
    window.redo()
    window.run(.undo(.clear(by: "ada")))
    for _ in 1...3 { window.undo() }
    expect(window, "b", 1, undo: [], redo: ["Write b", "Drag", "Write a"])
    window.run(.write("c"))
    expect(window, "c", 1, undo: ["Write c"])
    window.undo()
    expect(window, "b", 1, undo: [], redo: ["Write c"])
  }

  /// The manager ends with its window, and it does not retain the store.
  static func lifetimes() {
    weak var store: Store<Desk, DeskAction>?
    weak var manager: UndoManager?
    do {
      let window = window()
      window.run(.write("a"))
      window.undo()
      (store, manager) = (window.store, window.manager)
    }
    if store == nil, manager == nil { return }
    failures += 1
    print("UndoInMenu.swift: error: an entry keeps its manager or its store")
  }

  /// The manager of a window exists longer than the store, such as the store of a sheet.
  static func afterTheStore() {
    let manager: UndoManager
    weak var store: Store<Desk, DeskAction>?
    do {
      let window = window()
      window.run(.write("a"))
      (manager, store) = (window.manager, window.store)
    }
    manager.undo()
    manager.redo()
    if store == nil, manager.undos.isEmpty { return }
    failures += 1
    print("UndoInMenu.swift: error: an entry keeps its store")
  }

  static func main() {
    steps()
    drags()
    otherPeople()
    batches()
    buttons()
    lifetimes()
    afterTheStore()
    exit(failures > 0 ? 1 : 0)
  }
}

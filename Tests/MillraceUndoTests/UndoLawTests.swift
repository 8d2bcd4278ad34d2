// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceUndo
import TestSupport
import Testing

/// The laws of undo over random scripts; a failure names its seed.
@Suite struct UndoLawTests {
  /// Random actions; no two of them write the same text or colour.
  struct Script {
    var generator: SeededGenerator
    var people: [String]
    var count = 0
    var hasGroups = true

    init(_ seed: UInt64, _ people: [String]) {
      (generator, self.people) = (SeededGenerator(seed: seed), people)
    }

    mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    /// A text that contains its author.
    mutating func text(_ person: String) -> String {
      count += 1
      return "\(person) \(count)"
    }

    mutating func change(_ person: String) -> Change {
      let (id, ids) = (number(8), (0..<number(4)).map { _ in number(8) })
      let card = Card(id: id, text: text(person), rank: number(3))
      switch number(10) {
      case 0, 1: return .add(card)
      case 2: return .insert(card, at: number(8))
      case 3: return .write(id, text(person))
      case 4: return .rank(id, number(3))
      case 5: return .remove(ids)
      case 6: return .rewrite(ids, text(person))
      case 7: return .rankAll(number(3))
      case 8:
        return number(4) > 0
          ? .write(id, text(person))
          : .replace([card] + ids.map { Card(id: $0, text: text(person), rank: number(3)) })
      default: return .rename(id, number(8))
      }
    }

    mutating func edit(_ person: String) -> DeskAction {
      let group = hasGroups && number(3) == 0 ? "g\(number(2))" : nil
      switch number(6) {
      case 0: return .title(text(person), by: person, group: group)
      case 1:
        count += 1
        return .colour(count, by: person)
      case 2, 3: return .cards(change(person), by: person, group: group)
      case 4: return .notes(change(person), by: person)
      default: return .both(change(person), text(person), by: person)
      }
    }

    mutating func action(_ state: Desk) -> DeskAction {
      let person = people[number(people.count)]
      switch number(12) {
      case 0, 1, 2: return .undo(.undo(by: person))
      case 3, 4: return .undo(.redo(by: person))
      case 5:
        let branches = state.history.branches(by: person)
        if branches.isEmpty { return .undo(.undo(by: person)) }
        return .undo(.redo(branch: branches[number(branches.count)].id, by: person))
      case 6 where number(3) == 0:
        return .undo(number(2) == 0 ? .begin(title: "Drag", by: person) : .end(by: person))
      case 7 where number(3) == 0: return .load(change("server"))
      case 8 where number(3) == 0:
        return .undo(
          .undo(to: number(state.history.undoSteps(by: person).first?.id ?? 1), by: person))
      default: return edit(person)
      }
    }
  }

  @Test("An undo gives the state before an action, a redo the one after it", arguments: 0..<200)
  func thereAndBack(seed: UInt64) throws {
    var script = Script(seed, [""])
    script.hasGroups = false
    var state = Desk()
    for step in 0..<60 {
      let old = state
      state.run(script.edit(""))
      let new = state
      guard old.slices != new.slices else {
        #expect(old.history == new.history, "seed \(seed), step \(step)")
        continue
      }
      state.run(.undo(.undo()))
      try #require(state.slices == old.slices, "undo, seed \(seed), step \(step)")
      state.run(.undo(.redo()))
      try #require(state.slices == new.slices, "redo, seed \(seed), step \(step)")
    }
  }

  @Test("Undoing all steps leads to the first state, and redoing all of them to the last")
  func allTheWay() throws {
    for seed in 0..<100 as Range<UInt64> {
      var script = Script(seed, [""])
      var state = Desk()
      for _ in 0..<80 { state.run(script.edit("")) }
      let end = state
      while state.history.canUndo { state.run(.undo(.undo())) }
      try #require(state.slices == Desk(), "seed \(seed)")
      while state.history.canRedo { state.run(.undo(.redo())) }
      try #require(state.slices == end.slices, "seed \(seed)")
      state.run(.undo(.undo(to: 0)))
      try #require(state.slices == Desk(), "seed \(seed)")
    }
  }

  /// A value somewhere in the state.
  struct Written: Hashable {
    let place: String
    let value: String?
  }

  /// The values that an action changed, before and after it.
  private func changes(_ old: Desk, _ new: Desk) -> [(place: String, old: String?, new: String?)] {
    var changes: [(place: String, old: String?, new: String?)] = []
    func note(_ place: String, _ old: String?, _ new: String?) {
      if old != new { changes.append((place, old, new)) }
    }
    note("title", old.title, new.title)
    note("colour", "\(old.colour)", "\(new.colour)")
    for id in Set(old.cards.ids + new.cards.ids) {
      let (one, other) = (old.cards[id: id], new.cards[id: id])
      note("card \(id)", one.map { "\($0)" }, other.map { "\($0)" })
    }
    for id in Set(old.notes.ids + new.notes.ids) {
      let (one, other) = (old.notes[id: id], new.notes[id: id])
      if one == nil || other == nil {
        note("note \(id)", one.map { "\($0)" }, other.map { "\($0)" })
      }
      note("note \(id) text", one?.text, other?.text)
      note("note \(id) rank", one.map { "\($0.rank)" }, other.map { "\($0.rank)" })
    }
    return changes
  }

  @Test(
    "An undo or redo of a person overwrites only values that the same person wrote",
    arguments: 0..<200)
  func othersStay(seed: UInt64) throws {
    var script = Script(seed, ["ada", "bob", "cleo"])
    var state = Desk()
    var writers: [Written: Set<String>] = [:]
    var overwritten = 0
    for step in 0..<120 {
      let (old, action) = (state, script.action(state))
      state.run(action)
      let changes = changes(old, state)
      if case .undo = action {
        overwritten += changes.count
        for (place, value, _) in changes {
          // A row of notes that is removed or added counts as a whole, without its fields.
          let isPartOfRow =
            place.hasPrefix("note")
            && changes.contains { place.hasPrefix($0.place + " ") }
          if isPartOfRow { continue }
          let isOwn = writers[Written(place: place, value: value)]?.contains(action.person) == true
          try #require(isOwn, "seed \(seed), step \(step): \(action.person), \(place)")
        }
      }
      for (place, _, value) in changes {
        writers[Written(place: place, value: value), default: []].insert(action.person)
      }
      // The person of a changed field also counts as a writer of the whole row.
      for note in state.notes where old.notes[id: note.id] != note {
        writers[Written(place: "note \(note.id)", value: "\(note)"), default: []]
          .insert(action.person)
      }
    }
    #expect(overwritten > 0)
  }

  @Test("An undo or redo acts on the step whose title is shown: restores it, or only drops it")
  func titles() throws {
    func steps(_ state: Desk, _ person: String, isUndone: Bool) -> [Int] {
      let history = state.history
      let steps = isUndone ? history.redoSteps(by: person) : history.undoSteps(by: person)
      let title = isUndone ? history.redoTitle(by: person) : history.undoTitle(by: person)
      #expect(steps.first?.title == title)
      return steps.map(\.id)
    }
    var (restored, dropped) = (0, 0)
    for seed in 0..<100 as Range<UInt64> {
      var script = Script(seed, ["ada", "bob"])
      var state = Desk()
      for step in 0..<120 {
        let (old, action) = (state, script.action(state))
        let person = action.person
        state.run(action)
        let isRedo: Bool
        switch action {
        case .undo(.undo(nil, _)): isRedo = false
        case .undo(.redo(nil, _)): isRedo = true
        default: continue
        }
        let before = steps(old, person, isUndone: isRedo)
        let after = steps(state, person, isUndone: isRedo)
        try #require(after == Array(before.dropFirst()), "seed \(seed), step \(step)")
        let others = steps(old, person, isUndone: !isRedo)
        let othersAfter = steps(state, person, isUndone: !isRedo)
        if othersAfter == others {
          dropped += before.count - after.count
          try #require(state.slices == old.slices, "seed \(seed), step \(step)")
        } else {
          restored += 1
          try #require(othersAfter == before.prefix(1) + others, "seed \(seed), step \(step)")
        }
      }
    }
    #expect(restored > 0 && dropped > 0)
  }

  /// An encoded history, of which only the numbers are decoded.
  private struct Numbers: Decodable {
    struct Step: Decodable { let number: Int }
    struct Branch: Decodable {
      let base: Int
      let steps: [Step]
    }
    struct Stack: Decodable {
      let done: [Step]
      let undone: [Step]
      let branches: [Branch]
      let start: Int
    }
    let people: [String: Stack]
  }

  @Test("A branch begins after a step that is still there, at the limit and after a removal too")
  func branchesHaveABeginning() throws {
    let feature = Reducer.plain.undoable(\Desk.history, limit: 12) { $0.role }
    var withinBranches = 0
    for seed in 0..<100 as Range<UInt64> {
      var script = Script(seed, ["ada", "bob"])
      var state = Desk()
      for step in 0..<150 {
        _ = try? feature(&state, script.action(state))
        if step % 10 == 9 { state.history.removeSteps { $0.id % 4 == 0 } }
        let coded = try JSONEncoder().encode(state.history)
        for stack in try JSONDecoder().decode(Numbers.self, from: coded).people.values {
          let way = stack.done + stack.undone
          let all = way + stack.branches.flatMap(\.steps)
          try #require(all.count <= 12, "seed \(seed), step \(step)")
          for (place, branch) in stack.branches.enumerated()
          where branch.base != stack.start && !way.contains(where: { $0.number == branch.base }) {
            withinBranches += 1
            let newer = stack.branches[(place + 1)...].flatMap(\.steps)
            try #require(
              newer.contains { $0.number == branch.base }, "seed \(seed), step \(step)")
          }
        }
      }
    }
    #expect(withinBranches > 0)
  }

  @Test(
    "The same actions give the same state and history, also with a relaunch in between",
    arguments: 0..<60)
  func replay(seed: UInt64) throws {
    var script = Script(seed, ["ada", "bob"])
    var (state, actions) = (Desk(), [DeskAction]())
    for _ in 0..<100 {
      actions.append(script.action(state))
      state.run(actions[actions.count - 1])
    }
    var (again, relaunched) = (Desk(), Desk())
    for (step, action) in actions.enumerated() {
      again.run(action)
      relaunched.run(try JSONDecoder().decode(DeskAction.self, from: JSONEncoder().encode(action)))
      if step % 13 == 5 {
        let data = try JSONEncoder().encode(relaunched)
        relaunched = try JSONDecoder().decode(Desk.self, from: data)
        #expect(relaunched == again, "seed \(seed), step \(step)")
      }
    }
    #expect(again == state, "seed \(seed)")
    #expect(relaunched == state, "seed \(seed)")
  }
}

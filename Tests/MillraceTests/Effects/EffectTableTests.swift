// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct EffectTableTests {
  private typealias Table = EffectTable

  private let one = EffectID(1)

  @Test func keysNeverRepeatAndGrow() {
    var table = Table()
    let keys = (0..<100).map { _ in table.insert(dispatchID: 0).key }
    #expect(Set(keys).count == 100)
    #expect(keys == keys.sorted())
  }

  @Test func aNodeIsFoundByItsKeyUntilItIsRemoved() {
    var table = Table()
    #expect(table.isEmpty)
    let node = table.insert(dispatchID: 7)
    #expect(table.nodes[node.key] === node)
    #expect(node.dispatchID == 7)
    table.remove(node)
    #expect(table.isEmpty)
    table.remove(node)
    #expect(table.isEmpty)
  }

  @Test func aChildCountsAsWorkOfItsParent() {
    var table = Table()
    let parent = table.insert(dispatchID: 1)
    let children = (0..<3).map { _ in table.insert(dispatchID: 1, parent: parent) }
    #expect(parent.openParts == 3)
    #expect(parent.parts.map(\.key) == children.map(\.key))
    table.remove(children[1])
    #expect(parent.parts.map(\.key) == [children[0].key, children[2].key])
  }

  @Test func anIdIsBusyWhileSomethingRunsOrWaitsUnderIt() {
    var table = Table()
    #expect(!table.isBusy(one))
    let running = table.insert(dispatchID: 0, id: one)
    table.run(running)
    let waiting = table.insert(dispatchID: 0, id: one)
    table.wait(waiting)
    #expect(table.isBusy(one))
    #expect(!table.isBusy(EffectID(2)))
    table.remove(running)
    #expect(table.isBusy(one))
    table.remove(waiting)
    #expect(!table.isBusy(one))
    #expect(table.groups.isEmpty)
  }

  @Test func theNextInTheRowIsTheFirstThatWaitsWhenNothingRuns() {
    var table = Table()
    let nodes = (0..<3).map { _ in table.insert(dispatchID: 0, id: one) }
    table.run(nodes[0])
    table.wait(nodes[1])
    table.wait(nodes[2])
    #expect(table.next(one) == nil)
    table.remove(nodes[0])
    #expect(table.next(one) === nodes[1])
    table.run(nodes[1])
    #expect(table.next(one) == nil)
    table.remove(nodes[1])
    #expect(table.next(one) === nodes[2])
    table.remove(nodes[2])
    #expect(table.next(one) == nil)
  }

  @Test func aPartIsNextAlthoughTheWholeRuns() {
    var table = Table()
    let whole = table.insert(dispatchID: 0, id: one)
    table.run(whole)
    let other = table.insert(dispatchID: 0, id: one)
    table.wait(other)
    let parts = (0..<2).map { _ in table.insert(dispatchID: 0, id: one, parent: whole) }
    // The other one waits for the whole, so the parts of the whole do not wait for it.
    #expect(!table.isBusy(one, for: whole))
    table.run(parts[0])
    table.wait(parts[1])
    #expect(table.next(one) == nil)
    table.remove(parts[0])
    #expect(table.next(one) === parts[1])
    table.remove(other)
    #expect(table.next(one) === parts[1])
    #expect(table.takeOthers(one, for: whole).map(\.key) == [parts[1].key])
    #expect(table.groups[one]?.running.map(\.key) == [whole.key])
    #expect(!table.isBusy(one, for: whole) && table.isBusy(one))
  }

  /// The whole would never end: it would wait for its part, and the part for a start that was
  /// cancelled.
  @Test func aPartIsNextWhenAnOlderEffectIsCancelledBeforeItStarts() {
    var table = Table()
    let older = table.insert(dispatchID: 0, id: one)
    table.wait(older)
    let whole = table.insert(dispatchID: 0, id: one)
    table.run(whole)
    let part = table.insert(dispatchID: 0, id: one, parent: whole)
    #expect(table.isBusy(one, for: whole))
    table.wait(part)
    #expect(table.next(one) === older)
    table.leave(older)
    #expect(table.next(one) === part)
  }

  private func window(_ timer: EffectNode) -> Table.Window {
    Table.Window(timer: timer, duration: .seconds(1), isOver: { false })
  }

  @Test func takingAnIdFreesItAndLeavesTheNodesUntilTheyEnd() {
    var table = Table()
    let old = table.insert(dispatchID: 0, id: one)
    table.run(old)
    let timer = table.insert(dispatchID: 0)
    table.windows[one] = window(timer)
    let kept = table.insert(dispatchID: 0, id: one)
    #expect(table.setPending(kept, for: .seconds(1), in: one) == nil)
    #expect(table.take(one).map(\.key) == [old.key, timer.key, kept.key])
    #expect(!table.isBusy(one))
    #expect(table.windows.isEmpty)
    #expect(table.nodes.count == 3)
    // One with the same id that comes later is not touched when the old one ends.
    let new = table.insert(dispatchID: 0, id: one)
    table.run(new)
    table.remove(old)
    #expect(table.take(one).map(\.key) == [new.key])
  }

  @Test func aWindowKeepsOneAndHandsBackTheOneBefore() {
    var table = Table()
    let timer = table.insert(dispatchID: 0)
    table.windows[one] = window(timer)
    #expect(!table.isBusy(one))
    let nodes = (0..<2).map { _ in table.insert(dispatchID: 0, id: one) }
    #expect(table.setPending(nodes[0], for: .seconds(2), in: one) == nil)
    #expect(table.isBusy(one))
    #expect(table.setPending(nodes[1], for: .seconds(3), in: one) === nodes[0])
    table.remove(nodes[0])
    #expect(table.windows[one]?.pending === nodes[1])
    #expect(table.windows[one]?.duration == .seconds(3))
  }

  @Test func whatComesAfterTheOneThatAWindowKeepsIsNextOnlyAfterIt() {
    for isPart in [false, true] {
      var table = Table()
      let whole = table.insert(dispatchID: 0, id: one)
      if isPart {
        table.run(whole)
        table.wait(table.insert(dispatchID: 0, id: one))
      }
      table.windows[one] = window(table.insert(dispatchID: 0))
      let kept = table.insert(dispatchID: 0, id: one)
      #expect(table.setPending(kept, for: .seconds(1), in: one) == nil)
      let later = table.insert(dispatchID: 0, id: one, parent: isPart ? whole : nil)
      table.wait(later)
      #expect(table.next(one) == nil)
      table.leave(kept)
      #expect(table.next(one) === later)
    }
  }

  @Test func aClosedWindowKeepsNothing() {
    var table = Table()
    let node = table.insert(dispatchID: 0, id: one)
    #expect(table.setPending(node, for: .seconds(1), in: one) === node)
    #expect(table.windows.isEmpty)
  }

  @Test func aKeptNodeThatEndsIsNotKept() {
    var table = Table()
    table.windows[one] = window(table.insert(dispatchID: 0))
    let node = table.insert(dispatchID: 0, id: one)
    _ = table.setPending(node, for: .seconds(1), in: one)
    table.remove(node)
    #expect(table.windows[one] != nil && table.windows[one]?.pending == nil)
  }

  @Test func cancellingAllCancelsAndForgets() {
    var table = Table()
    let parent = table.insert(dispatchID: 0, id: one)
    table.run(parent)
    let child = table.insert(dispatchID: 0, parent: parent)
    table.windows[one] = window(table.insert(dispatchID: 0))
    let task = Task {}
    child.task = task
    EffectNode.cancelAll(table.removeAll())
    #expect(parent.isCancelled && child.isCancelled)
    // A task holds its node, as the token of what it sends.
    #expect(task.isCancelled && child.task == nil)
    #expect(parent.parts.isEmpty)
    #expect(table.isEmpty && table.groups.isEmpty && table.windows.isEmpty)
  }

  @Test func oneThatBeginsToRunAfterLaterOnesKeepsTheOrderOfKeys() {
    var table = Table()
    let waiting = table.insert(dispatchID: 0, id: one)
    table.wait(waiting)
    let later = table.insert(dispatchID: 0, id: one)
    table.run(later)
    table.run(waiting)
    table.remove(later)
    #expect(table.groups[one]?.running.map(\.key) == [waiting.key])
    table.remove(waiting)
    #expect(!table.isBusy(one))
  }

  /// The table agrees with a model that has one array of nodes for each id.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func groupsAgreeWithAModel(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var table = Table()
    var model: [Int: [EffectNode]] = [:]
    for step in 0..<200 {
      let id = Int.random(in: 0..<4, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0, 1:
        let node = table.insert(dispatchID: 0, id: EffectID(id))
        if Bool.random(using: &generator) { table.run(node) } else { table.wait(node) }
        model[id, default: []].append(node)
      case 2:
        guard let node = model[id]?.randomElement(using: &generator) else { continue }
        table.remove(node)
        model[id]?.removeAll { $0 === node }
      default:
        #expect(table.take(EffectID(id)).map(\.key) == (model[id] ?? []).map(\.key), "\(seed)")
        for node in model[id] ?? [] { table.remove(node) }
        model[id] = []
      }
      for id in 0..<4 {
        #expect(
          table.isBusy(EffectID(id)) == (model[id]?.isEmpty == false), "seed \(seed) step \(step)")
      }
      #expect(table.nodes.count == model.values.reduce(0) { $0 + $1.count }, "seed \(seed)")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// The effects of children end with the children, for random edits of a state with children of all
/// kinds: a store does exactly what a plain model says.
@MainActor
@Suite struct ChildFuzzTests {
  @Test func effectsOfRandomChildrenRunAsInAPlainModel() async {
    let first = EffectFuzzTests.setting("MILLRACE_FUZZ_FIRST") ?? 0
    let count = EffectFuzzTests.setting("MILLRACE_FUZZ_SEEDS") ?? 500
    for seed in first..<first + count {
      var generator = ChildFuzzGenerator(seed: seed)
      let script = generator.script()
      guard await difference(of: script) != nil else { continue }
      let shortest = await shrink(script)
      let steps = shortest.map { "\($0)" }.joined(separator: "\n")
      Issue.record("Seed \(seed):\n\(steps)\n\(await difference(of: shortest) ?? "")")
      return
    }
  }

  /// Runs a script; each step is a batch of actions, and a single action is dispatched without one.
  ///
  /// - Returns: The first difference between the store and the model, in words.
  private func difference(of script: [[ChildFuzzAction]]) async -> String? {
    let log = ChildFuzzLog.shared
    var model = ChildFuzzModel()
    var difference: String?
    var store: Store<ChildFuzzState, ChildFuzzAction>? = Store(
      initialState: ChildFuzzState(), feature: ChildFuzzFeature.all,
      middleware: ChildFuzzMiddleware())
    store?.onRejection = { _ in }
    for (step, actions) in script.enumerated() where difference == nil {
      log.begin(step: step)
      if actions.count == 1 {
        store?.dispatch(actions[0])
      } else {
        store?.batch { for action in actions { store?.dispatch(action) } }
      }
      model.dispatch(actions, step: step)
      await FuzzExecutor.shared.settle()
      let (running, expected) = (log.running, model.running)
      if running != expected {
        difference = "After step \(step)\nruns   \(running)\nshould \(expected)"
      } else if !log.begun.isSubset(of: model.started) {
        difference = "After step \(step)\nbegun \(log.begun.subtracting(model.started))"
      }
    }
    store = nil
    await FuzzExecutor.shared.settle()
    if difference == nil, !log.running.isEmpty { difference = "Outlives it: \(log.running)" }
    return difference
  }

  private func shrink(_ script: [[ChildFuzzAction]]) async -> [[ChildFuzzAction]] {
    var shortest = script
    var index = 0
    while index < shortest.count {
      var shorter = shortest
      shorter.remove(at: index)
      if await difference(of: shorter) == nil {
        index += 1
      } else {
        (shortest, index) = (shorter, 0)
      }
    }
    return shortest
  }
}

/// Sets the executor of all effects.
private struct ChildFuzzMiddleware: Middleware {
  private let probe = FuzzProbe()
  var probes: [any StoreProbe] { [probe] }

  func handle(
    _ action: ChildFuzzAction, from source: ActionSource, state: StateReader<ChildFuzzState>
  ) -> Effect<ChildFuzzAction> {
    .none
  }
}

/// Generates random scripts.
private struct ChildFuzzGenerator {
  typealias State = ChildFuzzState
  typealias Action = ChildFuzzAction

  private var random: SeededGenerator
  private var last = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func script() -> [[Action]] {
    let first = (0..<4).map { _ in [Action.edit(edit())] }
    return first + (0..<upTo(20) + 5).flatMap { _ in steps() }
  }

  private mutating func steps() -> [[Action]] {
    switch upTo(12) {
    case 0, 1: return [(0..<upTo(5)).map { _ in action() }]
    case 2:
      // The observers see the same version before and after.
      let (branch, row) = (upTo(3), upTo(3))
      return isOne(in: 2)
        ? [[.edit(.keep)], [.edit(.remove(branch)), .edit(.restore)]]
        : [
          [.branch(branch, .edit(.keep))],
          [.branch(branch, .edit(.remove(row))), .branch(branch, .edit(.restore))],
        ]
    default: return [[action()]]
    }
  }

  private mutating func upTo(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }
  private mutating func isOne(in number: Int) -> Bool { upTo(number) == 0 }

  private mutating func number() -> Int {
    last += 1
    return last
  }

  private mutating func action(_ depth: Int = 0) -> Action {
    switch upTo(20) {
    case 0..<6: .branch(upTo(3), branchAction())
    case 6: .pair(branchAction())
    case 7: isOne(in: 2) ? .sheet(leafAction()) : .note(leafAction())
    case 8: isOne(in: 2) ? .one(leafAction()) : .other(leafAction())
    case 9: .named(upTo(2), leafAction())
    case 10..<14: .tree(nodeAction(0))
    case 14..<18: .edit(edit())
    default: depth > 1 ? .edit(edit()) : .several((0..<upTo(4)).map { _ in action(depth + 1) })
    }
  }

  private mutating func leafAction() -> Action.Leaf {
    switch upTo(12) {
    case 0..<4: .start(number(), id: upTo(2), EffectPolicy.allCases[upTo(4)])
    case 4..<6: .hold(number())
    case 6: .cancel(id: upTo(2))
    case 7..<10: .mode(upTo(3))
    case 10: .leave(number())
    default: .fail
    }
  }

  private mutating func branchAction() -> Action.Branch {
    switch upTo(10) {
    case 0..<4: .row(upTo(3), leafAction())
    case 4..<5: .detail(leafAction())
    case 5..<6: .own(leafAction())
    case 6..<8: .edit(.set(leaf()))
    default:
      switch upTo(6) {
      case 0: .edit(.remove(upTo(3)))
      case 1: .edit(.replace(leaves()))
      case 2: .edit(.sort)
      case 3: .edit(.keep)
      case 4: .edit(.restore)
      default: .edit(.detail(isOne(in: 3) ? nil : leaf()))
      }
    }
  }

  private mutating func nodeAction(_ depth: Int) -> Action.Node {
    switch upTo(depth > 2 ? 7 : 14) {
    case 0..<3: .own(leafAction())
    case 3..<6: .set(node(depth))
    case 6: .remove(upTo(2))
    default: .kid(upTo(2), nodeAction(depth + 1))
    }
  }

  private mutating func node(_ depth: Int) -> State.Node {
    var node = State.Node(id: upTo(2))
    if depth < 2, isOne(in: 2) { node.kids.setOne(self.node(depth + 1)) }
    return node
  }

  private mutating func leaf() -> State.Leaf {
    State.Leaf(id: upTo(3), label: number(), mode: upTo(3))
  }

  private mutating func leaves() -> [State.Leaf] { (0..<upTo(4)).map { _ in leaf() } }

  private mutating func branch() -> State.Branch {
    State.Branch(
      id: upTo(3), label: number(), mode: upTo(2), rows: EntityTable(leaves()),
      detail: isOne(in: 2) ? leaf() : nil)
  }

  private mutating func edit() -> Action.Edit {
    switch upTo(15) {
    case 12: .keep
    case 13, 14: .restore
    case 0..<3: .set(branch())
    case 3: .remove(upTo(3))
    case 4: .replace((0..<upTo(3)).map { _ in branch() })
    case 5..<7: .move(row: upTo(3), from: upTo(3), to: upTo(3))
    case 7: .sheet(isOne(in: 3) ? nil : leaf())
    case 8: .note(isOne(in: 3) ? nil : State.Note(label: number(), mode: upTo(3)))
    case 9..<11:
      switch upTo(3) {
      case 0: .screen(.none)
      case 1: .screen(.one(leaf()))
      default: .screen(.other(leaf()))
      }
    default: .named(upTo(2), isOne(in: 3) ? nil : leaf())
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Millrace
import Synchronization

/// The state of a store with children of all kinds.
struct ChildFuzzState: Sendable {
  var branches = EntityTable<Branch>()
  /// An earlier version of `branches`.
  var earlier = EntityTable<Branch>()
  /// A part that always exists, with the feature of the branches.
  var pair = Branch(id: 0, label: 0)
  var sheet: Leaf?
  var note: Note?
  var screen = Screen.none
  var named: [Int: Leaf] = [:]
  var tree = Node(id: 0)

  /// A child that can be distinguished from another child at the same place.
  struct Leaf: ChildFuzzSlice, Identifiable {
    let id: Int
    var label: Int
    var mode = 0
  }

  /// A child that cannot be distinguished from another child at the same place.
  struct Note: ChildFuzzSlice {
    var label: Int
    var mode = 0
  }

  struct Branch: ChildFuzzSlice, Identifiable {
    let id: Int
    var label: Int
    var mode = 0
    var rows = EntityTable<Leaf>()
    /// An earlier version of `rows`.
    var earlier = EntityTable<Leaf>()
    var detail: Leaf?

    mutating func apply(_ edit: ChildFuzzAction.BranchEdit) {
      switch edit {
      case .set(let row): rows.setOne(row)
      case .remove(let id): rows.removeOne(id)
      case .replace(let all): rows = EntityTable(all)
      case .keep: earlier = rows
      case .restore: rows = earlier
      case .sort: rows.sort(by: \.label)
      case .detail(let leaf): detail = leaf
      }
    }
  }

  enum Screen: Sendable {
    case none
    case one(Leaf)
    case other(Leaf)
  }

  struct Node: Identifiable, Equatable, Sendable {
    let id: Int
    var kids = EntityTable<Node>()
  }

  mutating func apply(_ edit: ChildFuzzAction.Edit) {
    switch edit {
    case .set(let branch): branches.setOne(branch)
    case .remove(let id): branches.removeOne(id)
    case .replace(let all): branches = EntityTable(all)
    case .keep: earlier = branches
    case .restore: branches = earlier
    case .move(let row, let from, let to):
      guard let leaf = branches[id: from]?.rows.removeOne(row) else { return }
      branches[id: to]?.rows.setOne(leaf)
    case .sheet(let leaf): sheet = leaf
    case .note(let note): self.note = note
    case .screen(let screen): self.screen = screen
    case .named(let key, let leaf): named[key] = leaf
    }
  }

  /// Removes the row that an action with ``ChildFuzzAction/Leaf/leave`` is for.
  mutating func removeLeaving(_ action: ChildFuzzAction) {
    switch action {
    case .branch(let id, .row(let row, .leave)): branches[id: id]?.rows.removeOne(row)
    case .branch(let id, .detail(.leave)): branches[id: id]?.detail = nil
    case .branch(let id, .own(.leave)): branches.removeOne(id)
    case .sheet(.leave): sheet = nil
    default: break
    }
  }
}

/// A child whose mode declares an effect.
protocol ChildFuzzSlice: Equatable, Sendable {
  /// Identifies the value for a reader of the test.
  var label: Int { get }
  /// The id of the declared effect; 0 for none.
  var mode: Int { get set }
}

extension ChildFuzzSlice {
  var slice: ChildFuzzDeclared { ChildFuzzDeclared(label: label, mode: mode) }
}

/// The slice of the state with which an effect is declared.
struct ChildFuzzDeclared: Equatable, Sendable, CustomStringConvertible {
  let label: Int
  let mode: Int

  var description: String { "mode \(mode) of \(label)" }
}

indirect enum ChildFuzzAction: Sendable {
  /// An action of any child.
  enum Leaf: Sendable {
    /// Starts an effect, with a cancel id.
    case start(Int, id: Int, EffectPolicy)
    /// Starts an effect without a cancel id.
    case hold(Int)
    case cancel(id: Int)
    case mode(Int)
    /// Starts an effect, in the action that removes the child.
    case leave(Int)
    /// Changes the mode and throws.
    case fail
  }

  enum BranchEdit: Sendable {
    case set(ChildFuzzState.Leaf)
    case remove(Int)
    case replace([ChildFuzzState.Leaf])
    case keep
    case restore
    case sort
    case detail(ChildFuzzState.Leaf?)
  }

  enum Branch: Sendable {
    case row(Int, Leaf)
    case detail(Leaf)
    case own(Leaf)
    case edit(BranchEdit)
  }

  indirect enum Node: Sendable {
    case own(Leaf)
    case kid(Int, Node)
    case set(ChildFuzzState.Node)
    case remove(Int)
  }

  enum Edit: Sendable {
    case set(ChildFuzzState.Branch)
    case remove(Int)
    case replace([ChildFuzzState.Branch])
    case keep
    case restore
    case move(row: Int, from: Int, to: Int)
    case sheet(ChildFuzzState.Leaf?)
    case note(ChildFuzzState.Note?)
    case screen(ChildFuzzState.Screen)
    case named(Int, ChildFuzzState.Leaf?)
  }

  case branch(Int, Branch)
  case pair(Branch)
  case sheet(Leaf)
  case note(Leaf)
  case one(Leaf)
  case other(Leaf)
  case named(Int, Leaf)
  case tree(Node)
  case edit(Edit)
  /// Sends the actions from an effect.
  case several([ChildFuzzAction])
}

/// The effects of a store that have begun and have not ended.
final class ChildFuzzLog: Sendable {
  static let shared = ChildFuzzLog()

  private struct Contents {
    var step = 0
    var last = 0
    var running: [Int: String] = [:]
    /// The effects that have begun in this step.
    var begun: Set<String> = []
  }

  private let contents = Mutex(Contents())

  var running: [String] { contents.withLock { $0.running.values.sorted() } }
  var begun: Set<String> { contents.withLock { $0.begun } }

  func begin(step: Int) {
    contents.withLock { ($0.step, $0.begun) = (step, []) }
  }

  /// Runs until it is cancelled.
  func hold(_ name: String) async {
    let number = contents.withLock { contents in
      contents.last += 1
      let name = "\(name) since \(contents.step)"
      contents.running[contents.last] = name
      contents.begun.insert(name)
      return contents.last
    }
    await FuzzGate().wait(heeding: true)
    contents.withLock { $0.running[number] = nil }
  }
}

struct ChildFuzzFailure: Error {}

/// The features of the store.
enum ChildFuzzFeature {
  typealias State = ChildFuzzState
  typealias Action = ChildFuzzAction

  static let all: Feature<State, Action> = .combine {
    branch.forEach(
      action: CasePath(case: Action.branch) {
        if case .branch(let id, let part) = $0 { (id, part) } else { nil }
      },
      state: \State.branches)
    branch.lift(
      action: CasePath(case: Action.pair) { if case .pair(let part) = $0 { part } else { nil } },
      state: \State.pair)
    leaf.ifLet(
      action: CasePath(case: Action.sheet) { if case .sheet(let part) = $0 { part } else { nil } },
      state: \State.sheet)
    note.ifLet(
      action: CasePath(case: Action.note) { if case .note(let part) = $0 { part } else { nil } },
      state: \State.note)
    leaf.ifCase(
      action: CasePath(case: Action.one) { if case .one(let part) = $0 { part } else { nil } },
      state: CasePath(case: State.Screen.one) {
        if case .one(let part) = $0 { part } else { nil }
      }
    )
    .lift(action: CasePath<Action, Action>.identity, state: \State.screen)
    leaf.ifCase(
      action: CasePath(case: Action.other) { if case .other(let part) = $0 { part } else { nil } },
      state: CasePath(case: State.Screen.other) {
        if case .other(let part) = $0 { part } else { nil }
      }
    )
    .lift(action: CasePath<Action, Action>.identity, state: \State.screen)
    leaf.forEach(
      action: CasePath(case: Action.named) {
        if case .named(let key, let part) = $0 { (key, part) } else { nil }
      },
      state: \State.named)
    tree.lift(
      action: CasePath(case: Action.tree) { if case .tree(let part) = $0 { part } else { nil } },
      state: \State.tree)
    Feature<State, Action> { state, action in
      state.removeLeaving(action)
      switch action {
      case .edit(let edit): state.apply(edit)
      case .several(let actions): return .sequence(actions)
      default: break
      }
      return .none
    }
  }

  private static let leaf: Feature<State.Leaf, Action.Leaf> = own()
  private static let note: Feature<State.Note, Action.Leaf> = own()

  private static let branch: Feature<State.Branch, Action.Branch> = .combine {
    leaf.forEach(
      action: CasePath(case: Action.Branch.row) {
        if case .row(let id, let part) = $0 { (id, part) } else { nil }
      },
      state: \State.Branch.rows)
    leaf.ifLet(
      action: CasePath(case: Action.Branch.detail) {
        if case .detail(let part) = $0 { part } else { nil }
      },
      state: \State.Branch.detail)
    own().lift(
      action: CasePath(case: Action.Branch.own) {
        if case .own(let part) = $0 { part } else { nil }
      },
      state: \State.Branch.self)
    Reducer<State.Branch, Action.Branch> { branch, action in
      if case .edit(let edit) = action { branch.apply(edit) }
    }
  }

  private static let tree: Feature<State.Node, Action.Node> = .combine {
    StateEffects<State.Node, Action.Node>.none
    Feature<State.Node, Action.Node>.recursive { node in
      .combine {
        node.forEach(
          action: CasePath(case: Action.Node.kid) {
            if case .kid(let id, let part) = $0 { (id, part) } else { nil }
          },
          state: \State.Node.kids)
        Feature<State.Node, Action.Node> { node, action in
          switch action {
          case .own(let action): return try effect(of: action)
          case .kid: break
          case .set(let kid): node.kids.setOne(kid)
          case .remove(let id): node.kids.removeOne(id)
          }
          return .none
        }
      }
    }
  }

  /// The feature of a child for its own actions.
  private static func own<Child: ChildFuzzSlice>() -> Feature<Child, Action.Leaf> {
    .combine {
      Feature<Child, Action.Leaf> { child, action in
        if case .mode(let mode) = action { child.mode = mode }
        if case .fail = action { child.mode += 1 }
        return try effect(of: action)
      }
      StateEffects<Child, Action.Leaf>(on: StateSelector { $0.slice }) { slice in
        slice.mode == 0
          ? []
          : [.effect(id: slice.mode, .run { _ in await ChildFuzzLog.shared.hold("\(slice)") })]
      }
    }
  }

  private static func effect<Sent>(of action: Action.Leaf) throws -> Effect<Sent> {
    func hold(_ tag: Int) -> Effect<Sent> {
      .run { _ in await ChildFuzzLog.shared.hold("effect \(tag)") }
    }
    switch action {
    case .start(let tag, let id, let policy): return hold(tag).cancellable(id: id, policy: policy)
    case .hold(let tag), .leave(let tag): return hold(tag)
    case .cancel(let id): return .cancel(id: id)
    case .mode: return .none
    case .fail: throw ChildFuzzFailure()
    }
  }
}

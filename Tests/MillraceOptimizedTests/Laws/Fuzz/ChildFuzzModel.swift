// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport

/// A plain model of the effects of children, without owners, tables of effects or change logs.
///
/// After each commit it looks for all children in the state.
struct ChildFuzzModel {
  private struct Running {
    /// The place of the child; empty for the store.
    let place: String
    let id: Int?
    let name: String
  }

  private var state = ChildFuzzState()
  private var effects: [Running] = []
  /// The declared effects, by the places of their children.
  private var declared: [String: (mode: Int, name: String)] = [:]
  private var step = 0
  /// The effects that this step has started, some of which may have ended in it.
  private(set) var started: Set<String> = []

  /// The effects that run.
  var running: [String] {
    (effects.map(\.name) + declared.values.filter { $0.mode != 0 }.map(\.name)).sorted()
  }

  /// Commits the actions one by one; with more or less than one, as a batch.
  mutating func dispatch(_ actions: [ChildFuzzAction], step: Int) {
    (self.step, started) = (step, [])
    for action in actions {
      var queue = [action]
      while !queue.isEmpty {
        let next = queue.removeFirst()
        commit(next, inBatch: actions.count != 1)
        if case .several(let sent) = next { queue += sent }
      }
    }
    declare()
  }

  private mutating func commit(_ action: ChildFuzzAction, inBatch: Bool) {
    var next = state
    let target = next.apply(action)
    if case .fail = target?.action { return }
    state = next
    let places = state.places
    effects.removeAll { !places.contains($0.place) }
    declared = declared.filter { places.contains($0.key) || !$0.key.isChild }
    if !inBatch { declare() }
    if let target, places.contains(target.place) { run(target.action, at: target.place) }
  }

  private mutating func run(_ action: ChildFuzzAction.Leaf, at place: String) {
    switch action {
    case .start(let tag, let id, let policy):
      let others = effects.contains { $0.place == place && $0.id == id }
      if policy == .latest { cancel(id, at: place) }
      // An effect that waits for its turn never begins, because no effect ends by itself.
      if !others || policy == .concurrent || policy == .latest { begin(tag, id, at: place) }
    case .hold(let tag), .leave(let tag): begin(tag, nil, at: place)
    case .cancel(let id): cancel(id, at: place)
    case .mode, .fail: break
    }
  }

  private mutating func begin(_ tag: Int, _ id: Int?, at place: String) {
    let name = "effect \(tag) since \(step)"
    started.insert(name)
    effects.append(Running(place: place, id: id, name: name))
  }

  private mutating func cancel(_ id: Int, at place: String) {
    effects.removeAll { $0.place == place && $0.id == id }
  }

  private mutating func declare() {
    for (place, slice) in state.slices where declared[place]?.mode != slice.mode {
      let name = "\(slice) since \(step)"
      if slice.mode != 0 { started.insert(name) }
      declared[place] = (slice.mode, name)
    }
  }
}

extension String {
  /// True for the place of a child that can disappear.
  fileprivate var isChild: Bool { self != "pair" }
}

extension ChildFuzzState {
  /// The places of the children that exist, and that of the store.
  fileprivate var places: Set<String> {
    Set(slices.keys).subtracting(["pair"]).union([""]).union(tree.places(at: "tree"))
  }

  /// The slices of all children, by their places.
  fileprivate var slices: [String: ChildFuzzDeclared] {
    var slices: [String: ChildFuzzDeclared] = [:]
    func add(_ branch: Branch, _ place: String) {
      slices[place] = branch.slice
      for row in branch.rows { slices["\(place)/row \(row.id)"] = row.slice }
      if let detail = branch.detail { slices["\(place)/detail \(detail.id)"] = detail.slice }
    }
    for branch in branches { add(branch, "branch \(branch.id)") }
    add(pair, "pair")
    if let sheet { slices["sheet \(sheet.id)"] = sheet.slice }
    if let note { slices["note"] = note.slice }
    switch screen {
    case .none: break
    case .one(let leaf): slices["one \(leaf.id)"] = leaf.slice
    case .other(let leaf): slices["other \(leaf.id)"] = leaf.slice
    }
    for (key, leaf) in named { slices["named \(key)"] = leaf.slice }
    return slices
  }

  /// Changes the state as the features do.
  ///
  /// - Returns: The place of the child that an action of a leaf was for, and that action; nil if
  ///   the child does not exist, or for other actions.
  fileprivate mutating func apply(
    _ action: ChildFuzzAction
  ) -> (place: String, action: ChildFuzzAction.Leaf)? {
    switch action {
    case .branch(let id, let part):
      let target = branches[id: id]?.apply(part, at: "branch \(id)", own: "branch \(id)")
      removeLeaving(action)
      return target ?? nil
    case .pair(let part): return pair.apply(part, at: "pair", own: "")
    case .sheet(let part):
      guard let id = sheet?.id else { return nil }
      sheet?.apply(part)
      removeLeaving(action)
      return ("sheet \(id)", part)
    case .note(let part):
      guard note != nil else { return nil }
      note?.apply(part)
      return ("note", part)
    case .one(let part):
      guard case .one(var leaf) = screen else { return nil }
      leaf.apply(part)
      screen = .one(leaf)
      return ("one \(leaf.id)", part)
    case .other(let part):
      guard case .other(var leaf) = screen else { return nil }
      leaf.apply(part)
      screen = .other(leaf)
      return ("other \(leaf.id)", part)
    case .named(let key, let part):
      guard named[key] != nil else { return nil }
      named[key]?.apply(part)
      return ("named \(key)", part)
    case .tree(let part): return tree.apply(part, at: "tree", own: "")
    case .edit(let edit):
      apply(edit)
      return nil
    case .several: return nil
    }
  }
}

extension ChildFuzzSlice {
  fileprivate mutating func apply(_ action: ChildFuzzAction.Leaf) {
    if case .mode(let mode) = action { self.mode = mode }
  }
}

extension ChildFuzzState.Branch {
  /// Changes the branch, whose own effects belong to the place `own`, as the feature does.
  fileprivate mutating func apply(
    _ action: ChildFuzzAction.Branch, at place: String, own: String
  ) -> (place: String, action: ChildFuzzAction.Leaf)? {
    switch action {
    case .row(let id, let part):
      guard rows.contains(id: id) else { return nil }
      rows[id: id]?.apply(part)
      return ("\(place)/row \(id)", part)
    case .detail(let part):
      guard let id = detail?.id else { return nil }
      detail?.apply(part)
      return ("\(place)/detail \(id)", part)
    case .own(let part):
      apply(part)
      return (own, part)
    case .edit(let edit):
      apply(edit)
      return nil
    }
  }
}

extension ChildFuzzState.Node {
  fileprivate func places(at place: String) -> Set<String> {
    kids.reduce(into: []) { places, kid in
      let place = "\(place)/\(kid.id)"
      places.formUnion(kid.places(at: place).union([place]))
    }
  }

  fileprivate mutating func apply(
    _ action: ChildFuzzAction.Node, at place: String, own: String
  ) -> (place: String, action: ChildFuzzAction.Leaf)? {
    switch action {
    case .own(let part): return (own, part)
    case .kid(let id, let part):
      let place = "\(place)/\(id)"
      return kids[id: id]?.apply(part, at: place, own: place) ?? nil
    case .set(let kid): kids.setOne(kid)
    case .remove(let id): kids.removeOne(id)
    }
    return nil
  }
}

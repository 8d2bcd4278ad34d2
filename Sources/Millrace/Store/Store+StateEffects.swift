// SPDX-License-Identifier: Apache-2.0

extension Store {
  /// Keeps effects running as the state says, from now on and as long as the store lives.
  ///
  /// They follow the state in the same turn: after each commit that changes a declared slice, in a
  /// batch once after the last. They hear what observers hear, so a rule of ``EmitsValue`` that
  /// keeps a commit from observers keeps it from them too. `finish()` of a receipt does not wait
  /// for them.
  public func run(_ effects: StateEffects<State, Action>) {
    engine.inTurn {
      for declaration in effects.declarations { declaration.attach(to: engine) }
    }
  }
}

/// The id of a running effect of one declaration.
private struct DeclaredID: Hashable, Sendable {
  let declaration: UInt64
  let id: EffectID
}

extension Engine {
  /// Starts to follow one declaration.
  func attach<Slice: Sendable>(
    _ selector: StateSelector<State, Slice>,
    _ declare: @escaping @Sendable (Slice) -> [(id: EffectID, effect: Effect<Action>)]
  ) {
    lastScope += 1
    let declaration = lastScope
    var running: [EffectID] = []
    // Sound: the engine owns the observer, which is not called any more when the engine ends.
    let watcher = subscribe(selector, initial: true) { [unowned self] slice in
      let entries = declare(slice)
      let changes = StateEffectChanges(from: running, to: entries.map(\.id))
      if let id = changes.duplicate { Diagnostics.report(DuplicateStateEffect(id: id)) }
      running.removeAll(where: Set(changes.cancelled).contains)
      running += changes.started.map { entries[$0].id }
      for id in changes.cancelled { cancel(EffectID(DeclaredID(declaration: declaration, id: id))) }
      for entry in changes.started.map({ entries[$0] }) {
        // Scope 0: no action has asked for it, no receipt waits for it.
        start(
          entry.effect, id: EffectID(DeclaredID(declaration: declaration, id: entry.id)),
          policy: .concurrent, scope: 0, in: nil)
      }
    }
    declarations.append(watcher)
  }
}

/// A report of an id that is declared twice in one list.
struct DuplicateStateEffect: CustomStringConvertible {
  let id: EffectID

  var description: String {
    """
    Millrace: StateEffects declare the id \(id) twice in one list. Only the first effect runs: \
    two effects with one id cannot be told apart. Probably the id leaves out what makes the \
    effects different; put it in.
    """
  }
}

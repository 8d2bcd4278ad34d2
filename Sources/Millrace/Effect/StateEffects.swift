// SPDX-License-Identifier: Apache-2.0

/// Effects that exist while the state says so.
///
/// They are declared as a function of a slice of the state. The function runs again only when that
/// slice changed. The effects that it returns are told apart by their ids: new ones start, those
/// that are gone are cancelled, those that are still there run on untouched.
///
/// ```swift
/// let live = StateEffects<Chat, ChatAction>(on: \.room) { room in
///   guard let room else { return [] }
///   return [.effect(id: room, .stream(socket.messages(in: room)) { .received($0) })]
/// }
/// store.run(live <> ticking)
/// ```
///
/// An effect that has ended by itself is not started again until it is gone from the list and comes
/// back. Ids are local to one declaration: they never meet those of other declarations, nor cancel
/// ids. The idea comes from Elm.
public struct StateEffects<State: Sendable, Action: Sendable>: Sendable {
  /// One effect and the id by which it is recognized.
  public struct Entry: Sendable {
    let id: EffectID
    let effect: Effect<Action>

    /// An effect that runs as long as its id is declared.
    public static func effect(id: some Hashable & Sendable, _ effect: Effect<Action>) -> Entry {
      Entry(id: EffectID(id), effect: effect)
    }
  }

  typealias Attach = @MainActor (Engine<State, Action>) -> Void
  let declarations: [Attach]

  private init(declarations: [Attach]) {
    self.declarations = declarations
  }

  /// Declares effects as a function of a property.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - declare: Lists the effects that exist for a value.
  public init<Slice: Equatable & Sendable>(
    on keyPath: KeyPath<State, Slice> & Sendable,
    _ declare: @escaping @Sendable (Slice) -> [Entry]
  ) {
    self.init(on: StateSelector(keyPath), declare)
  }

  /// Declares effects as a function of a selector.
  ///
  /// - Parameters:
  ///   - selector: The slice.
  ///   - declare: Lists the effects that exist for a value.
  public init<Slice: Sendable>(
    on selector: StateSelector<State, Slice>,
    _ declare: @escaping @Sendable (Slice) -> [Entry]
  ) {
    declarations = [{ engine in engine.attach(selector, declare) }]
  }

  /// No effects.
  public static var none: StateEffects { StateEffects(declarations: []) }

  /// The declarations of both.
  public static func <> (first: StateEffects, second: StateEffects) -> StateEffects {
    StateEffects(declarations: first.declarations + second.declarations)
  }
}

/// What must happen so that the effects that run are those that are declared.
struct StateEffectChanges<ID: Hashable>: Equatable {
  /// Those that are gone, in the order in which they were declared.
  var cancelled: [ID] = []
  /// Positions of the new ones in the new list.
  var started: [Int] = []
  /// The first id that is declared twice; only its first effect counts.
  var duplicate: ID?

  init(from old: [ID], to new: [ID]) {
    let oldSet = Set(old)
    var seen: Set<ID> = []
    for (index, id) in new.enumerated() {
      guard seen.insert(id).inserted else {
        if duplicate == nil { duplicate = id }
        continue
      }
      if !oldSet.contains(id) { started.append(index) }
    }
    cancelled = old.filter { !seen.contains($0) }
  }
}

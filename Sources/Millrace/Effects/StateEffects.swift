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
/// let chat = Feature<Chat, ChatAction>.combine {
///   Reducer { chat, action in … }
///   live
/// }
/// ```
///
/// They are a ``FeatureType``: combined with others they are a part of the feature, and lifted with
/// it. Those of a child end with the child; in a `forEach` each element has its own, which costs a
/// look at each element per commit. ``Store/run(_:)`` adds some to one store.
///
/// An effect that has ended by itself is not started again until it is gone from the list and comes
/// back. Ids are local to one declaration: they are never equal to ids of other declarations or to
/// cancel ids. The idea comes from Elm.
public struct StateEffects<State, Action: Sendable>: FeatureType {
  /// One effect and the id by which it is recognized.
  public struct Entry: Sendable {
    let id: EffectID
    let effect: Effect<Action>
    /// The child to which it belongs, as its declaration tells it apart from others.
    var child: EffectID?

    /// An effect that runs as long as its id is declared.
    public static func effect(id: some Hashable & Sendable, _ effect: Effect<Action>) -> Entry {
      Entry(id: EffectID(id), effect: effect)
    }
  }

  let declarations: [any StateEffectDeclaration<State, Action>]

  init(declarations: [any StateEffectDeclaration<State, Action>]) {
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
    declarations = [SliceDeclaration(selector: selector, declare: declare)]
  }

  /// No effects.
  public static var none: StateEffects { StateEffects(declarations: []) }

  /// The declarations of both.
  public static func <> (first: StateEffects, second: StateEffects) -> StateEffects {
    StateEffects(declarations: first.declarations + second.declarations)
  }

  /// A feature that has these effects and does nothing else.
  public var feature: Feature<State, Action> {
    Feature(step: .identity, attachments: FeatureAttachments(stateEffects: declarations))
  }
}

/// Effects that are a function of some slice of the state.
protocol StateEffectDeclaration<State, Action>: Sendable {
  associatedtype State
  associatedtype Action: Sendable

  /// Lets an engine follow the slice.
  @MainActor
  func attach(to engine: Engine<State, Action>)

  /// The same for a larger state and action.
  func lifted<GlobalState, GlobalAction: Sendable>(
    _ part: StateGetter<GlobalState, State>, place: ChildPlace?,
    _ translation: ActionTranslation<Action, GlobalAction>
  ) -> any StateEffectDeclaration<GlobalState, GlobalAction>

  /// The same for each child of what holds states.
  func within<Container, Key>(
    _ lookup: ChildAccessor<Container, Key, State>, place: ChildPlace
  ) -> any StateEffectDeclaration<Container, KeyedAction<Key, Action>>
}

struct SliceDeclaration<State, Slice: Sendable, Action: Sendable>: StateEffectDeclaration {
  typealias Entry = StateEffects<State, Action>.Entry
  let selector: StateSelector<State, Slice>
  /// The children that are there; nil: the effects belong to none.
  var children: (@Sendable (State) -> Set<EffectID>)?
  let declare: @Sendable (Slice) -> [Entry]

  func attach(to engine: Engine<State, Action>) {
    engine.attach(selector, children: children, declare)
  }

  func lifted<GlobalState, GlobalAction: Sendable>(
    _ part: StateGetter<GlobalState, State>, place: ChildPlace?,
    _ translation: ActionTranslation<Action, GlobalAction>
  ) -> any StateEffectDeclaration<GlobalState, GlobalAction> {
    let read = part.read
    var lifted = SliceDeclaration<GlobalState, Slice, GlobalAction>(
      selector: part.pulled(selector)
    ) { [declare] slice in
      declare(slice).map { entry in
        .init(
          id: entry.id, effect: entry.effect.translated(translation).lifted(to: place),
          child: entry.child)
      }
    }
    if let children { lifted.children = { state in children(read(state)) } }
    return lifted
  }

  func within<Container, Key>(
    _ lookup: ChildAccessor<Container, Key, State>, place: ChildPlace
  ) -> any StateEffectDeclaration<Container, KeyedAction<Key, Action>> {
    let slices = StateSelector<Container, [ChildSlice<Key, Slice>]> { [selector] container in
      lookup.keys(container).compactMap { key in
        lookup.find(container, key).map {
          ChildSlice(key: lookup.identify?($0) ?? key, slice: selector($0))
        }
      }
    } didChange: { [selector] old, new in
      old.count != new.count
        || zip(old, new).contains { $0.key != $1.key || selector.didChange($0.slice, $1.slice) }
    }
    var within = SliceDeclaration<Container, [ChildSlice<Key, Slice>], KeyedAction<Key, Action>>(
      selector: slices
    ) { [declare] slices in
      // The order of keys in a dictionary is another one in each process.
      let slices = Container.self is any UnorderedElements.Type ? slices.sortedByKey() : slices
      return slices.flatMap { child in
        declare(child.slice).map { entry in
          .init(
            id: EffectID(ChildEntryID(key: child.key, id: entry.id)),
            effect: entry.effect.translated(.child(child.key)).within(place, child.key),
            child: entry.child.map { EffectID(ChildEntryID(key: child.key, id: $0)) }
              ?? EffectID(child.key))
        }
      }
    }
    within.children = { [children] container in
      var there: Set<EffectID> = []
      for key in lookup.keys(container) {
        guard let state = lookup.find(container, key) else { continue }
        let own = lookup.identify?(state) ?? key
        guard let children else {
          there.insert(EffectID(own))
          continue
        }
        for child in children(state) { there.insert(EffectID(ChildEntryID(key: own, id: child))) }
      }
      return there
    }
    return within
  }
}

/// The slice of one child.
struct ChildSlice<Key: Sendable, Slice: Sendable>: Sendable {
  let key: Key
  let slice: Slice
}

extension Array {
  /// The slices in the order of their keys' descriptions.
  fileprivate func sortedByKey<Key, Slice>() -> [ChildSlice<Key, Slice>]
  where Element == ChildSlice<Key, Slice> {
    map { (text: String(reflecting: $0.key), slice: $0) }.sorted { $0.text < $1.text }.map(\.slice)
  }
}

private struct ChildEntryID<Key: Hashable & Sendable>: Hashable, Sendable {
  let key: Key
  let id: EffectID
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

extension Store {
  /// Keeps effects running as the state says, from now on and as long as the store lives.
  ///
  /// They follow the state in the same turn: after each commit that changes a declared slice, in a
  /// batch once after the last. They hear what observers hear, so a rule of
  /// ``Store/notifyObservers(when:)`` that keeps a commit from observers keeps it from them too.
  /// `finish()` of a receipt does not wait for them.
  public func run(_ effects: StateEffects<State, Action>) {
    engine.requireReadable()
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
    _ selector: StateSelector<State, Slice>, children: ((State) -> Set<EffectID>)?,
    _ declare: @escaping @Sendable (Slice) -> [StateEffects<State, Action>.Entry]
  ) {
    lastDispatchID += 1
    let declaration = lastDispatchID
    var running: [(id: EffectID, child: EffectID?)] = []
    // Sound: the engine owns the observer, which is not called any more when the engine ends.
    let update: (Slice) -> Void = { [unowned self] slice in
      let entries = declare(slice)
      let changes = StateEffectChanges(from: running.map(\.id), to: entries.map(\.id))
      if let id = changes.duplicate { Diagnostics.report(DuplicateStateEffect(id: id)) }
      let cancelled = Set(changes.cancelled)
      running.removeAll { cancelled.contains($0.id) }
      running += changes.started.map { (entries[$0].id, entries[$0].child) }
      for id in changes.cancelled { cancel(EffectID(DeclaredID(declaration: declaration, id: id))) }
      for entry in changes.started.map({ entries[$0] }) {
        // Dispatch 0: no action has asked for it, no receipt waits for it.
        start(
          entry.effect, id: EffectID(DeclaredID(declaration: declaration, id: entry.id)),
          policy: .concurrent, dispatchID: 0, in: nil)
      }
    }
    declarations.append(subscribe(selector, initial: true, onChange: update))
    guard let children else { return }
    childDeclarations.append(
      ChildDeclaration { state in
        let there = children(state)
        let count = running.count
        running.removeAll { $0.child.map(there.contains) == false }
        return running.count < count
      } update: {
        update(selector($0))
      })
  }

  /// Notes the children that are gone after a commit which observers have not heard of yet.
  ///
  /// A child that is there again by the time they hear is a new one: its declared effects start
  /// anew.
  @usableFromInline
  func noteAbsentChildren() {
    for place in childDeclarations.indices where childDeclarations[place].forgetAbsent(state) {
      childDeclarations[place].isStale = true
    }
  }

  /// Starts the declared effects of children that went and came back between two notifications.
  @usableFromInline
  func updateChildDeclarations() {
    for place in childDeclarations.indices where childDeclarations[place].isStale {
      childDeclarations[place].isStale = false
      childDeclarations[place].update(state)
      if isEnded { return }
    }
  }
}

/// Declared effects of children, which may go and come back between two notifications.
@usableFromInline
struct ChildDeclaration<State> {
  /// Forgets the effects of children that are not there; returns whether there were some.
  let forgetAbsent: (State) -> Bool
  /// Starts and ends effects as the state declares them.
  let update: (State) -> Void
  /// Whether effects were forgotten since the last update.
  var isStale = false

  init(
    forgetAbsent: @escaping (State) -> Bool, update: @escaping (State) -> Void
  ) {
    (self.forgetAbsent, self.update) = (forgetAbsent, update)
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

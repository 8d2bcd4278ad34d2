// SPDX-License-Identifier: Apache-2.0

/// Effects that run while the state declares them.
///
/// They are declared by a function of a slice of the state: a property, or the value of a
/// selector. The function runs again only when the slice has changed, or when a child with such
/// effects was replaced by a new child. Its results are compared by their ids. An effect with a new
/// id starts. An effect whose id is no longer in the list is cancelled. An effect whose id is still
/// in the list continues to run unchanged.
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
/// `StateEffects` is a ``FeatureType``: it can be combined with other features and is lifted with
/// them. The state-driven effects of a child end with the child. In a `forEach` each element has
/// its own effects. For the rows of an ``EntityTable`` each commit compares the stamp of the table.
/// If it has changed, the slices of the changed rows are compared, or those of all rows if
/// ``EntityTable/changes(since:)`` returns nil; the function runs for the rows whose slice has
/// changed. For other collections, and for a table within another child, each commit compares the
/// slices of all elements; within a row of a table, only a commit that changes this row does. If
/// one of them has changed, or if elements were added, removed or moved, the function runs for all
/// elements.
///
/// ``Store/run(_:)`` adds state-driven effects to one store.
///
/// An effect that has ended by itself starts again only after its id was removed from the list and
/// added again, or for a new child. Ids are local to one declaration: they are never equal to ids
/// of other declarations or to cancel ids. The idea comes from Elm.
public struct StateEffects<State, Action: Sendable>: FeatureType {
  /// An effect and the id that identifies it in its declaration.
  public struct Entry: Sendable {
    let id: EffectID
    let effect: Effect<Action>

    /// Creates an entry for an effect that runs as long as its id is declared.
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
  ///   - declare: Returns the effects that run while the property has the given value.
  public init<Slice: Equatable & Sendable>(
    on keyPath: KeyPath<State, Slice> & Sendable,
    _ declare: @escaping @Sendable (Slice) -> [Entry]
  ) {
    self.init(on: StateSelector(keyPath), declare)
  }

  /// Declares effects as a function of a selector, such as `StateSelector { $0.count > 9 }`.
  ///
  /// - Parameters:
  ///   - selector: The selector of the slice.
  ///   - declare: Returns the effects that run while the slice has the given value.
  public init<Slice: Sendable>(
    on selector: StateSelector<State, Slice>,
    _ declare: @escaping @Sendable (Slice) -> [Entry]
  ) {
    declarations = [SliceDeclaration(selector: selector, declare: declare)]
  }

  /// Unavailable: if a closure is passed without `StateSelector`, the compiler prints the message.
  @available(
    *, unavailable,
    message: "Write the type before the closure: on: StateSelector { $0.count > 9 }."
  )
  public init<Slice>(on slice: (State) -> Slice, _ declare: (Slice) -> [Entry]) { fatalError() }

  /// No effects.
  public static var none: StateEffects { StateEffects(declarations: []) }

  /// Combines the declarations of both operands.
  public static func <> (first: StateEffects, second: StateEffects) -> StateEffects {
    StateEffects(declarations: first.declarations + second.declarations)
  }

  /// A feature that has these effects and does nothing else.
  public var feature: Feature<State, Action> {
    Feature(step: .identity, attachments: FeatureAttachments(stateEffects: declarations))
  }
}

/// A declaration of effects as a function of a slice of the state.
protocol StateEffectDeclaration<State, Action>: Sendable {
  associatedtype State
  associatedtype Action: Sendable

  /// Makes an engine observe the slice and run the declared effects.
  @MainActor
  func attach(to engine: Engine<State, Action>)

  /// Returns this declaration for a larger state and action.
  func lifted<GlobalState, GlobalAction: Sendable>(
    _ part: StateGetter<GlobalState, State>, liftID: LiftID?,
    _ translation: ActionTranslation<Action, GlobalAction>
  ) -> any StateEffectDeclaration<GlobalState, GlobalAction>

  /// Returns this declaration for each child of a container.
  func within<Container, Key>(
    _ lookup: ChildAccessor<Container, Key, State>, liftID: LiftID
  ) -> any StateEffectDeclaration<Container, KeyedAction<Key, Action>>
}

struct SliceDeclaration<State, Slice: Sendable, Action: Sendable>: StateEffectDeclaration {
  typealias Entry = StateEffects<State, Action>.Entry
  let selector: StateSelector<State, Slice>
  /// True if the effects belong to children.
  var isOfChildren = false
  let declare: @Sendable (Slice) -> [Entry]

  func attach(to engine: Engine<State, Action>) {
    engine.lastDispatchID += 1
    let number = engine.lastDispatchID
    var effects = DeclaredEffects<State, Action>()
    var lastStart: UInt64 = 0
    // Sound: the engine owns the observer, which is not called after the engine has ended.
    let update: (Slice) -> Void = { [unowned engine, declare] slice in
      let changes = effects.update(to: declare(slice), lastStart: &lastStart)
      if let id = changes.duplicate { engine.reportDuplicate(id, of: number) }
      engine.replace(changes.ended, with: changes.started, of: number)
    }
    engine.declarations.append(engine.subscribe(selector, initial: true, onChange: update))
    guard isOfChildren, let attachments = engine.attachments else { return }
    engine.childDeclarations.append(
      // Sound: the engine owns these closures too.
      ChildDeclaration { [unowned engine] in
        effects.forgetAbsent(in: engine.state, of: attachments)
      } update: { [unowned engine, selector] in
        update(selector(engine.state))
      })
  }

  func lifted<GlobalState, GlobalAction: Sendable>(
    _ part: StateGetter<GlobalState, State>, liftID: LiftID?,
    _ translation: ActionTranslation<Action, GlobalAction>
  ) -> any StateEffectDeclaration<GlobalState, GlobalAction> {
    SliceDeclaration<GlobalState, Slice, GlobalAction>(
      selector: part.translated(selector), isOfChildren: isOfChildren
    ) { [declare] slice in
      declare(slice).map { entry in
        .init(id: entry.id, effect: entry.effect.translated(translation).lifted(to: liftID))
      }
    }
  }

  func within<Container, Key>(
    _ lookup: ChildAccessor<Container, Key, State>, liftID: LiftID
  ) -> any StateEffectDeclaration<Container, KeyedAction<Key, Action>> {
    typealias ChildEntry = StateEffects<Container, KeyedAction<Key, Action>>.Entry
    let declare = { @Sendable [declare] (key: Key, slice: Slice) in
      declare(slice).map { entry in
        ChildEntry(
          id: EffectID(ChildEntryID(key: EffectID(key), id: entry.id)),
          effect: entry.effect.translated(.child(key)).within(liftID, key))
      }
    }
    guard let changes = ElementChanges<Container, Key>() else {
      return SliceDeclaration<Container, [ChildSlice<Key, Slice>], KeyedAction<Key, Action>>(
        each: lookup, of: { $0 }, selector, declare)
    }
    return RowDeclaration(
      stamp: StateSelector(
        changes.stamp, of: \Container.self, identity: .unique(), didChange: { $0 != $1 }),
      table: { $0 }, lookup: lookup, changes: changes, selector: selector, declare: declare)
  }
}

extension SliceDeclaration {
  /// Creates the declaration for all children of a container, which is computed and compared as a
  /// whole.
  init<Container, Key, Part, Value>(
    each lookup: ChildAccessor<Container, Key, Part>,
    of container: @escaping @Sendable (State) -> Container, _ selector: StateSelector<Part, Value>,
    _ declare: @escaping @Sendable (Key, Value) -> [Entry]
  ) where Slice == [ChildSlice<Key, Value>] {
    let slices = StateSelector<State, Slice> { state in
      let container = container(state)
      return lookup.keys(container).compactMap { key in
        lookup.find(container, key).map {
          (key: lookup.identify?($0) ?? key, slice: selector($0))
        }
      }
    } didChange: { old, new in
      old.count != new.count
        || zip(old, new).contains { $0.key != $1.key || selector.didChange($0.slice, $1.slice) }
    }
    self.init(selector: slices, isOfChildren: true) { slices in
      guard Container.self is any UnorderedElements.Type else {
        return slices.flatMap { declare($0.key, $0.slice) }
      }
      // By their descriptions: the order of the keys of a dictionary differs between processes.
      return slices.map { (key: String(reflecting: $0.key), slice: $0) }
        .sorted { $0.key < $1.key }.flatMap { declare($0.slice.key, $0.slice.slice) }
    }
  }
}

/// The slice of one child.
typealias ChildSlice<Key, Slice> = (key: Key, slice: Slice)

private struct ChildEntryID: Hashable, Sendable, CustomStringConvertible {
  let key: EffectID
  let id: EffectID

  var description: String {
    key.value(as: SingleChildKey.self) == nil ? "\(id) of \(key)" : "\(id)"
  }
}

/// The effects that one list of entries has declared, also those that have ended by themselves.
struct DeclaredEffects<State, Action: Sendable> {
  typealias Entry = StateEffects<State, Action>.Entry
  /// An effect, the path to its child, and its number in the order of all starts of a declaration.
  typealias Running = (id: EffectID, path: [ChildStep], start: UInt64)

  private(set) var running: [Running] = []

  /// Replaces the list of entries; of several entries with one id only the first is used.
  ///
  /// - Parameters:
  ///   - entries: The new list.
  ///   - lastStart: The number of the declaration's last start.
  /// - Returns: The effects to cancel, in the order in which they started, those to start, and the
  ///   first id that is declared twice, or nil.
  mutating func update(
    to entries: [Entry], lastStart: inout UInt64
  ) -> (ended: [Running], started: [Entry], duplicate: EffectID?) {
    let old = Set(running.map(\.id))
    var declared: Set<EffectID> = []
    var duplicate: EffectID?
    var started: [Entry] = []
    for entry in entries {
      if !declared.insert(entry.id).inserted {
        duplicate = duplicate ?? entry.id
      } else if !old.contains(entry.id) {
        started.append(entry)
      }
    }
    let ended = running.filter { !declared.contains($0.id) }
    running.removeAll { !declared.contains($0.id) }
    for entry in started {
      lastStart += 1
      running.append((entry.id, entry.effect.path, lastStart))
    }
    return (ended, started, duplicate)
  }

  /// Removes the effects of children that do not exist; returns true if there were any.
  mutating func forgetAbsent(
    in state: State, of attachments: FeatureAttachments<State, Action>
  ) -> Bool {
    let count = running.count
    running.removeAll { attachments.isThere($0.path[...], in: state) == false }
    return running.count < count
  }
}

extension Store {
  /// Runs state-driven effects, from now until the store ends.
  ///
  /// They start and are cancelled in the turn of the commit that changes a declared slice, when
  /// observers are notified: in a batch once, after the last commit. Therefore a rule of
  /// ``Store/notifyObservers(when:)`` that delays a notification also delays their update.
  /// `finish()` of a receipt does not wait for them. If the store has ended, no effect starts.
  public func run(_ effects: StateEffects<State, Action>) {
    engine.requireReadable()
    engine.inTurn {
      for declaration in effects.declarations { declaration.attach(to: engine) }
    }
  }
}

extension Engine {
  /// Cancels declared effects, and then starts others of the same declaration.
  func replace(
    _ ended: [DeclaredEffects<State, Action>.Running],
    with started: [StateEffects<State, Action>.Entry], of declaration: UInt64
  ) {
    for (id, _, _) in ended { cancel(EffectID(LocalID(scope: declaration, id: id))) }
    for entry in started {
      // Dispatch 0: the effect belongs to no dispatch, and no receipt waits for it.
      start(
        entry.effect, id: EffectID(LocalID(scope: declaration, id: entry.id)),
        policy: .concurrent, dispatchID: 0, in: nil)
    }
  }

  /// Reports an id that a declaration declares twice in one list.
  func reportDuplicate(_ id: EffectID, of declaration: UInt64) {
    Diagnostics.report(
      """
      Millrace: StateEffects declare the id \(Diagnostics.oneLine("\(id)")) twice in one list. \
      Only the first effect runs, because two effects with the same id cannot be distinguished. \
      Probably the id lacks a value in which the effects differ. Add this value to the \
      id.\(Diagnostics.once(" per declaration and store"))
      """, ifFirst: reportedDeclarations.insert(declaration).inserted)
  }

  /// Marks the declarations whose children have disappeared in a commit that is not reported to
  /// observers yet.
  ///
  /// If a child with the same key exists again at the next notification, it is a new child: its
  /// declared effects start again.
  @usableFromInline
  func noteAbsentChildren() {
    for index in childDeclarations.indices where childDeclarations[index].forgetAbsent() {
      childDeclarations[index].isStale = true
    }
  }

  /// Starts the declared effects of children that disappeared and appeared again between two
  /// notifications.
  @usableFromInline
  func updateChildDeclarations() {
    for index in childDeclarations.indices where childDeclarations[index].isStale {
      childDeclarations[index].isStale = false
      childDeclarations[index].update()
      if isEnded { return }
    }
  }
}

/// The declared effects of children, which can disappear and appear again between two
/// notifications.
@usableFromInline
struct ChildDeclaration {
  /// Removes the effects of children that do not exist from the declared effects; returns true if
  /// there were any.
  let forgetAbsent: () -> Bool
  /// Starts and cancels effects as the state declares them.
  let update: () -> Void
  /// True if effects were removed by `forgetAbsent` since the last update.
  var isStale = false
}

// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How a value is derived from the state.
///
/// Shape: `(State) -> Output`, plus the rule that says when an output counts as changed. It is an
/// immutable value: all observers of the same selector in one store share one remembered value.
///
/// ```swift
/// let selectName = StateSelector(\AppState.user.name)
/// let selectOpen = StateSelector { (state: AppState) in state.tasks.filter(\.isOpen) }
/// selectOpen(store.state)
/// ```
///
/// A key path is compared once per commit. A closure without inputs runs after every commit; give
/// it inputs with `createSelector` to run it only when one of them changed.
public struct StateSelector<State, Output>: Sendable {
  /// Tells selectors apart: equal identities mean the same selector.
  public let identity: SelectorIdentity
  /// Which node of a store's graph serves this selector.
  @usableFromInline let nodeKey: SelectorIdentity
  /// Slices of which at least one must change before the output is computed again.
  @usableFromInline let dependencies: [AnyDependency<State>]
  /// Computes the value from a state in memory; a direct call notes what it has visited.
  @usableFromInline let read: Read
  /// Compares the value that was last delivered with a new one: whether that counts as changed.
  public let didChange: @Sendable (Output, Output) -> Bool
  /// Whether `didChange` is a custom comparison and not `!=`.
  @usableFromInline let hasCustomComparison: Bool
  /// How the graph of a store serves it.
  @usableFromInline let strategy: SelectorStrategy<State, Output>
  /// How often a selector with inputs was computed.
  @usableFromInline let count: RecomputationCount?

  @usableFromInline
  typealias Read = @Sendable (_ state: UnsafeRawPointer, SelectorVisit?) -> Output

  @_alwaysEmitIntoClient
  init(
    identity: SelectorIdentity, nodeKey: SelectorIdentity? = nil,
    dependencies: [AnyDependency<State>] = [], read: @escaping Read,
    didChange: @escaping @Sendable (Output, Output) -> Bool,
    hasCustomComparison: Bool, strategy: SelectorStrategy<State, Output>,
    count: RecomputationCount? = nil
  ) {
    self.identity = identity
    self.nodeKey = nodeKey ?? identity
    self.dependencies = dependencies
    self.read = read
    self.didChange = didChange
    self.hasCustomComparison = hasCustomComparison
    self.strategy = strategy
    self.count = count
  }

  /// A selector that is a function of the whole state.
  @_alwaysEmitIntoClient
  init(
    identity: SelectorIdentity, nodeKey: SelectorIdentity? = nil,
    dependencies: [AnyDependency<State>] = [],
    select: @escaping @Sendable (State) -> Output,
    didChange: @escaping @Sendable (Output, Output) -> Bool,
    hasCustomComparison: Bool, strategy: SelectorStrategy<State, Output>
  ) {
    self.init(
      identity: identity, nodeKey: nodeKey, dependencies: dependencies,
      // Typed: `read` is called with the address of a state of this selector's type.
      read: { state, _ in select(state.assumingMemoryBound(to: State.self).pointee) },
      didChange: didChange, hasCustomComparison: hasCustomComparison, strategy: strategy)
  }

  /// A selector that is served by a slice of the state.
  @_alwaysEmitIntoClient
  init(
    slice keyPath: KeyPath<State, Output> & Sendable, identity: SelectorIdentity,
    nodeKey: SelectorIdentity, didChange: @escaping @Sendable (Output, Output) -> Bool,
    hasCustomComparison: Bool
  ) {
    self.init(
      identity: identity, nodeKey: nodeKey,
      read: { state, _ in state.assumingMemoryBound(to: State.self).pointee[keyPath: keyPath] },
      didChange: didChange, hasCustomComparison: hasCustomComparison,
      strategy: RootStrategy(
        keyPath: keyPath,
        makeUpdate: {
          hasCustomComparison
            ? RootNode.ruledSlice(keyPath)
            : RootNode.slice(keyPath, areEqual: { !didChange($0, $1) })
        }, makeCell: { .slice(keyPath, didChange: didChange) },
        makeReader: {
          .slice(keyPath, isDifferent: didChange, hasCustomComparison: hasCustomComparison)
        }))
  }

  /// A selector that reads a key path whose value cannot be compared, as far as the compiler knows.
  ///
  /// Every commit counts as a change, unless the value turns out to be `Equatable` at run time.
  @_alwaysEmitIntoClient
  init(uncompared keyPath: KeyPath<State, Output> & Sendable) {
    let identity = SelectorIdentity(keyPath).ruled
    self.init(
      slice: keyPath, identity: identity, nodeKey: identity, didChange: { mayDiffer($0, $1) },
      hasCustomComparison: true)
  }

  /// Whether the node that serves this selector ignores a new value; with a custom comparison the
  /// node ignores none, and every observer decides for itself.
  var areEqual: (Output, Output) -> Bool {
    { [hasCustomComparison, didChange] in hasCustomComparison ? false : !didChange($0, $1) }
  }

  /// The same selector read from a larger state.
  func pulledBack<Root>(along part: StateGetter<Root, State>) -> StateSelector<Root, Output> {
    part.pulled(self)
  }

  /// Computes the value from a state; pure, callable from any thread.
  ///
  /// Complexity: for a selector with inputs, one comparison of each input that is read from the
  /// state, and each transformation of which an input changed since the last call; for any other,
  /// one run of its closure or one read of its key path.
  @_alwaysEmitIntoClient
  public func callAsFunction(_ state: State) -> Output {
    withUnsafePointer(to: state) { read($0, nil) }
  }

  /// How often the transformation of a selector with inputs has run, anywhere; 0 for other
  /// selectors.
  @_alwaysEmitIntoClient
  public var recomputations: Int { count?.value.load(ordering: .relaxed) ?? 0 }

  /// True if the selector has inputs, as those of `createSelector` do.
  @_alwaysEmitIntoClient var hasInputs: Bool { count != nil }

  /// Starts to count from zero.
  @_alwaysEmitIntoClient
  public func resetRecomputations() { count?.value.store(0, ordering: .relaxed) }

  /// A selector from a function, with a rule for when the output counts as changed.
  ///
  /// - Parameters:
  ///   - select: Computes the value; runs after every commit while it is observed.
  ///   - didChange: Compares the value that was last delivered with a new one.
  @_alwaysEmitIntoClient
  public init(
    _ select: @escaping @Sendable (State) -> Output,
    didChange: @escaping @Sendable (Output, Output) -> Bool
  ) {
    self.init(
      identity: .unique(), select: select, didChange: didChange, hasCustomComparison: true,
      strategy: SelectorStrategy(makeCell: { DependencyCell(select, didChange: didChange) }))
  }

  /// A selector from a function whose output counts as changed when it is not equal.
  @_alwaysEmitIntoClient
  public init(_ select: @escaping @Sendable (State) -> Output)
  where Output: Equatable & SendableMetatype {
    self.init(
      identity: .unique(), select: select, didChange: { differs($0, $1) },
      hasCustomComparison: false,
      strategy: SelectorStrategy(
        update: RootNode.formula(select, areEqual: { !differs($0, $1) }),
        makeCell: { DependencyCell(select, didChange: { differs($0, $1) }) }))
  }

  /// A selector that reads a key path; two selectors with equal key paths are the same selector.
  @_alwaysEmitIntoClient
  public init(_ keyPath: KeyPath<State, Output> & Sendable)
  where Output: Equatable & SendableMetatype {
    let identity = SelectorIdentity(keyPath)
    self.init(
      slice: keyPath, identity: identity, nodeKey: identity, didChange: { differs($0, $1) },
      hasCustomComparison: false)
  }

  /// A selector that reads a key path, with a rule for when the output counts as changed.
  @_alwaysEmitIntoClient
  public init(
    _ keyPath: KeyPath<State, Output> & Sendable,
    didChange: @escaping @Sendable (Output, Output) -> Bool
  ) {
    self.init(
      slice: keyPath, identity: .unique(), nodeKey: SelectorIdentity(keyPath).ruled,
      didChange: didChange, hasCustomComparison: true)
  }

  /// A selector whose output is computed again only after one of its dependencies changed.
  ///
  /// All dependencies are selected, then compared from left to right up to the first change. With
  /// none, the output is computed after every commit. Each observer remembers for itself, and
  /// compares the value that it was last given with the new one.
  ///
  /// ```swift
  /// StateSelector(
  ///   dependencySelector: StateSelector(\Library.books), StateSelector(\Library.genre),
  ///   outputSelector: StateSelector { library in library.books(of: library.genre) })
  /// ```
  ///
  /// - Parameters:
  ///   - dependencySelector: Any number of selectors; each has its rule for what counts as changed.
  ///   - outputSelector: Computes the value, and says when it counts as changed.
  @_alwaysEmitIntoClient
  public init<each Dependency>(
    dependencySelector: repeat StateSelector<State, each Dependency>,
    outputSelector: StateSelector<State, Output>
  ) {
    var dependencies: [AnyDependency<State>] = []
    repeat dependencies.append(AnyDependency(each dependencySelector))
    self.init(
      identity: .unique(), dependencies: dependencies, read: outputSelector.read,
      didChange: outputSelector.didChange, hasCustomComparison: true, strategy: SelectorStrategy())
  }
}

// Selectors of a table, each of which follows one kind of change only. They keep the table's stamp
// and not the table, so that a change of a row that is not watched copies nothing.
extension StateSelector {
  /// The row with that id, or nil while there is none.
  ///
  /// ```swift
  /// let row = store.subscribe(to: .row(7, of: \.people)) { print($0?.name ?? "gone") }
  /// ```
  ///
  /// `==` and `hash` of the id must not use the store.
  ///
  /// Complexity: per commit, one comparison of the table's version for all watched rows together,
  /// and one of each row that changed. 10,000 watched rows cost what changes.
  @_alwaysEmitIntoClient
  public static func row<Entity: Equatable & Sendable>(
    _ id: Entity.ID, of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == Entity?, Entity.ID: Sendable {
    let rowsKey = SelectorIdentity.rows(of: table)
    return StateSelector(
      row: id, of: table, rowsKey: rowsKey, identity: .row(id, of: rowsKey), read: { $0 },
      didChange: { differs($0, $1) }, hasCustomComparison: false)
  }

  /// One field of the row with that id, or nil while there is no such row.
  ///
  /// Complexity: as ``row(_:of:)``; other fields of the row are not compared.
  @_alwaysEmitIntoClient
  public static func row<Entity: Sendable, Value: Equatable & SendableMetatype>(
    _ id: Entity.ID, of table: KeyPath<State, EntityTable<Entity>> & Sendable,
    _ field: KeyPath<Entity, Value> & Sendable
  ) -> StateSelector where Output == Value?, Entity.ID: Sendable {
    let rowsKey = SelectorIdentity(field).appended(to: .rows(of: table))
    return StateSelector(
      row: id, of: table, rowsKey: rowsKey, identity: .row(id, of: rowsKey),
      read: { $0?[keyPath: field] }, didChange: { differs($0, $1) }, hasCustomComparison: false)
  }

  /// Whether there is a row with that id.
  ///
  /// Complexity: as ``row(_:of:)``.
  @_alwaysEmitIntoClient
  public static func contains<Entity: Sendable>(
    _ id: Entity.ID, in table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == Bool, Entity.ID: Sendable {
    let rowsKey = SelectorIdentity.rows(of: table).named("contains")
    return StateSelector(
      row: id, of: table, rowsKey: rowsKey, identity: .row(id, of: rowsKey),
      read: { $0 != nil }, didChange: { differs($0, $1) }, hasCustomComparison: false)
  }

  /// The table, as an input of selectors that look at all of it.
  ///
  /// ```swift
  /// let selectAdults = createSelector(
  ///   .all(of: \Club.people), StateSelector(\.age)
  /// ) { people, age in
  ///   people.filter { $0.age >= age }.map(\.id)
  /// }
  /// ```
  ///
  /// The table counts as changed when it has another stamp. As an input, in a store and in a direct
  /// call, it keeps the stamp and not the table, so that the next change copies nothing; an output
  /// should not hold the table either. An observer of the table itself holds it: the next change
  /// copies the rows then.
  ///
  /// Complexity: per commit, one comparison of the table's version.
  @_alwaysEmitIntoClient
  public static func all<Entity: Sendable>(
    of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == EntityTable<Entity>, Entity.ID: Sendable {
    StateSelector(table: table, identity: SelectorIdentity(table).named("all"))
  }

  /// The ids of a table in their order: told of rows that come, go or move, and of nothing else.
  ///
  /// Complexity: per commit, one comparison of the array's storage; O(n) when ids changed.
  @_alwaysEmitIntoClient
  public static func ids<Entity: Sendable>(
    of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == [Entity.ID], Entity.ID: Sendable {
    StateSelector(
      { $0.ids }, of: table, identity: SelectorIdentity(table).named("ids"),
      didChange: { differs($0, $1) })
  }

  /// The number of rows.
  ///
  /// Complexity: O(1) per commit.
  @_alwaysEmitIntoClient
  public static func count<Entity: Sendable>(
    of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == Int, Entity.ID: Sendable {
    StateSelector(
      { $0.count }, of: table, identity: SelectorIdentity(table).named("count"),
      didChange: { differs($0, $1) })
  }

  /// Whether there is no row.
  ///
  /// Complexity: O(1) per commit.
  @_alwaysEmitIntoClient
  public static func isEmpty<Entity: Sendable>(
    of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == Bool, Entity.ID: Sendable {
    StateSelector(
      { $0.isEmpty }, of: table, identity: SelectorIdentity(table).named("isEmpty"),
      didChange: { differs($0, $1) })
  }
}

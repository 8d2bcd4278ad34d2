// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A function that derives a value from the state.
///
/// Shape: `(State) -> Output`, and a comparison that determines whether an output counts as
/// changed. A selector is an immutable value. All observers of the same selector in one store share
/// one computation of its output; observers of the same row each read the row.
///
/// ```swift
/// let selectName = StateSelector(\AppState.user.name)
/// let selectOpen = StateSelector { (state: AppState) in state.tasks.filter(\.isOpen) }
/// selectOpen(store.state)
/// ```
///
/// While a selector is observed, the value at a key path is compared, and a closure without inputs
/// runs, after every commit; in a batch this can wait for the last commit. A selector with inputs,
/// made with `createSelector`, runs its closure only after an input has changed.
public struct StateSelector<State, Output>: Sendable {
  /// The identity of the selector.
  ///
  /// Selectors with equal identities are the same selector.
  public let identity: SelectorIdentity
  /// The identity of the node that serves this selector in the graph of a store.
  @usableFromInline let nodeKey: SelectorIdentity
  /// Computes the value from the state at an address.
  ///
  /// The visit contains the results of other selectors in the same direct call.
  @usableFromInline let read: Read
  /// Compares the value that was last delivered with a new one.
  ///
  /// Returns true if the new value counts as a change.
  public let didChange: @Sendable (Output, Output) -> Bool
  /// True if `didChange` is a custom comparison, false if it is the default one.
  @usableFromInline let hasCustomComparison: Bool
  /// The way in which the graph of a store computes the selector.
  @usableFromInline let strategy: SelectorStrategy<State, Output>
  /// The number of computations of a selector made with `createSelector`, or nil for other
  /// selectors.
  @usableFromInline let count: RecomputationCount?

  @usableFromInline
  typealias Read = @Sendable (_ state: UnsafeRawPointer, SelectorVisit?) -> Output

  @_alwaysEmitIntoClient
  init(
    identity: SelectorIdentity, nodeKey: SelectorIdentity? = nil, read: @escaping Read,
    didChange: @escaping @Sendable (Output, Output) -> Bool,
    hasCustomComparison: Bool, strategy: SelectorStrategy<State, Output>,
    count: RecomputationCount? = nil
  ) {
    self.identity = identity
    self.nodeKey = nodeKey ?? identity
    self.read = read
    self.didChange = didChange
    self.hasCustomComparison = hasCustomComparison
    self.strategy = strategy
    self.count = count
  }

  /// Creates a selector that is a function of the whole state.
  @_alwaysEmitIntoClient
  init(
    identity: SelectorIdentity, nodeKey: SelectorIdentity? = nil,
    select: @escaping @Sendable (State) -> Output,
    didChange: @escaping @Sendable (Output, Output) -> Bool,
    hasCustomComparison: Bool, strategy: SelectorStrategy<State, Output>
  ) {
    self.init(
      identity: identity, nodeKey: nodeKey,
      // Typed: `read` is called with the address of a state of this selector's type.
      read: { state, _ in select(state.assumingMemoryBound(to: State.self).pointee) },
      didChange: didChange, hasCustomComparison: hasCustomComparison, strategy: strategy)
  }

  /// Creates a selector whose node reads only a slice of the state.
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
      strategy: SelectorStrategy(
        keyPath: keyPath,
        makeUpdate: { _ in
          hasCustomComparison
            // Every refresh reports a change, and each observer compares the values itself.
            ? RootNode.reading(PartInState(keyPath).read, areEqual: { _, _ in false })
            : RootNode.slice(keyPath, areEqual: { !didChange($0, $1) })
        },
        makeReader: {
          .slice(keyPath, isDifferent: didChange, hasCustomComparison: hasCustomComparison)
        }))
  }

  /// Creates a selector that reads a key path whose value is not known to be `Equatable` at compile
  /// time.
  ///
  /// Every commit counts as a change, unless the type of the value is `Equatable` at run time.
  @_alwaysEmitIntoClient
  init(uncompared keyPath: KeyPath<State, Output> & Sendable) {
    let identity = SelectorIdentity(keyPath).customComparison
    self.init(
      slice: keyPath, identity: identity, nodeKey: identity, didChange: { mayDiffer($0, $1) },
      hasCustomComparison: true)
  }

  /// A function that returns true if the node of this selector must ignore a new value.
  ///
  /// With a custom comparison the node ignores no value, and every observer compares the values
  /// itself.
  @_alwaysEmitIntoClient var areEqual: (Output, Output) -> Bool {
    { [hasCustomComparison, didChange] in hasCustomComparison ? false : !didChange($0, $1) }
  }

  /// Returns the value for a state.
  ///
  /// The function is pure and can be called on any thread.
  ///
  /// Complexity: for a selector with inputs, O(number of direct and indirect inputs) reads and
  /// comparisons, and one run of each transformation with an input that has changed since its last
  /// call; with `memoized: false` it runs at each read. For any other selector, one run of its
  /// closure or one read of its key path.
  @_alwaysEmitIntoClient
  public func callAsFunction(_ state: State) -> Output {
    withUnsafePointer(to: state) { read($0, nil) }
  }

  /// The number of runs of the transformation of a selector made with `createSelector`, on all
  /// threads, in stores and in direct calls; zero for other selectors.
  @_alwaysEmitIntoClient
  public var recomputations: Int { count?.value.load(ordering: .relaxed) ?? 0 }

  /// True if the selector was made with `createSelector`, which can also be called without inputs.
  @_alwaysEmitIntoClient var hasInputs: Bool { count != nil }

  /// Sets ``recomputations`` to zero.
  @_alwaysEmitIntoClient
  public func resetRecomputations() { count?.value.store(0, ordering: .relaxed) }

  /// Creates a selector from a function, with a custom comparison of the output.
  ///
  /// - Parameters:
  ///   - select: Computes the value. It runs after every commit while the selector is observed.
  ///   - didChange: Compares the value that was last delivered with a new one. Returns true if the
  ///     new value counts as a change.
  @_alwaysEmitIntoClient
  public init(
    _ select: @escaping @Sendable (State) -> Output,
    didChange: @escaping @Sendable (Output, Output) -> Bool
  ) {
    self.init(
      identity: .unique(), select: select, didChange: didChange, hasCustomComparison: true,
      strategy: SelectorStrategy())
  }

  /// Creates a selector from a function.
  ///
  /// An output that is not equal to the last one counts as a change.
  @_alwaysEmitIntoClient
  public init(_ select: @escaping @Sendable (State) -> Output)
  where Output: Equatable & SendableMetatype {
    self.init(
      identity: .unique(), select: select, didChange: { differs($0, $1) },
      hasCustomComparison: false,
      strategy: SelectorStrategy(
        makeUpdate: { _ in
          RootNode.reading(
            // Typed: the address is always that of a state of this selector's type.
            { select($0.assumingMemoryBound(to: State.self).pointee) },
            areEqual: { !differs($0, $1) })
        }))
  }

  /// Creates a selector that reads a key path.
  ///
  /// Two selectors with equal key paths are the same selector.
  @_alwaysEmitIntoClient
  public init(_ keyPath: KeyPath<State, Output> & Sendable)
  where Output: Equatable & SendableMetatype {
    let identity = SelectorIdentity(keyPath)
    self.init(
      slice: keyPath, identity: identity, nodeKey: identity, didChange: { differs($0, $1) },
      hasCustomComparison: false)
  }

  /// Creates a selector that reads a key path, with a custom comparison of the output.
  @_alwaysEmitIntoClient
  public init(
    _ keyPath: KeyPath<State, Output> & Sendable,
    didChange: @escaping @Sendable (Output, Output) -> Bool
  ) {
    self.init(
      slice: keyPath, identity: .unique(), nodeKey: SelectorIdentity(keyPath).customComparison,
      didChange: didChange, hasCustomComparison: true)
  }

  /// Creates a selector whose output is computed for observers only after one of its dependencies
  /// has changed.
  ///
  /// All dependencies are selected. Their custom comparisons are called from left to right until
  /// the first change. Without dependencies, the output is computed after every commit. Each
  /// observer compares the value that was last delivered to it with the new one. A direct call,
  /// `select` and `read` ignore the dependencies and call the output selector.
  ///
  /// ```swift
  /// StateSelector(
  ///   dependencySelector: StateSelector(\Library.books), StateSelector(\Library.genre),
  ///   outputSelector: StateSelector { library in library.books(of: library.genre) })
  /// ```
  ///
  /// - Parameters:
  ///   - dependencySelector: Any number of selectors. Each is compared with its own `didChange`.
  ///   - outputSelector: Computes the value. Its `didChange` compares the values.
  @_alwaysEmitIntoClient
  public init<each Dependency>(
    dependencySelector: repeat StateSelector<State, each Dependency>,
    outputSelector: StateSelector<State, Output>
  ) {
    var dependencies: [any SelectorInput<State>] = []
    repeat dependencies.append(TypedInput(dependency: each dependencySelector))
    self.init(
      identity: .unique(), read: outputSelector.read, didChange: outputSelector.didChange,
      hasCustomComparison: true, strategy: SelectorStrategy(dependencies: dependencies))
  }
}

// Selectors of a table, each for one kind of change. Except for an observer of `all(of:)`, they do
// not retain the table, so that a change of a row that is not watched copies nothing.
extension StateSelector {
  /// The row with that id, or nil while the table has no such row.
  ///
  /// ```swift
  /// let row = store.subscribe(to: .row(7, of: \.people)) { print($0?.name ?? "gone") }
  /// ```
  ///
  /// `==` and `hash` of the id must not use the store.
  ///
  /// Complexity: per commit, one comparison of the stamp of the table for all watched rows
  /// together, one look-up of each row that changed, and one read and comparison by each of its
  /// observers. The cost for 10,000 watched rows depends only on the number of changed rows and
  /// their observers. All watched rows are compared if ``EntityTable/changes(since:)`` returns nil,
  /// or if a commit makes more than 512 changes and more changes than there are watched rows.
  @_alwaysEmitIntoClient
  public static func row<Entity: Equatable & Sendable>(
    _ id: Entity.ID, of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == Entity?, Entity.ID: Sendable {
    let rowsKey = SelectorIdentity.rows(of: table)
    return StateSelector(
      row: id, of: table, rowsKey: rowsKey, identity: rowsKey.keyed(id), read: { $0 },
      didChange: { differs($0, $1) }, hasCustomComparison: false)
  }

  /// One field of the row with that id, or nil while the table has no such row.
  ///
  /// Complexity: that of ``row(_:of:)``. Other fields of the row are not compared.
  @_alwaysEmitIntoClient
  public static func row<Entity: Sendable, Value: Equatable & SendableMetatype>(
    _ id: Entity.ID, of table: KeyPath<State, EntityTable<Entity>> & Sendable,
    _ field: KeyPath<Entity, Value> & Sendable
  ) -> StateSelector where Output == Value?, Entity.ID: Sendable {
    let rowsKey = SelectorIdentity(field).appended(to: .rows(of: table))
    return StateSelector(
      row: id, of: table, rowsKey: rowsKey, identity: rowsKey.keyed(id),
      read: { $0?[keyPath: field] }, didChange: { differs($0, $1) }, hasCustomComparison: false)
  }

  /// True if the table has a row with that id.
  ///
  /// Complexity: that of ``row(_:of:)``.
  @_alwaysEmitIntoClient
  public static func contains<Entity: Sendable>(
    _ id: Entity.ID, in table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == Bool, Entity.ID: Sendable {
    let rowsKey = SelectorIdentity.rows(of: table).named("contains")
    return StateSelector(
      row: id, of: table, rowsKey: rowsKey, identity: rowsKey.keyed(id),
      read: { $0 != nil }, didChange: { differs($0, $1) }, hasCustomComparison: false)
  }

  /// The table, as an input of selectors that read any of its rows.
  ///
  /// ```swift
  /// let selectAdults = createSelector(
  ///   .all(of: \Club.people), StateSelector(\.age)
  /// ) { people, age in
  ///   people.filter { $0.age >= age }.map(\.id)
  /// }
  /// ```
  ///
  /// The table counts as changed if it has another stamp. As an input, in a store and in a direct
  /// call, this selector stores the stamp and not the table, so that the next change of the table
  /// copies nothing. The output of the selector that has this input should not contain the table
  /// either. An observer of `all(of:)` itself retains the table; the next change then copies the
  /// rows.
  ///
  /// Complexity: per commit, one comparison of the stamp of the table.
  @_alwaysEmitIntoClient
  public static func all<Entity: Sendable>(
    of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == EntityTable<Entity>, Entity.ID: Sendable {
    StateSelector(table: table, identity: SelectorIdentity(table).named("all"))
  }

  /// The ids of a table in their order.
  ///
  /// The value changes only if ids are inserted, removed or moved.
  ///
  /// Complexity: per commit, one comparison of the storage of the array; O(n) if the table has
  /// created a new array since, as ``EntityTable/ids`` says.
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

  /// True if the table has no rows.
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

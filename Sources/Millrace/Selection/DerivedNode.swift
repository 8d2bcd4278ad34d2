// SPDX-License-Identifier: Apache-2.0

/// A node whose value is computed at most once per commit, and only if one of its input nodes
/// changed.
@usableFromInline
final class DerivedNode<Output>: SelectionNode<Output> {
  /// Computes the value of a node and compares it with the old one.
  ///
  /// Returns true if the value changed; with a custom comparison or dependencies, always.
  ///
  /// The closure of a selector with inputs is created in client code, so that it is specialized.
  @usableFromInline
  typealias Update = @Sendable (InputValues, SelectionNode<Output>) -> Bool

  // Sound: the property is immutable, and the nodes are retained until `deinit`.
  @usableFromInline nonisolated(unsafe) let inputs: InputNodes
  /// For each input its custom comparison or nil.
  ///
  /// The array is empty if no input has one.
  @usableFromInline let comparisons: [(any InputComparison)?]
  /// True if a custom comparison compares an input with its value at the last refresh that was not
  /// early (see `SelectionGraph.isEarly`), false if with its value at the last computation.
  @usableFromInline let remembersAlways: Bool
  @usableFromInline let update: Update
  // Exclusive: two flags of the main actor; to read or write a flag calls no code.
  /// True if this node was added to `SelectionGraph.early`, and `rememberInputs` was not called
  /// since.
  @usableFromInline @exclusivity(unchecked) var isInEarly = false
  /// True if the value was computed during an early refresh, from inputs that `rememberInputs` has
  /// not stored yet.
  @usableFromInline @exclusivity(unchecked) var isComputedEarly = false

  init(
    identity: SelectorIdentity,
    inputs: [(node: AnySelectionNode, comparison: (any InputComparison)?)],
    remembersAlways: Bool = false, graph: SelectionGraph, value: (InputNodes) -> Output,
    update: @escaping Update
  ) {
    let (nodes, comparisons) = (InputNodes(inputs.map { $0.node }), inputs.map { $0.comparison })
    self.inputs = nodes
    self.comparisons = comparisons.contains { $0 != nil } ? comparisons : []
    self.remembersAlways = remembersAlways
    self.update = update
    super.init(
      identity: identity, rank: inputs.reduce(0) { max($0, $1.node.rank) } + 1, graph: graph,
      value: value(nodes))
  }

  deinit { inputs.release() }

  @_alwaysEmitIntoClient
  override func forEachInput(_ body: (AnySelectionNode) -> Void) {
    inputs.forEach(body)
  }

  @_alwaysEmitIntoClient
  override func refresh(_ state: UnsafeRawPointer, in graph: SelectionGraph) -> Bool {
    let isChanged = isComputedEarly || isInputChanged(at: graph.commit)
    if remembersAlways && graph.isEarly {
      isComputedEarly = isChanged
      if !isInEarly { graph.early.append(self) }
      isInEarly = true
    } else if isChanged || remembersAlways {
      rememberInputs()
    }
    guard isChanged else { return false }
    graph.counters.selectorsComputed &+= 1
    return update(.nodes(inputs, state), self)
  }

  @_alwaysEmitIntoClient
  override func rememberInputs() {
    (isInEarly, isComputedEarly) = (false, false)
    for comparison in comparisons { comparison?.remember() }
  }

  @_alwaysEmitIntoClient
  func isInputChanged(at commit: UInt64) -> Bool {
    var (isChanged, position) = (false, 0)
    inputs.forEach { input in
      defer { position += 1 }
      if isChanged { return }
      if !comparisons.isEmpty, let comparison = comparisons[position] {
        isChanged = comparison.isChanged
      } else {
        isChanged = hasChanged(input, at: commit)
      }
    }
    return isChanged
  }
}

/// The input nodes of a derived node.
///
/// A single input node, the usual case, needs no buffer.
///
/// The nodes are retained manually (`Unmanaged`), so that traversing them needs no reference
/// counting.
@usableFromInline
enum InputNodes {
  case one(Unmanaged<AnySelectionNode>)
  case list(UnsafeMutableBufferPointer<Unmanaged<AnySelectionNode>>)

  @_alwaysEmitIntoClient
  init(_ nodes: [AnySelectionNode]) {
    // Sound: the derived node that owns them calls `release()` in its `deinit`.
    if nodes.count == 1 {
      self = .one(.passRetained(nodes[0]))
    } else {
      let list = UnsafeMutableBufferPointer<Unmanaged<AnySelectionNode>>
        .allocate(capacity: nodes.count)
      // Sound: as above.
      _ = list.initialize(from: nodes.map { .passRetained($0) })
      self = .list(list)
    }
  }

  /// Releases the nodes.
  ///
  /// The owner calls this method once.
  @_alwaysEmitIntoClient
  func release() {
    switch self {
    case .one(let node): node.release()
    case .list(let list):
      for node in list { node.release() }
      list.deallocate()
    }
  }

  @_alwaysEmitIntoClient var count: Int {
    switch self {
    case .one: 1
    case .list(let nodes): nodes.count
    }
  }

  @_alwaysEmitIntoClient
  subscript(position: Int) -> Unmanaged<AnySelectionNode> {
    switch self {
    case .one(let node): node
    case .list(let nodes): nodes[position]
    }
  }

  @_alwaysEmitIntoClient
  func forEach(_ body: (AnySelectionNode) -> Void) {
    switch self {
    // Sound: the caller retains the owner of these nodes during the call.
    case .one(let node): node._withUnsafeGuaranteedRef(body)
    case .list(let nodes): for node in nodes { node._withUnsafeGuaranteedRef(body) }
    }
  }
}

/// The custom comparison of an input, with the value that was stored last.
///
/// `DerivedNode.remembersAlways` determines when the value is stored.
@MainActor
@usableFromInline
protocol InputComparison: AnyObject {
  /// True if the current value differs from the stored value.
  var isChanged: Bool { get }

  /// Stores the current value.
  func remember()
}

@usableFromInline
final class TypedInputComparison<Input>: InputComparison {
  @usableFromInline let node: SelectionNode<Input>
  @usableFromInline let didChange: (Input, Input) -> Bool
  // Exclusive: a replaced value is released after the write, because its `deinit` can subscribe,
  // which brings the node up to date again and stores the same value.
  @usableFromInline @exclusivity(unchecked) var used: Input

  @_alwaysEmitIntoClient
  init(_ node: SelectionNode<Input>, didChange: @escaping (Input, Input) -> Bool) {
    self.node = node
    used = node.value
    self.didChange = didChange
  }

  @_alwaysEmitIntoClient var isChanged: Bool { didChange(used, node.value) }

  @_alwaysEmitIntoClient
  func remember() {
    let old = exchange(&used, for: node.value)
    _fixLifetime(old)
  }
}

/// The default comparison.
///
/// Values with equal bytes are equal; other values are compared with `!=`.
///
/// The bytes are compared first, because a NaN is not equal to itself by `==`, and would count as a
/// change after every commit. Equal bytes prove that the values are equal, because both values are
/// in memory: one value cannot have reused the released storage of the other.
@_alwaysEmitIntoClient
func differs<Value: Equatable>(_ old: Value, _ new: Value) -> Bool {
  !hasSameBytes(old, new) && old != new
}

/// The comparison of values of a type that is not known to be `Equatable` at compile time.
///
/// If the type is `Equatable` at run time, the values are compared; otherwise they count as
/// different.
///
/// In a module whose default isolation is the main actor, the `Equatable` conformance of a type
/// that is not `nonisolated` is isolated to the main actor. The cast finds such a conformance,
/// because this function is called on the main actor.
@usableFromInline
func mayDiffer<Value>(_ old: Value, _ new: Value) -> Bool {
  func differ<Known: Equatable>(_: Known.Type) -> Bool {
    guard let old = old as? Known, let new = new as? Known else { return true }
    return differs(old, new)
  }
  guard let type = Value.self as? any Equatable.Type else { return true }
  return differ(type)
}

@_alwaysEmitIntoClient
func hasSameBytes<Value>(_ old: Value, _ new: Value) -> Bool {
  withUnsafeBytes(of: old) { old in
    withUnsafeBytes(of: new) { new in
      // Values of size zero have no bytes that could differ.
      guard let old = old.baseAddress, let new = new.baseAddress else { return true }
      return hasSameBytes(old, new, count: MemoryLayout<Value>.size)
    }
  }
}

@_alwaysEmitIntoClient
func hasSameBytes(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, count: Int) -> Bool {
  var offset = 0
  while offset + 8 <= count {
    let (one, two) = (
      old.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
      new.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    )
    if one != two { return false }
    offset += 8
  }
  while offset < count {
    if old.load(fromByteOffset: offset, as: UInt8.self)
      != new.load(fromByteOffset: offset, as: UInt8.self)
    {
      return false
    }
    offset += 1
  }
  return true
}

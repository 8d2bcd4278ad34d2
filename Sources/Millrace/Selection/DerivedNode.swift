// SPDX-License-Identifier: Apache-2.0

/// A node that is computed from others, at most once per commit and only if one of them changed.
@usableFromInline
final class DerivedNode<Output>: SelectionNode<Output> {
  /// Computes the value and compares it with the old one; returns whether it changed.
  ///
  /// It is created with the selector, in client code, so that it is specialized.
  @usableFromInline
  typealias Update = @Sendable (InputValues, inout Output) -> Bool

  // Sound: immutable, and it retains its nodes until `deinit`.
  @usableFromInline nonisolated(unsafe) let inputs: InputNodes
  /// The custom comparison of each input, or nil; empty if no input has one.
  @usableFromInline let rules: [InputRule?]
  @usableFromInline let update: Update

  @_alwaysEmitIntoClient
  init(
    identity: SelectorIdentity, inputs: InputNodes, rules: [InputRule?],
    graph: SelectionGraph, value: Output, update: @escaping Update
  ) {
    self.inputs = inputs
    self.rules = rules
    self.update = update
    var rank = 0
    inputs.forEach { rank = max(rank, $0.rank) }
    super.init(identity: identity, rank: rank + 1, graph: graph, value: value)
  }

  deinit { inputs.release() }

  @_alwaysEmitIntoClient
  override func forEachInput(_ body: (AnySelectionNode) -> Void) {
    inputs.forEach(body)
  }

  @_alwaysEmitIntoClient
  override func refresh(_ state: UnsafeRawPointer, in graph: SelectionGraph) -> Bool {
    guard isInputChanged(at: graph.commit) else { return false }
    for rule in rules { rule?.remember() }
    graph.counters.selectorsComputed += 1
    return update(.nodes(inputs, state), &value)
  }

  @_alwaysEmitIntoClient
  func isInputChanged(at commit: UInt64) -> Bool {
    var (isChanged, position) = (false, 0)
    inputs.forEach { input in
      defer { position += 1 }
      if isChanged { return }
      if !rules.isEmpty, let rule = rules[position] {
        isChanged = rule.isChanged
      } else {
        isChanged = hasChanged(input, at: commit)
      }
    }
    return isChanged
  }
}

/// The input nodes of a derived node; a single one, the usual case, needs no buffer.
///
/// They are retained manually (`Unmanaged`), so that traversing them does no reference counting.
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

  /// Releases the nodes; called once, by their owner.
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

/// The custom comparison of an input, with the value that was last used.
@MainActor
@usableFromInline
class InputRule {
  @_alwaysEmitIntoClient
  init() {}

  /// Compares the current value with the one that was used last.
  @_alwaysEmitIntoClient var isChanged: Bool { true }

  /// Stores the current value as the one that was used last.
  @_alwaysEmitIntoClient
  func remember() {}
}

@usableFromInline
final class TypedInputRule<Input>: InputRule {
  @usableFromInline let node: SelectionNode<Input>
  @usableFromInline let didChange: (Input, Input) -> Bool
  @usableFromInline var used: Input

  @_alwaysEmitIntoClient
  init(_ node: SelectionNode<Input>, didChange: @escaping (Input, Input) -> Bool) {
    self.node = node
    used = node.value
    self.didChange = didChange
    super.init()
  }

  @_alwaysEmitIntoClient
  override var isChanged: Bool { didChange(used, node.value) }

  @_alwaysEmitIntoClient
  override func remember() { put(node.value, into: &used) }
}

/// The default comparison: the same bytes are unchanged; otherwise `!=` decides.
///
/// A NaN differs from itself by `==`, and so would be a change with every commit. Equal bytes prove
/// equal values because both values are held: no storage of one can have been reused by the other.
@_alwaysEmitIntoClient
func differs<Value: Equatable>(_ old: Value, _ new: Value) -> Bool {
  !hasSameBytes(old, new) && old != new
}

/// The comparison of values of which the compiler does not know whether they can be compared: those
/// that turn out to be `Equatable` are compared, all others count as different.
///
/// In a module whose default isolation is the main actor, a type that is not `nonisolated` is
/// equatable on the main actor alone. This function is called there.
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
      // A type without a size has no bytes that could differ.
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

// SPDX-License-Identifier: Apache-2.0

/// A type-erased cached value, with the inputs that it was computed from.
@usableFromInline
class AnyRemembered: @unchecked Sendable {
  // Sound: all stored properties are immutable.
  @usableFromInline final let inputs: RememberedInput?
  /// A copy of the bytes that it was computed from; nil if equal bytes would not prove that it is
  /// still right.
  @usableFromInline final let image: UnsafeRawPointer?

  @_alwaysEmitIntoClient
  init(inputs: RememberedInput?, image: UnsafeRawPointer?) {
    self.inputs = inputs
    self.image = image
  }

  deinit { image?.deallocate() }

  /// Releases what later comparisons do not need.
  ///
  /// Called after the computation, before the object is shared with other threads.
  @_alwaysEmitIntoClient func letGo() {}

  /// The value, of a type that the caller knows.
  @_alwaysEmitIntoClient
  final func value<Value>() -> Value {
    // Sound: the caller is the selector that it was made for, and so knows the types of its inputs.
    unsafeDowncast(self, to: Remembered<Value>.self).value
  }
}

@usableFromInline
class Remembered<Value>: AnyRemembered, @unchecked Sendable {
  // Sound: `value` alone is written, before another thread can see it.
  @usableFromInline final fileprivate(set) var value: Value

  @_alwaysEmitIntoClient
  init(_ value: Value, inputs: RememberedInput? = nil, image: UnsafeRawPointer? = nil) {
    self.value = value
    super.init(inputs: inputs, image: image)
  }
}

/// A table that was read as an input: keeps its stamp, to detect changes, but not its rows.
///
/// A second reference to the rows would make their next change copy them.
@usableFromInline
final class RememberedTable<Entity: Identifiable>: Remembered<EntityTable<Entity>>,
  @unchecked Sendable
{
  // Sound: the only stored property that it adds is immutable.
  @usableFromInline let stamp: EntityStamp

  @_alwaysEmitIntoClient
  init(_ table: EntityTable<Entity>) {
    stamp = table.stamp
    super.init(table)
  }

  override func letGo() { value = EntityTable() }
}

/// A node of an immutable linked list of the inputs that a value was computed from.
///
/// Unlike an array, it can be traversed without retaining anything.
@usableFromInline
final class RememberedInput: Sendable {
  @usableFromInline let value: AnyRemembered
  @usableFromInline let next: RememberedInput?

  @_alwaysEmitIntoClient
  init(_ value: AnyRemembered, next: RememberedInput?) {
    self.value = value
    self.next = next
  }

  /// Releases, in all inputs from this one on, what later comparisons do not need.
  @usableFromInline
  func letGo() {
    value.letGo()
    next?.letGo()
  }
}

/// The results within one direct call, by the memo of their selector, so that a selector with two
/// dependents runs once.
@usableFromInline
final class SelectorVisit {
  @usableFromInline var found: [ObjectIdentifier: AnyRemembered] = [:]

  @_alwaysEmitIntoClient
  init() {}
}

/// Reads one input of a selector from a state.
///
/// `read` is created in client code, so that it is specialized for the concrete types.
/// ``before(_:)`` chains several readers into ``InputReaders``.
@usableFromInline
struct InputReader: Sendable {
  /// Returns the new value, or nil if it equals `old`; never nil if `old` is nil.
  @usableFromInline typealias Read =
    @Sendable (_ old: AnyRemembered?, _ state: UnsafeRawPointer, SelectorVisit?) -> AnyRemembered?

  @usableFromInline let read: Read
  /// Whether an unchanged input is read again when another has changed.
  ///
  /// True for custom comparisons, which may ignore a difference, and for tables, whose rows are not
  /// held.
  @usableFromInline let isReadAgain: Bool
  /// The stored properties that it depends on, if it depends on nothing else.
  @usableFromInline let slices: Set<StateSlice>?

  @_alwaysEmitIntoClient
  init(isReadAgain: Bool, slices: Set<StateSlice>? = nil, read: @escaping Read) {
    self.isReadAgain = isReadAgain
    // A custom comparison may report a change even if the bytes are the same.
    self.slices = isReadAgain ? nil : slices
    self.read = read
  }

  /// Returns readers for this input followed by `others`.
  ///
  /// Once an input has changed, the remaining ones are read without comparison.
  func before(_ others: InputReaders) -> InputReaders {
    let (read, isKept) = (read, !isReadAgain)
    let (change, all) = (others.change, others.all)
    let readAll: @Sendable (UnsafeRawPointer, SelectorVisit?) -> RememberedInput? = {
      state, visit in RememberedInput(read(nil, state, visit)!, next: all(state, visit))
    }
    return InputReaders(
      change: { old, state, visit in
        guard let old else { return readAll(state, visit) }
        if let new = read(old.value, state, visit) {
          return RememberedInput(new, next: all(state, visit))
        }
        guard let rest = change(old.next, state, visit) else { return nil }
        return RememberedInput(isKept ? old.value : read(nil, state, visit)!, next: rest)
      }, all: readAll)
  }
}

/// Reads all inputs of a selector.
///
/// Each closure captures the closure for the remaining inputs, so that a call retains nothing.
@usableFromInline
struct InputReaders: Sendable {
  /// Returns the new list of inputs, or nil if none changed.
  @usableFromInline let change:
    @Sendable (RememberedInput?, _ state: UnsafeRawPointer, SelectorVisit?) -> RememberedInput?
  @usableFromInline let all:
    @Sendable (_ state: UnsafeRawPointer, SelectorVisit?) -> RememberedInput?

  static let none = InputReaders(change: { _, _, _ in nil }, all: { _, _ in nil })

  init(
    change:
      @escaping @Sendable (RememberedInput?, UnsafeRawPointer, SelectorVisit?)
      -> RememberedInput?,
    all: @escaping @Sendable (UnsafeRawPointer, SelectorVisit?) -> RememberedInput?
  ) {
    self.change = change
    self.all = all
  }

  @usableFromInline
  init(_ readers: [InputReader]) {
    self = readers.reversed().reduce(.none) { $1.before($0) }
  }
}

/// The values of the inputs of a selector, cached by a direct call or by nodes.
@usableFromInline
enum InputValues {
  case remembered(RememberedInput?)
  case nodes(InputNodes, UnsafeRawPointer)

  /// The value of one input, of a type that the caller knows.
  @_alwaysEmitIntoClient
  subscript<Value>(position: Int) -> Value {
    switch self {
    case .remembered(var input):
      for _ in 0..<position { input = input!.next }
      return input!.value.value()
    case .nodes(let nodes, let state):
      // Sound: the nodes are those of the caller's inputs, in their order.
      return nodes[position]._withUnsafeGuaranteedRef {
        unsafeDowncast($0, to: SelectionNode<Value>.self).input(state)
      }
    }
  }

  /// The value of the only input; nil if there are several, or if it has another type.
  func only<Value>(_ type: Value.Type) -> Value? {
    switch self {
    case .remembered(let input):
      input?.next == nil ? (input?.value as? Remembered<Value>)?.value : nil
    case .nodes(let nodes, let state):
      // Sound: the node that has these inputs holds them.
      nodes.count == 1
        ? (nodes[0].takeUnretainedValue() as? SelectionNode<Value>)?.input(state) : nil
    }
  }
}

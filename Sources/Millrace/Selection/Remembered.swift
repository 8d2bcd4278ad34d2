// SPDX-License-Identifier: Apache-2.0

/// A type-erased cached value, with the inputs that it was computed from.
@usableFromInline
class AnyRemembered: @unchecked Sendable {
  // Sound: all stored properties are immutable.
  @usableFromInline final let inputs: RememberedInput?
  /// A copy of the bytes that an output was computed from; nil if equal bytes would not prove that
  /// the output is current, and nil for an input that was read from the state.
  @usableFromInline final let image: UnsafeRawPointer?

  @_alwaysEmitIntoClient
  init(inputs: RememberedInput?, image: UnsafeRawPointer?) {
    self.inputs = inputs
    self.image = image
  }

  deinit { image?.deallocate() }

  /// Releases the data that later comparisons do not need.
  ///
  /// The method is called for each input before the memo stores the list of inputs. Other threads
  /// can already have the entry of an inner selector; only an object that they do not have changes.
  @_alwaysEmitIntoClient func releaseUnneeded() {}

  /// The value; the caller determines its type.
  @_alwaysEmitIntoClient
  final func value<Value>() -> Value {
    // Sound: the caller is the selector that this object was created for, and requests the type of
    // its input.
    unsafeDowncast(self, to: Remembered<Value>.self).value
  }
}

@usableFromInline
class Remembered<Value>: AnyRemembered, @unchecked Sendable {
  // Sound: only `value` is written, and only before another thread can access the object.
  @usableFromInline final fileprivate(set) var value: Value

  @_alwaysEmitIntoClient
  init(_ value: Value, inputs: RememberedInput? = nil, image: UnsafeRawPointer? = nil) {
    self.value = value
    super.init(inputs: inputs, image: image)
  }
}

/// A table that was read as an input.
///
/// After the computation, the object keeps only the stamp of the table, to detect changes.
///
/// A second reference to the rows would make the next change of the table copy them.
@usableFromInline
final class RememberedTable<Entity: Identifiable>: Remembered<EntityTable<Entity>>,
  @unchecked Sendable
{
  // Sound: the only stored property of this subclass is immutable.
  @usableFromInline let stamp: EntityStamp

  @_alwaysEmitIntoClient
  init(_ table: EntityTable<Entity>) {
    stamp = table.stamp
    super.init(table)
  }

  override func releaseUnneeded() { value = EntityTable() }
}

/// An element of an immutable linked list of the inputs that a value was computed from.
///
/// Unlike an array, the list can be traversed without reference counting.
@usableFromInline
final class RememberedInput: Sendable {
  @usableFromInline let value: AnyRemembered
  @usableFromInline let next: RememberedInput?

  @_alwaysEmitIntoClient
  init(_ value: AnyRemembered, next: RememberedInput?) {
    self.value = value
    self.next = next
  }

  /// Releases the data that later comparisons do not need, in this input and all following ones.
  @usableFromInline
  func releaseUnneeded() {
    value.releaseUnneeded()
    next?.releaseUnneeded()
  }
}

/// The results of the selectors within one direct call, so that a selector with two dependents runs
/// once.
///
/// The keys are the identities of the memos.
@usableFromInline
final class SelectorVisit {
  @usableFromInline var found: [ObjectIdentifier: AnyRemembered] = [:]

  @_alwaysEmitIntoClient
  init() {}
}

/// Reads one input of a selector from a state.
///
/// `read` is created in client code, so that it is specialized for the concrete types.
@usableFromInline
struct InputReader: Sendable {
  /// Returns the new value, or nil if the comparison of the input finds no change since `old`.
  ///
  /// If `old` is nil, the result is never nil.
  @usableFromInline typealias Read =
    @Sendable (_ old: AnyRemembered?, _ state: UnsafeRawPointer, SelectorVisit?) -> AnyRemembered?
  /// Returns the list of the new values of several inputs, or nil if none has changed since the
  /// list `old`.
  ///
  /// If `old` is nil, all inputs are read without a comparison.
  @usableFromInline typealias ReadAll =
    @Sendable (_ old: RememberedInput?, _ state: UnsafeRawPointer, SelectorVisit?)
    -> RememberedInput?

  @usableFromInline let read: Read
  /// True if this input is read again when it is unchanged but one of the following inputs has
  /// changed.
  ///
  /// True for an input with a custom comparison, which can ignore a difference, and for a table,
  /// because its rows are not stored.
  @usableFromInline let isReadAgain: Bool
  /// The stored properties that the input depends on; nil if it depends on anything else, or if
  /// `isReadAgain` is true.
  @usableFromInline let slices: Set<StateSlice>?

  @_alwaysEmitIntoClient
  init(isReadAgain: Bool, slices: Set<StateSlice>? = nil, read: @escaping Read) {
    self.isReadAgain = isReadAgain
    // A custom comparison can report a change even if the bytes are the same.
    self.slices = isReadAgain ? nil : slices
    self.read = read
  }

  /// Returns a function that reads all inputs of a selector.
  ///
  /// For each input there is a closure that captures the closure for the following inputs, so that
  /// a call needs no reference counting.
  @usableFromInline
  static func readAll(_ readers: [InputReader]) -> ReadAll {
    let none: ReadAll = { _, _, _ in nil }
    return readers.reversed().reduce(none) { $1.before($0) }
  }

  /// Returns a function that reads this input and the following ones.
  ///
  /// After the first input that has changed, the following inputs are read without a comparison.
  private func before(_ others: @escaping ReadAll) -> ReadAll {
    let (read, isReadAgain) = (read, isReadAgain)
    return { old, state, visit in
      if let new = read(old?.value, state, visit) {
        return RememberedInput(new, next: others(nil, state, visit))
      }
      guard let old, let rest = others(old.next, state, visit) else { return nil }
      return RememberedInput(isReadAgain ? read(nil, state, visit)! : old.value, next: rest)
    }
  }
}

/// The values of the inputs of a selector: those that a direct call has read, or those of nodes.
@usableFromInline
enum InputValues {
  case remembered(RememberedInput?)
  case nodes(InputNodes, UnsafeRawPointer)

  /// The value of one input; the caller determines its type.
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

  /// The value of the only input, or nil if there is not exactly one input or its type is not
  /// `Value`.
  func only<Value>(_ type: Value.Type) -> Value? {
    switch self {
    case .remembered(let input):
      input?.next == nil ? (input?.value as? Remembered<Value>)?.value : nil
    case .nodes(let nodes, let state):
      // Sound: the node that has these inputs retains them.
      nodes.count == 1
        ? (nodes[0].takeUnretainedValue() as? SelectionNode<Value>)?.input(state) : nil
    }
  }
}

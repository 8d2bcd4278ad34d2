// SPDX-License-Identifier: Apache-2.0

/// A value that was read or computed, with what it was computed from; its type is forgotten.
@usableFromInline
class AnyRemembered: @unchecked Sendable {
  // Sound: nothing of it is written once it is made.
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

  /// Releases what need not be held; called after the last use in a computation and before another
  /// thread can see this.
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

/// A table that was read: its stamp is kept and tells later whether it changed, the rows are not.
///
/// A second reference to the rows would make their next change copy them.
@usableFromInline
final class RememberedTable<Entity: Identifiable>: Remembered<EntityTable<Entity>>,
  @unchecked Sendable
{
  // Sound: it adds a constant.
  @usableFromInline let stamp: EntityStamp

  @_alwaysEmitIntoClient
  init(_ table: EntityTable<Entity>) {
    stamp = table.stamp
    super.init(table)
  }

  override func letGo() { value = EntityTable() }
}

/// An input that something was computed from, and those after it.
///
/// A list of constants, and not an array: nothing is retained when it is looked through.
@usableFromInline
final class RememberedInput: Sendable {
  @usableFromInline let value: AnyRemembered
  @usableFromInline let next: RememberedInput?

  @_alwaysEmitIntoClient
  init(_ value: AnyRemembered, next: RememberedInput?) {
    self.value = value
    self.next = next
  }

  /// Lets go of what need not be held to be compared.
  @usableFromInline
  func letGo() {
    value.letGo()
    next?.letGo()
  }
}

/// The results of one direct call so far, by memo: a selector that is reached in two ways is
/// computed once.
@usableFromInline
final class SelectorVisit {
  @usableFromInline var found: [ObjectIdentifier: AnyRemembered] = [:]

  @_alwaysEmitIntoClient
  init() {}
}

/// Looks at one input of a selector in a state, and at those after it.
///
/// The closures are made where the types are known, and so are specialized. Each captures the next
/// as a constant, so that calling it retains nothing.
@usableFromInline
struct InputReader: Sendable {
  /// Reads an input; nil if it is what it was.
  @usableFromInline typealias Read =
    @Sendable (_ old: AnyRemembered?, _ state: UnsafeRawPointer, SelectorVisit?) -> AnyRemembered?

  @usableFromInline let read: Read
  /// Whether an unchanged input is read again when another has changed.
  ///
  /// An input with its own comparison may count as unchanged although it is not equal, and the rows
  /// of a table are not held.
  @usableFromInline let isReadAgain: Bool
  /// The stored properties that it depends on, if it depends on nothing else.
  @usableFromInline let slices: Set<StateSlice>?

  @_alwaysEmitIntoClient
  init(isReadAgain: Bool, slices: Set<StateSlice>? = nil, read: @escaping Read) {
    self.isReadAgain = isReadAgain
    // A rule of its own may take for changed what is the same.
    self.slices = isReadAgain ? nil : slices
    self.read = read
  }

  /// Reads this input before others.
  ///
  /// After the first that has changed the others are read and not compared.
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
@usableFromInline
struct InputReaders: Sendable {
  /// Nil if all inputs are what they were.
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

/// The values of the inputs of a selector, from wherever they are remembered.
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

  /// The value of an only input, if it is of that type.
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

/// Values by key, up to a number of them: the least recently used goes first.
///
/// The values are in slots that are linked in the order of use.
struct RecentValues<Key: Hashable, Value> {
  private struct Slot {
    var key: Key
    var value: Value
    var newer: Int
    var older: Int
  }

  private let limit: Int
  private var slots: [Slot] = []
  private var positions: [Key: Int] = [:]
  /// The slots at both ends of the order; -1 without values.
  private var newest = -1
  private var oldest = -1

  init(limit: Int) {
    self.limit = limit
  }

  var isEmpty: Bool { slots.isEmpty }

  /// The value that has not been used for the longest time.
  var leastRecent: Value? { oldest < 0 ? nil : slots[oldest].value }

  /// The value for a key, which is the most recently used one from then on.
  ///
  /// Complexity: O(1).
  mutating func use(_ key: Key) -> Value? {
    if newest >= 0 && slots[newest].key == key { return slots[newest].value }
    guard let position = positions[key] else { return nil }
    unlink(position)
    link(position)
    return slots[position].value
  }

  /// Keeps a value for a key that has none yet.
  ///
  /// Complexity: O(1).
  ///
  /// - Returns: The value that had to go.
  mutating func insert(_ value: Value, for key: Key) -> Value? {
    let old = slots.count == limit ? removeLeastRecent() : nil
    positions[key] = slots.count
    slots.append(Slot(key: key, value: value, newer: -1, older: -1))
    link(slots.count - 1)
    return old
  }

  /// Complexity: O(1).
  ///
  /// - Returns: The value that has gone, if there was one.
  @discardableResult
  mutating func removeLeastRecent() -> Value? {
    guard oldest >= 0 else { return nil }
    let position = oldest
    unlink(position)
    positions[slots[position].key] = nil
    let last = slots.removeLast()
    guard position < slots.count else { return last.value }
    // The last slot moves to the place that is free.
    let old = slots[position].value
    slots[position] = last
    positions[last.key] = position
    if last.newer >= 0 { slots[last.newer].older = position } else { newest = position }
    if last.older >= 0 { slots[last.older].newer = position } else { oldest = position }
    return old
  }

  private mutating func unlink(_ position: Int) {
    let (newer, older) = (slots[position].newer, slots[position].older)
    if newer >= 0 { slots[newer].older = older } else { newest = older }
    if older >= 0 { slots[older].newer = newer } else { oldest = newer }
  }

  private mutating func link(_ position: Int) {
    slots[position].newer = -1
    slots[position].older = newest
    if newest >= 0 { slots[newest].newer = position } else { oldest = position }
    newest = position
  }
}

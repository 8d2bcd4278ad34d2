// SPDX-License-Identifier: Apache-2.0

/// The storage of a state.
///
/// When a row leaves the visible part of a long list, it is stored if one of its states is held,
/// and otherwise released.
@MainActor protocol HeldState: AnyObject {
  /// True if the value differs, or can differ, from the initial value.
  var isHeld: Bool { get }
}

/// A type of objects that are not the state of a view, although a `State` stores them.
///
/// A row of a long list is not kept because of such an object, unless the `State` was changed: a
/// new object is as good.
package protocol ReleasableState {}

extension Optional: ReleasableState where Wrapped: ReleasableState {}

/// The value of a `State`.
///
/// The component that owns the state stores this object.
@MainActor final class StateStorage<Value>: HeldState {
  private var current: Value
  private var hasChanged = false
  private var readers: [ObjectIdentifier: Reader] = [:]

  init(_ value: Value) {
    current = value
  }

  /// Whether the value was changed, or is an object, whose changes are not visible here.
  ///
  /// The object can be in optionals. A `ReleasableState` counts only after a change.
  var isHeld: Bool {
    if hasChanged { return true }
    if Value.self is any ReleasableState.Type { return false }
    var value: Any = current
    while let optional = value as? any OptionalValue {
      guard let wrapped = optional.wrappedValue else { return false }
      value = wrapped
    }
    return type(of: value) is AnyObject.Type
  }

  private struct Reader {
    weak var node: TrackedNode?
    /// The run of the node that has read the value.
    ///
    /// A later run that does not read it makes this entry invalid.
    let run: Int

    @MainActor var isCurrent: Bool { node?.run == run }
  }

  /// The number of readers, including former ones that are not forgotten yet.
  var readerCount: Int { readers.count }

  /// The value.
  ///
  /// Reading registers the node whose body runs. Writing a different value marks all readers.
  var value: Value {
    get {
      if let node = Tracker.current {
        if readers.count == readers.capacity { forgetFormerReaders() }
        readers[ObjectIdentifier(node)] = Reader(node: node, run: node.run)
      }
      return current
    }
    set {
      let isSame = Comparison.areEqual(current, newValue)
      // The old value is released after the access, because its `deinit` can read the state.
      var old = newValue
      swap(&current, &old)
      guard !isSame else { return }
      hasChanged = true
      invalidateReaders()
    }
  }

  /// Removes the readers that have run again without reading the value, or are released.
  ///
  /// Without it a value that is never written would keep them. Called when there is no room for
  /// another reader. As there is room for twice as many afterwards, a read costs O(1) on average.
  /// There is room for at least two, so that it is not called for each run of a single reader.
  private func forgetFormerReaders() {
    guard !readers.isEmpty else { return }
    readers = readers.filter { $0.value.isCurrent }
    readers.reserveCapacity(max(2 * readers.count, 2))
  }

  /// Marks all readers, as if the value had changed.
  func invalidateReaders() {
    guard !readers.isEmpty else { return }
    readers = readers.filter { $0.value.isCurrent }
    for reader in readers.values { reader.node?.invalidate() }
  }
}

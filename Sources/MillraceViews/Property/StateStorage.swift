// SPDX-License-Identifier: Apache-2.0

/// State that must be kept while its row is out of view, unless it is as it was at the start.
@MainActor protocol HeldState: AnyObject {
  var isHeld: Bool { get }
}

/// The value of a `State`, kept by the component that owns it.
@MainActor final class StateStorage<Value>: HeldState {
  private var current: Value
  /// Whether the value was changed, or is an object, which changes by itself.
  private(set) var isHeld = Value.self is AnyObject.Type
  private var readers: [ObjectIdentifier: Reader] = [:]

  init(_ value: Value) {
    current = value
  }

  private struct Reader {
    weak var node: TrackedNode?
    /// The run of the body that read the value; a later run that does not read it ends that.
    let run: Int

    @MainActor var isCurrent: Bool { node?.run == run }
  }

  /// The value.
  ///
  /// Reading notes the node whose body runs; writing a different value marks all readers.
  var value: Value {
    get {
      if let node = Tracker.current {
        readers[ObjectIdentifier(node)] = Reader(node: node, run: node.run)
      }
      return current
    }
    set {
      let isSame = Comparison.areEqual(current, newValue)
      current = newValue
      if !isSame { isHeld = true }
      if !isSame { invalidateReaders() }
    }
  }

  /// Marks all readers, as a different value does.
  func invalidateReaders() {
    guard !readers.isEmpty else { return }
    readers = readers.filter { $0.value.isCurrent }
    for reader in readers.values { reader.node?.invalidate() }
  }
}

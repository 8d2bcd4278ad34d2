// SPDX-License-Identifier: Apache-2.0

/// The value of a `State`, kept by the component that owns it.
@MainActor final class StateStorage<Value> {
  private var current: Value
  private var readers: [ObjectIdentifier: Reader] = [:]

  init(_ value: Value) {
    current = value
  }

  private struct Reader {
    weak var node: TrackedNode?
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
      guard !isSame, !readers.isEmpty else { return }
      readers = readers.filter { $0.value.isCurrent }
      for reader in readers.values { reader.node?.invalidate() }
    }
  }
}

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
      let readers = readers
      self.readers.removeAll()
      for reader in readers.values {
        if let node = reader.node, node.run == reader.run { node.invalidate() }
      }
    }
  }
}

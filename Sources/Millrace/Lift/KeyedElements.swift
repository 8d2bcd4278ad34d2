// SPDX-License-Identifier: Apache-2.0

/// A collection that finds an element by a key and changes it in place.
///
/// Arrays (by position), dictionaries (by key) and entity tables (by id) are such collections. A
/// collection of your own becomes one, and can then be lifted to with `forEach`, by these three
/// members.
public protocol KeyedElements<ElementKey, KeyedElement> {
  /// What finds an element.
  associatedtype ElementKey
  /// What is found.
  associatedtype KeyedElement

  /// The keys of all elements, in their order if they have one.
  var elementKeys: [ElementKey] { get }

  /// The element with a key, or nil.
  func element(for key: ElementKey) -> KeyedElement?

  /// Changes the element with a key in place.
  ///
  /// - Parameters:
  ///   - key: The key; one that is not there is no error.
  ///   - change: Called once if there is such an element, otherwise not at all.
  /// - Returns: Whether there is such an element.
  mutating func changeElement(
    for key: ElementKey, _ change: (inout KeyedElement) -> Void
  ) -> Bool
}

extension Array: KeyedElements {
  /// The positions.
  ///
  /// Complexity: O(n).
  @inlinable public var elementKeys: [Int] { Array<Int>(indices) }

  /// The element at a position, or nil if it is out of bounds.
  ///
  /// Complexity: O(1).
  @inlinable
  public func element(for key: Int) -> Element? { indices.contains(key) ? self[key] : nil }

  /// Changes the element at a position in place, unless it is out of bounds.
  ///
  /// Complexity: O(1).
  @inlinable
  public mutating func changeElement(for key: Int, _ change: (inout Element) -> Void) -> Bool {
    guard indices.contains(key) else { return false }
    change(&self[key])
    return true
  }
}

extension Dictionary: KeyedElements {
  /// The keys, in no order.
  ///
  /// Complexity: O(n).
  @inlinable public var elementKeys: [Key] { Array(keys) }

  /// The value of a key.
  ///
  /// Complexity: O(1) on average.
  @inlinable
  public func element(for key: Key) -> Value? { self[key] }

  /// Changes the value of a key in place.
  ///
  /// Complexity: O(1) on average.
  @inlinable
  public mutating func changeElement(for key: Key, _ change: (inout Value) -> Void) -> Bool {
    guard let index = index(forKey: key) else { return false }
    change(&values[index])
    return true
  }
}

extension EntityTable: KeyedElements {
  /// The ids, in the order of the table.
  ///
  /// Complexity: O(n).
  @inlinable public var elementKeys: [Entity.ID] { Array(ids) }

  /// The entity with an id.
  ///
  /// Complexity: O(1).
  @inlinable
  public func element(for key: Entity.ID) -> Entity? { self[id: key] }

  /// Changes the entity with an id in place; the table notes it.
  ///
  /// Complexity: that of ``updateOne(_:_:)``.
  @inlinable
  public mutating func changeElement(
    for key: Entity.ID, _ change: (inout Entity) -> Void
  ) -> Bool {
    updateOne(key) { change(&$0) }
  }
}

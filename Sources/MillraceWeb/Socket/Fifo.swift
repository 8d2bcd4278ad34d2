// SPDX-License-Identifier: Apache-2.0

/// A first-in, first-out queue that releases each element when it is removed.
struct Fifo<Element> {
  private var items: [Element?] = []
  private var next = 0

  var count: Int { items.count - next }
  var isEmpty: Bool { count == 0 }
  /// The number of elements in the storage, including removed ones, which are at most about half.
  var places: Int { items.count }

  /// The oldest element, or nil.
  var first: Element? { isEmpty ? nil : items[next] }

  /// Replaces the oldest element; the queue must not be empty.
  mutating func replaceFirst(with element: Element) { items[next] = element }

  mutating func push(_ element: Element) { items.append(element) }

  /// Removes and returns the oldest element, in constant time on average.
  mutating func pop() -> Element? {
    guard next < items.count else { return nil }
    defer {
      items[next] = nil
      next += 1
      if next > items.count / 2 {
        items.removeFirst(next)
        next = 0
      }
    }
    return items[next]
  }
}

extension Fifo: Sendable where Element: Sendable {}

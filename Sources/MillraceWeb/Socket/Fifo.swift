// SPDX-License-Identifier: Apache-2.0

/// A queue that keeps nothing of what was taken out.
struct Fifo<Element> {
  private var items: [Element?] = []
  private var next = 0

  var count: Int { items.count - next }
  var isEmpty: Bool { count == 0 }
  /// How many places it has, of which at most about half are empty.
  var places: Int { items.count }

  /// The element that is there for longest.
  var first: Element? { isEmpty ? nil : items[next] }

  /// Puts an element in the place of the first one, which must be there.
  mutating func replaceFirst(with element: Element) { items[next] = element }

  mutating func push(_ element: Element) { items.append(element) }

  /// The element that is there for longest; constant time on average.
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

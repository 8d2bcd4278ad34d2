// SPDX-License-Identifier: Apache-2.0

/// The values that a subscriber has not asked for yet.
struct WaitingLine<Element> {
  /// What becomes of a value for which there is no room.
  enum Rule {
    /// The newest value takes the place of the one that waits. One that equals what would come
    /// before it is left out.
    case newest(areEqual: (Element, Element) -> Bool)
    /// At most this many values wait; one that comes when they do is lost.
    case bounded(Int)
  }

  private let rule: Rule
  /// What waits, from `head` on; the places before it are empty.
  private var elements: [Element?] = []
  private var head = 0
  /// The value that was sent last, by the rule `newest`: it is compared with what comes next.
  private var sent: Element?

  init(_ rule: Rule) {
    self.rule = rule
  }

  var isEmpty: Bool { head == elements.count }
  var count: Int { elements.count - head }

  /// Adds a value.
  ///
  /// - Parameters:
  ///   - element: The value.
  ///   - demand: For how many values the subscriber has asked; nil for all.
  /// - Returns: Whether nothing is lost; the newest value is never lost.
  mutating func add(_ element: Element, demand: Int?) -> Bool {
    switch rule {
    case .bounded(let bound):
      guard count < bound else { return false }
    case .newest(let areEqual):
      if let demand, count >= max(demand, 1) {
        elements.removeLast()
        let last = isEmpty ? sent : elements[elements.count - 1]
        if let last, areEqual(last, element) { return true }
      }
    }
    elements.append(element)
    return true
  }

  /// Takes the first value out.
  mutating func next() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[head].take()
    head += 1
    if head == elements.count || head >= 512 {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Notes a value that is sent without waiting here.
  mutating func note(_ element: Element) {
    if case .newest = rule { sent = element }
  }
}

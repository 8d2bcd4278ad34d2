// SPDX-License-Identifier: Apache-2.0

/// A buffer of the values that cannot be sent yet, because the subscriber has not requested them or
/// is being called.
struct DemandBuffer<Element> {
  /// The limit of the buffer, and the handling of a value beyond it.
  enum Policy {
    /// The buffer holds at most as many values as are requested, or one value if none is requested.
    /// A further value replaces the last one. If `areEqual` returns true for it and the value
    /// before the replaced one, which can be the last sent value, both are dropped. Without
    /// `areEqual`, values are never equal, and the last sent value is not stored.
    case newest(areEqual: ((Element, Element) -> Bool)? = nil)
    /// The buffer holds the requested values, which wait only while the subscriber is called, and
    /// at most this number of other values. A further value is dropped.
    case bounded(Int)
  }

  private let policy: Policy
  /// The values, beginning at `head`; the elements before `head` are nil.
  private var elements: [Element?] = []
  private var head = 0
  /// The last value that was sent, for the comparison of the policy `newest`.
  private var sent: Element?

  init(_ policy: Policy) {
    self.policy = policy
  }

  var isEmpty: Bool { head == elements.count }
  var count: Int { elements.count - head }

  /// Adds a value.
  ///
  /// - Parameters:
  ///   - element: The value.
  ///   - demand: The number of values that the subscriber has requested, or nil for unlimited.
  /// - Returns: False if the policy is `bounded` and the value was dropped.
  mutating func add(_ element: Element, demand: Int?) -> Bool {
    switch policy {
    case .bounded(let bound):
      if let demand, count - demand >= max(bound, 0) { return false }
    case .newest(let areEqual):
      if let demand, count >= max(demand, 1) {
        elements.removeLast()
        let last = isEmpty ? sent : elements[elements.count - 1]
        if let last, let areEqual, areEqual(last, element) { return true }
      }
    }
    elements.append(element)
    return true
  }

  /// Removes and returns the first value, or returns nil if the buffer is empty.
  mutating func next() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[head].take()
    head += 1
    // To remove each nil element at once would move all elements after it each time.
    if head == elements.count || head >= max(512, elements.count / 2) {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Stores the last value that was sent to the subscriber, directly or from the buffer.
  mutating func noteSent(_ element: Element) {
    if case .newest(.some) = policy { sent = element }
  }
}

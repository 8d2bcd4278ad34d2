// SPDX-License-Identifier: Apache-2.0

/// Admits each event of a session exactly once and in order.
///
/// A page numbers its events. After it has lost its socket, it sends all events again that were not
/// acknowledged. The ledger admits the next number, ignores numbers that were handled, and refuses
/// a gap.
struct EventLedger: Equatable, Sendable {
  /// The last event that was handled, 0 before the first.
  private(set) var last = 0

  enum Admission: Equatable, Sendable {
    case handle
    case alreadyHandled
    case gap(expected: Int)
  }

  /// Decides if the event with a number is handled, and counts it if it is the next one.
  mutating func admit(_ seq: Int) -> Admission {
    if seq <= last { return .alreadyHandled }
    guard seq == last + 1 else { return .gap(expected: last + 1) }
    last = seq
    return .handle
  }
}

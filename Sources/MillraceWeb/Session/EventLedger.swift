// SPDX-License-Identifier: Apache-2.0

/// Admits each event of a session exactly once and in order.
///
/// A page counts its events and sends those again that were not acknowledged when its socket
/// dropped. The ledger lets the next number through, passes over what was handled and refuses a
/// gap.
struct EventLedger: Equatable, Sendable {
  /// The last event that was handled, 0 before the first.
  private(set) var last = 0

  enum Admission: Equatable, Sendable {
    case handle
    case alreadyHandled
    case gap(expected: Int)
  }

  /// Decides about the event with this number, and counts it if it is the next.
  mutating func admit(_ seq: Int) -> Admission {
    if seq <= last { return .alreadyHandled }
    guard seq == last + 1 else { return .gap(expected: last + 1) }
    last = seq
    return .handle
  }
}

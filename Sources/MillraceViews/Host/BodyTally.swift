// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts the bodies that run because of a known cause, for example an action of a store.
///
/// A tool gives each cause a number. Between `begin` and `end`, each change belongs to that number.
/// When a body has run again because of such a change, the tally calls its closure with the number.
/// This applies to the bodies of all pages:
///
/// ```swift
/// let tally = BodyTally { number in counts[number, default: 0] += 1 }
/// tally.begin(17)
/// model.title = "New"     // read by two bodies
/// tally.end()             // after the next flush: counts[17] == 2
/// ```
///
/// A body that runs once for several causes counts for only one of them. The bodies inside it whose
/// inputs it changes count for the same cause. Changes that another thread makes between `begin`
/// and `end` count too.
@MainActor public final class BodyTally {
  /// The present cause: the id of the tally in the upper 16 bits, and its number in the lower 48
  /// bits.
  ///
  /// Zero if there is no cause.
  private nonisolated static let cause = Atomic<UInt64>(0)
  private static var tallies: [UInt64: Listener] = [:]
  private static var lastID: UInt64 = 0

  private struct Listener {
    weak var tally: BodyTally?
  }

  private let id: UInt64
  private let onBody: @MainActor (UInt64) -> Void
  private var outer: UInt64?

  /// Creates a tally.
  ///
  /// It stops counting when it is released. If 65,535 others exist now, it never counts.
  ///
  /// - Parameter onBody: Called after a body has run, with the number of the cause.
  public init(_ onBody: @escaping @MainActor (UInt64) -> Void) {
    self.onBody = onBody
    guard Self.tallies.count < 0xFFFF else {
      id = 0
      return
    }
    var next = Self.lastID
    repeat { next = (next + 1) & 0xFFFF } while next == 0 || Self.tallies[next] != nil
    Self.lastID = next
    id = next
    Self.tallies[id] = Listener(tally: self)
  }

  isolated deinit {
    end()
    Self.tallies[id] = nil
  }

  /// Changes from now on belong to a number.
  ///
  /// Only its lower 48 bits are used. Another `begin` before `end` only replaces the number. If
  /// several tallies are used, the inner one must end before the outer one.
  ///
  /// - Complexity: O(1), one exchange.
  public func begin(_ number: UInt64) {
    let before = Self.enter(id == 0 ? 0 : id << 48 | number & 0xFFFF_FFFF_FFFF)
    if outer == nil { outer = before }
  }

  /// Changes from now on belong to the cause that was present before the first `begin`.
  ///
  /// - Complexity: O(1), one store.
  public func end() {
    guard let outer else { return }
    Self.leave(to: outer)
    self.outer = nil
  }

  /// The present cause.
  ///
  /// Any thread can read it.
  nonisolated static var current: UInt64 { cause.load(ordering: .relaxed) }

  /// Sets the present cause.
  ///
  /// Returns the previous cause, which `leave` needs.
  static func enter(_ cause: UInt64) -> UInt64 { Self.cause.exchange(cause, ordering: .relaxed) }

  static func leave(to outer: UInt64) { cause.store(outer, ordering: .relaxed) }

  /// Notifies the tally of the present cause that a body has run.
  static func count() {
    let cause = current
    if cause != 0 { tallies[cause >> 48]?.tally?.onBody(cause & 0xFFFF_FFFF_FFFF) }
  }
}

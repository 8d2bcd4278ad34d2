// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts the bodies that run because of something that a tool knows, as the action of a store.
///
/// While a tool has something change, it says what that is for. Bodies that have to run again for
/// that are told with it when they have run, whichever page they are on:
///
/// ```swift
/// let tally = BodyTally { number in counts[number, default: 0] += 1 }
/// tally.begin(17)
/// model.title = "New"     // read by two bodies
/// tally.end()             // after the next flush: counts[17] == 2
/// ```
///
/// A body that has to run for several reasons counts for the first of them, with the bodies inside
/// of it whose inputs it changes. What another thread changes meanwhile counts too.
@MainActor public final class BodyTally {
  /// The tally, and its number, that changes are made for: 16 bits and 48; zero for none.
  private nonisolated static let cause = Atomic<UInt64>(0)
  private static var tallies: [UInt64: Listener] = [:]
  private static var lastID: UInt64 = 0

  private struct Listener {
    weak var tally: BodyTally?
  }

  private let id: UInt64
  private let onBody: @MainActor (UInt64) -> Void
  private var outer: UInt64?

  /// Creates a tally, which counts as long as it is kept.
  ///
  /// - Parameter onBody: Called after a body has run, with the number that it ran for.
  public init(_ onBody: @escaping @MainActor (UInt64) -> Void) {
    var next = Self.lastID
    repeat { next = (next + 1) & 0xFFFF } while next == 0 || Self.tallies[next] != nil
    Self.lastID = next
    id = next
    self.onBody = onBody
    Self.tallies[id] = Listener(tally: self)
  }

  isolated deinit {
    end()
    Self.tallies[id] = nil
  }

  /// What changes from now on is for a number; of it 48 bits are kept.
  ///
  /// Complexity: O(1), one exchange.
  public func begin(_ number: UInt64) {
    let before = Self.enter(id << 48 | number & 0xFFFF_FFFF_FFFF)
    if outer == nil { outer = before }
  }

  /// What changes from now on is for what it was before.
  ///
  /// Complexity: O(1), one store.
  public func end() {
    guard let outer else { return }
    Self.leave(to: outer)
    self.outer = nil
  }

  /// What changes are made for at this moment; any thread may ask.
  nonisolated static var current: UInt64 { cause.load(ordering: .relaxed) }

  /// Runs for a cause begin; the answer is what `leave` needs.
  static func enter(_ cause: UInt64) -> UInt64 { Self.cause.exchange(cause, ordering: .relaxed) }

  static func leave(to outer: UInt64) { cause.store(outer, ordering: .relaxed) }

  /// A body has run.
  static func count() {
    let cause = current
    if cause != 0 { tallies[cause >> 48]?.tally?.onBody(cause & 0xFFFF_FFFF_FFFF) }
  }
}

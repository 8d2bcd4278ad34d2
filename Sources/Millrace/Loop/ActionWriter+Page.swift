// SPDX-License-Identifier: Apache-2.0

extension ActionWriter {
  /// A buffer of a fixed capacity, to which actions are appended.
  ///
  /// An entry does not change until ``removeAll()``. Therefore any thread can read complete entries
  /// while others are appended. It must get the number of complete entries from the writing thread.
  public final class Page: @unchecked Sendable {
    // Sound: only the writer uses `written` and the slots from `written` on. The slots before it
    // are not written again, except by `removeAll`, which only the sole owner of the page may call.

    /// An action that reached the reducer, with its time and a flag that is set if it was rejected.
    public struct Entry: Sendable {
      /// The action.
      public let action: Action
      /// The source of the action, with its number, cause and effect.
      public let source: ActionSource
      /// The time, shifted left by one bit; the lowest bit is set if the action was rejected.
      @usableFromInline let stamp: UInt64

      /// Creates an entry.
      ///
      /// - Parameters:
      ///   - action: The action.
      ///   - source: The source of the action.
      ///   - time: The time of the action, in microseconds since 1970.
      ///   - isRefused: True if the reducer rejected the action.
      @inlinable
      public init(_ action: Action, source: ActionSource, time: UInt64, isRefused: Bool = false) {
        self.action = action
        self.source = ActionSource(partsOf: source)
        stamp = time << 1 | (isRefused ? 1 : 0)
      }

      /// The time of the action, in microseconds since 1970.
      @inlinable public var time: UInt64 { stamp >> 1 }
      /// True if the reducer rejected the action.
      @inlinable public var isRefused: Bool { stamp & 1 == 1 }
      /// The action's number in its store; zero if it has no number.
      @inlinable public var number: UInt64 { source.number ?? 0 }
    }

    /// The maximum number of entries of a page.
    @inlinable public static var capacity: Int { 128 }

    @usableFromInline let slots: UnsafeMutablePointer<Entry>
    // Exclusive: only the writer uses this word, and to read or write it calls no code.
    @usableFromInline @exclusivity(unchecked) var written = 0

    /// Creates an empty page.
    @inlinable
    public init() {
      slots = .allocate(capacity: Self.capacity)
    }

    @inlinable
    deinit {
      slots.deinitialize(count: written)
      slots.deallocate()
    }

    /// The number of entries; only the writer may read it.
    @inlinable public var count: Int { written }
    /// True if no further entry fits.
    @inlinable public var isFull: Bool { written == Self.capacity }

    /// The entry at a position, which must be less than ``count``.
    @inlinable
    public subscript(position: Int) -> Entry {
      _read { yield slots[position] }
    }

    /// Appends an entry; stops the program if the page is full.
    ///
    /// Complexity: O(1).
    @inlinable
    public func append(_ action: consuming Entry) {
      precondition(!isFull, "Millrace: an action was appended to a full page of an ActionWriter.")
      (slots + written).initialize(to: action)
      written &+= 1
    }

    /// Removes all entries and keeps the buffer; the page must have only one owner.
    ///
    /// Complexity: O(n).
    @inlinable
    public func removeAll() {
      // A loop, which the compiler removes for trivial types; `deinitialize(count: written)` would
      // call the runtime.
      for slot in 0..<written { (slots + slot).deinitialize(count: 1) }
      written = 0
    }
  }
}

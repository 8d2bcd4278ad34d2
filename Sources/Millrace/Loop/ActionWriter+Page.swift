// SPDX-License-Identifier: Apache-2.0

extension ActionWriter {
  /// A buffer of a fixed capacity, to which actions are appended.
  ///
  /// What is written stays until ``removeAll()``: it may be read on any thread while more is
  /// written behind it, as long as the reader knows how many there are.
  public final class Page: @unchecked Sendable {
    // Sound: `written` and the slots from there on are the writer's, those before it are not
    // written to again, and a page is emptied by its only owner.

    /// An action that reached the reducer, with its time and whether it was refused.
    public struct Entry: Sendable {
      /// The action.
      public let action: Action
      /// Where it came from: place, number, cause and effect.
      public let source: ActionSource
      /// The time, and in the lowest bit whether it was refused.
      @usableFromInline let stamp: UInt64

      /// Creates one.
      ///
      /// - Parameters:
      ///   - action: The action.
      ///   - source: Where it came from.
      ///   - time: When: microseconds since 1970.
      ///   - isRefused: Whether the reducer refused it.
      @inlinable
      public init(_ action: Action, source: ActionSource, time: UInt64, isRefused: Bool = false) {
        self.action = action
        self.source = ActionSource(partsOf: source)
        stamp = time << 1 | (isRefused ? 1 : 0)
      }

      /// When: microseconds since 1970.
      @inlinable public var time: UInt64 { stamp >> 1 }
      /// Whether the reducer refused it.
      @inlinable public var isRefused: Bool { stamp & 1 == 1 }
      /// Its number in its store; zero if it has none.
      @inlinable public var number: UInt64 { source.number ?? 0 }
    }

    /// How many actions a page holds.
    @inlinable public static var capacity: Int { 128 }

    @usableFromInline let slots: UnsafeMutablePointer<Entry>
    // Exclusive: one word of the writer's; to read or write it calls nothing.
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

    /// How many actions are written; only the writer may ask.
    @inlinable public var count: Int { written }
    /// Whether there is no room left.
    @inlinable public var isFull: Bool { written == Self.capacity }

    /// An action by its position, which must be one that is written.
    @inlinable
    public subscript(position: Int) -> Entry {
      _read { yield slots[position] }
    }

    /// Writes an action behind the others; a full page stops the program.
    ///
    /// Complexity: O(1).
    @inlinable
    public func append(_ action: consuming Entry) {
      precondition(!isFull, "Millrace: an action was written to a page that is full.")
      (slots + written).initialize(to: action)
      written &+= 1
    }

    /// Forgets all actions and keeps the room; the page must have one owner.
    ///
    /// Complexity: O(n).
    @inlinable
    public func removeAll() {
      // In a loop, which is nothing for plain values; `deinitialize(count: written)` would be a
      // call of the runtime.
      for slot in 0..<written { (slots + slot).deinitialize(count: 1) }
      written = 0
    }
  }
}

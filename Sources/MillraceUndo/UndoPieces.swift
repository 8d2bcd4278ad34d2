// SPDX-License-Identifier: Apache-2.0

/// A queue of values, the oldest first, which are stored in pieces of 64.
///
/// If a copy of the queue exists, a modification copies one piece and the list of pieces. The
/// number of a value does not change when older values are removed. If the queue has no spare
/// piece, a piece whose values were all removed is reused; at a constant number of values nothing
/// is allocated. A removed value is released with its piece, or when another value is stored in its
/// slot. The queue has at most two pieces more than its values need.
@usableFromInline
struct UndoPieces<Element> {
  @usableFromInline typealias Piece = ContiguousArray<Element>

  @_alwaysEmitIntoClient static var size: Int { 1 &<< 6 }

  @_alwaysEmitIntoClient
  func piece(of number: Int) -> Int { (number &- base) &>> 6 }

  @_alwaysEmitIntoClient
  func place(of number: Int) -> Int { (number &- base) & (Self.size &- 1) }

  @usableFromInline var pieces: ContiguousArray<Piece> = []
  /// The number of the first slot of the first piece; the value in that slot can have been removed.
  @usableFromInline var base = 0
  /// The number of the oldest value.
  @usableFromInline var start = 0
  /// The number of the next value.
  @usableFromInline var end = 0

  @_alwaysEmitIntoClient
  init() {}

  @_alwaysEmitIntoClient var count: Int { end - start }

  @_alwaysEmitIntoClient
  subscript(number: Int) -> Element {
    @inline(__always) _read { yield pieces[piece(of: number)][place(of: number)] }
    @inline(__always) _modify { yield &pieces[piece(of: number)][place(of: number)] }
  }

  /// The newest value, or nil if the queue is empty.
  @_alwaysEmitIntoClient var last: Element? { count == 0 ? nil : self[end - 1] }

  @_alwaysEmitIntoClient
  func isLastOfPiece(_ number: Int) -> Bool { place(of: number) == Self.size - 1 }

  /// Complexity: amortized O(1), or O(number of pieces) if a copy of the queue exists.
  @_alwaysEmitIntoClient
  mutating func append(_ element: consuming Element) {
    let (piece, place) = (piece(of: end), place(of: end))
    if piece == pieces.count { pieces.append(Piece()) }
    if place < pieces[piece].count {
      pieces[piece][place] = consume element
    } else {
      pieces[piece].append(consume element)
    }
    end += 1
  }

  /// Complexity: O(1), or O(number of pieces) if a piece is removed and a copy of the queue exists.
  @_alwaysEmitIntoClient
  mutating func popLast() -> Element? {
    if count == 0 { return nil }
    end -= 1
    let element = self[end]
    if piece(of: end) + 2 < pieces.count { pieces.removeLast() }
    return element
  }

  /// Complexity: O(number of pieces) once per piece, otherwise O(1).
  @_alwaysEmitIntoClient
  mutating func removeFirst() { removeAll(before: start + 1) }

  /// Removes the values before a number.
  @_alwaysEmitIntoClient
  mutating func removeAll(before number: Int) {
    start = number
    while start - base >= Self.size { rotate() }
  }

  /// Removes the first piece, and appends it for new values if the queue has no spare piece.
  @_alwaysEmitIntoClient @inline(never)
  mutating func rotate() {
    let first = pieces.removeFirst()
    base += Self.size
    if piece(of: end) + 1 >= pieces.count { pieces.append(first) }
  }
}

extension UndoPieces: RandomAccessCollection {
  @_alwaysEmitIntoClient var startIndex: Int { start }
  @_alwaysEmitIntoClient var endIndex: Int { end }
}

extension UndoPieces {
  /// True if both queues share the same storage.
  ///
  /// Complexity: O(number of pieces).
  func isCopy(of other: UndoPieces) -> Bool {
    (start, end, base) == (other.start, other.end, other.base)
      && pieces.elementsEqual(other.pieces) { one, other in
        one.withUnsafeBufferPointer { one in
          other.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress }
        }
      }
  }
}

extension UndoPieces: Sendable where Element: Sendable {}

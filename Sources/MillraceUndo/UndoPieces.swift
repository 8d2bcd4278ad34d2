// SPDX-License-Identifier: Apache-2.0

/// Values, oldest first, in pieces: a copy that is held makes no change copy more than one piece.
///
/// Each value keeps its number. Once there are as many as there ever are, nothing is allocated: the
/// piece of which all values have gone takes the next ones. What has gone is let go of when another
/// value takes its place, so that there are at most two pieces more than values.
@usableFromInline
struct UndoPieces<Element> {
  @usableFromInline typealias Piece = ContiguousArray<Element>

  @_alwaysEmitIntoClient static var size: Int { 1 &<< 6 }

  @_alwaysEmitIntoClient
  func piece(of number: Int) -> Int { (number &- base) &>> 6 }

  @_alwaysEmitIntoClient
  func place(of number: Int) -> Int { (number &- base) & (Self.size &- 1) }

  @usableFromInline var pieces: ContiguousArray<Piece> = []
  /// The number of the first value of the first piece, which may have gone.
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

  /// The newest one.
  @_alwaysEmitIntoClient var last: Element? { count == 0 ? nil : self[end - 1] }

  @_alwaysEmitIntoClient
  func isLastOfPiece(_ number: Int) -> Bool { place(of: number) == Self.size - 1 }

  /// Complexity: O(1).
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

  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  mutating func popLast() -> Element? {
    if count == 0 { return nil }
    end -= 1
    let element = self[end]
    if piece(of: end) + 2 < pieces.count { pieces.removeLast() }
    return element
  }

  /// Complexity: O(1) but for the number of pieces, once in a piece.
  @_alwaysEmitIntoClient
  mutating func removeFirst() { removeAll(before: start + 1) }

  /// Lets those go that are older than a number.
  @_alwaysEmitIntoClient
  mutating func removeAll(before number: Int) {
    start = number
    while start - base >= Self.size { rotate() }
  }

  /// Has the first piece take the values after the last one.
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
  /// Whether both are the same memory.
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

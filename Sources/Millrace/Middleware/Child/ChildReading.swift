// SPDX-License-Identifier: Apache-2.0

/// What the reader of a child goes back to, for one action of the child.
///
/// While the child is there it is read from the state. A reader is meant for the call of `handle`
/// and the effect that it returns. Code that keeps it for longer may read when the child has gone:
/// it gets the child as the effect saw it, and the read is reported. Only a reader that is kept
/// keeps that value: otherwise nothing of the child is held when the next action comes.
@MainActor
@usableFromInline
final class ChildReading<Child> {
  private let read: @MainActor () -> Child?
  private let missing: MissingPart
  private var last: Child?

  @usableFromInline
  init(missing: MissingPart, read: @escaping @MainActor () -> Child?) {
    self.missing = missing
    self.read = read
  }

  /// Keeps the child for reads that come after its end, unless it is kept already.
  ///
  /// Before the reducer only if nothing but a reader that was kept can hold this then: a second
  /// reference makes the reducer copy what it changes.
  @usableFromInline
  func keep(_ child: Child) {
    if last == nil { last = child }
  }

  /// Whether the child is there; if it is, it is kept.
  @usableFromInline
  func keepIfPresent() -> Bool {
    guard let child = read() else { return false }
    keep(child)
    return true
  }

  /// A reader of the child.
  @usableFromInline
  func reader() -> StateReader<Child> {
    StateReader {
      self.state()
    } isPresent: {
      self.read() != nil
    }
  }

  private func state() -> Child {
    if let child = read() { return child }
    guard let last else {
      // The reader left `handle` by another way than its effect, which was dropped: its own action
      // was rejected or ended the child. No value of the child is left anywhere.
      fatalError(missing.goneMessage(of: Child.self, "there is none left"))
    }
    missing.reportGone(Child.self)
    return last
  }
}

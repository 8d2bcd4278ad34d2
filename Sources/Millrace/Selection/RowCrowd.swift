// SPDX-License-Identifier: Apache-2.0

/// Several who watch one row, or a node that depends on it.
@usableFromInline
final class RowCrowd<State>: Watcher {
  /// An id that no other watcher has.
  @inlinable static var mark: UInt64 { .max }

  @usableFromInline @exclusivity(unchecked) var watchers: [Watcher]
  @usableFromInline @exclusivity(unchecked) unowned var node: AnySelectionNode<State>?

  @inlinable
  init(_ first: Watcher?) {
    watchers = first.map { [$0] } ?? []
    super.init()
    id = Self.mark
  }

  @inlinable var isEmpty: Bool { watchers.isEmpty && node == nil }
}

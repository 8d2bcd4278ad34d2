// SPDX-License-Identifier: Apache-2.0

/// The watched rows of a table, with the observers of each.
///
/// Eight bytes a slot: the key is kept by the observer, and several observers of one row are a
/// chain, which one can leave anywhere without a look at the others.
@MainActor
@usableFromInline
struct WatchedRows<ID: Hashable> {
  @usableFromInline var chains: Set<Chain> = []
  /// Stands for a row when it is looked up.
  @usableFromInline var probe: RowWatcher<ID>?

  /// The observers of one row; the latest is the first.
  @MainActor
  @usableFromInline
  struct Chain: @MainActor Hashable {
    @usableFromInline let first: RowWatcher<ID>

    @inlinable
    init(_ first: RowWatcher<ID>) {
      self.first = first
    }

    @inlinable
    static func == (lhs: Chain, rhs: Chain) -> Bool { lhs.first.row == rhs.first.row }

    @inlinable
    func hash(into hasher: inout Hasher) { hasher.combine(first.row) }
  }

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { chains.isEmpty }

  /// Visits the observers of one row, in any order.
  ///
  /// Complexity: O(1) to find them.
  @inlinable
  mutating func forEach(of id: ID, _ body: (StoreObserver) -> Void) {
    guard !chains.isEmpty else { return }
    if let probe { probe.row = id } else { probe = RowWatcher(row: id) }
    guard let index = chains.firstIndex(of: Chain(probe!)) else { return }
    visit(chains[index], body)
  }

  @inlinable
  func forEach(_ body: (StoreObserver) -> Void) {
    for chain in chains { visit(chain, body) }
  }

  @inlinable
  func visit(_ chain: Chain, _ body: (StoreObserver) -> Void) {
    var next: RowWatcher<ID>? = chain.first
    while let observer = next {
      body(observer)
      next = observer.next
    }
  }

  /// Complexity: O(1).
  @usableFromInline
  mutating func add(_ observer: RowWatcher<ID>) {
    observer.next = chains.update(with: Chain(observer))?.first
    observer.next?.previous = observer
  }

  /// Takes out an observer, if it is there.
  ///
  /// Complexity: O(1), in any order.
  @usableFromInline
  mutating func remove(_ observer: RowWatcher<ID>) {
    let (previous, next) = (observer.previous, observer.next)
    if let previous {
      previous.next = next
    } else {
      guard let index = chains.firstIndex(of: Chain(observer)), chains[index].first === observer
      else { return }
      if let next { chains.update(with: Chain(next)) } else { chains.remove(at: index) }
    }
    next?.previous = previous
    (observer.previous, observer.next) = (nil, nil)
  }
}

/// What the observers of a row have in common, whatever they watch of it.
@usableFromInline
class RowWatcher<ID: Hashable>: StoreObserver {
  // Exclusive: all of it is the main actor's, and no access calls out.
  @usableFromInline @exclusivity(unchecked) final var row: ID
  /// Its place among several observers of one row; most rows have one, which needs none.
  @usableFromInline @exclusivity(unchecked) final var links: RowLinks<ID>?

  @inlinable
  init(row: ID) {
    self.row = row
  }

  /// Another observer of the same row, which came earlier.
  @inlinable final var next: RowWatcher? {
    get { links?.next }
    set { link(newValue, previous) }
  }

  /// The one whose `next` this is.
  @inlinable final var previous: RowWatcher? {
    get { links?.previous }
    set { link(next, newValue) }
  }

  @usableFromInline
  final func link(_ next: RowWatcher?, _ previous: RowWatcher?) {
    if next == nil && previous == nil {
      links = nil
    } else {
      if links == nil { links = RowLinks() }
      links?.next = next
      links?.previous = previous
    }
  }
}

/// What comes before and after an observer of a row.
@MainActor
@usableFromInline
final class RowLinks<ID: Hashable> {
  @usableFromInline var next: RowWatcher<ID>?
  /// Sound: it is in the chain and so alive; one that leaves is taken out of its neighbours' links.
  @usableFromInline unowned var previous: RowWatcher<ID>?
}

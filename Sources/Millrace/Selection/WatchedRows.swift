// SPDX-License-Identifier: Apache-2.0

/// Who watches which row of a table.
///
/// Eight bytes a slot: the key is kept by the observer, and several observers of one row are a
/// chain.
@usableFromInline
struct WatchedRows<ID: Hashable> {
  @usableFromInline var chains: Set<Chain> = []
  /// Stands for a row when it is looked up.
  @usableFromInline var probe: RowWatcher<ID>?

  /// The observers of one row, the latest first.
  @usableFromInline
  struct Chain: Hashable {
    @usableFromInline let latest: RowWatcher<ID>

    @inlinable
    init(_ latest: RowWatcher<ID>) {
      self.latest = latest
    }

    @inlinable
    static func == (lhs: Chain, rhs: Chain) -> Bool { lhs.latest.row == rhs.latest.row }

    @inlinable
    func hash(into hasher: inout Hasher) { hasher.combine(latest.row) }
  }

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { chains.isEmpty }

  /// Visits the observers of one row, the latest first.
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
    var next: RowWatcher<ID>? = chain.latest
    while let observer = next {
      body(observer)
      next = observer.next
    }
  }

  /// Complexity: O(1).
  @usableFromInline
  mutating func add(_ observer: RowWatcher<ID>) {
    observer.next = chains.update(with: Chain(observer))?.latest
  }

  /// Complexity: O(number of observers of that row).
  @usableFromInline
  mutating func remove(_ observer: RowWatcher<ID>) {
    guard let first = chains.remove(Chain(observer))?.latest else { return }
    if first === observer {
      if let next = observer.next { chains.insert(Chain(next)) }
    } else {
      var before = first
      while let next = before.next, next !== observer { before = next }
      if before.next === observer { before.next = observer.next }
      chains.insert(Chain(first))
    }
    observer.next = nil
  }
}

/// What the observers of a row have in common, whatever they watch of it.
@usableFromInline
class RowWatcher<ID: Hashable>: StoreObserver {
  @usableFromInline @exclusivity(unchecked) final var row: ID
  /// Another observer of the same row, who came earlier.
  @usableFromInline @exclusivity(unchecked) final var next: RowWatcher<ID>?

  @inlinable
  init(row: ID) {
    self.row = row
  }
}

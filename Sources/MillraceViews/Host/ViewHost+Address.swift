// SPDX-License-Identifier: Apache-2.0

/// The address of a host's page.
@MainActor struct AddressBar {
  /// The views that have the modifier, in the order of their coming; the first one counts.
  var nodes: [AddressNode] = []
  /// What the page shows, as far as the host knows.
  var shown: PageAddress
  /// An address that no view was there for yet.
  var waiting: PageAddress?
  /// Whether the page shows an address that the view has not confirmed.
  var isOpening = true

  init(_ address: PageAddress?) {
    shown = address ?? PageAddress()
    waiting = address
  }

  /// What the page is to be told, if it shows another address than the view has.
  ///
  /// One that is too long to be read again is not told, and none as long as the view does not know
  /// the one that the page shows.
  mutating func news() -> Patch? {
    defer { isOpening = false }
    guard let node = nodes.first, node.isKnown, node.address != shown else { return nil }
    let address = node.address
    guard address.text.utf8.count <= PageAddress.longest else { return nil }
    let replaces = isOpening || address.path == shown.path
    shown = address
    return .setAddress(address, replaces: replaces)
  }
}

extension ViewHost {
  /// The address of the page, as of the last call of ``html()`` or ``flush()``; nil where no view
  /// has the modifier ``View/pageAddress(_:isKnown:below:)``.
  public var address: PageAddress? { addressBar.nodes.first?.address }

  /// Whether the page knows what is at its address.
  ///
  /// Without the modifier a page knows its own path alone.
  public var isAddressKnown: Bool {
    addressBar.nodes.first?.isKnown ?? addressBar.shown.path.isEmpty
  }

  /// Opens an address that the page shows already: a person went back or forward, or came by a
  /// link.
  ///
  /// The binding of the modifier is set. Where it then has another address, the next flush says so,
  /// and replaces what the page shows. Without the modifier the address waits for a view that has
  /// it.
  public func open(_ address: PageAddress) {
    guard root != nil else { return }
    addressBar.shown = address
    addressBar.isOpening = true
    addressBar.waiting = address
    guard !isFlushing else { return queue.add(action: { [weak self] in self?.openWaiting() }) }
    openWaiting()
    announce()
  }

  /// Notes which address the page shows, as it says when it comes back after a lost connection.
  ///
  /// Nothing is opened. Where the view has another address, the next flush tells it again.
  public func pageShows(_ address: PageAddress) {
    addressBar.shown = address
  }

  /// Takes a view that has the modifier; the address that waits is opened in the same flush.
  func addressAppeared(_ node: AddressNode) {
    addressBar.nodes.append(node)
    if addressBar.nodes.count > 1 { faults.append(.severalAddresses) }
    if addressBar.waiting != nil { queue.add(action: { [weak self] in self?.openWaiting() }) }
  }

  func addressDisappeared(_ node: AddressNode) {
    addressBar.nodes.removeAll { $0 === node }
  }

  private func openWaiting() {
    guard let node = addressBar.nodes.first, let address = addressBar.waiting else { return }
    addressBar.waiting = nil
    if !node.isKnown || node.binding.wrappedValue != address {
      node.binding.wrappedValue = address
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The address of a host's page.
@MainActor struct AddressBar {
  /// The nodes of the views that have the modifier `pageAddress`, in the order in which they
  /// appeared.
  ///
  /// Only the first node is used.
  var nodes: [AddressNode] = []
  /// The address that the page has reported or was sent last.
  var shown: PageAddress
  /// An opened address that no view has received yet.
  var waiting: PageAddress?
  /// Whether the page has opened an address since the last flush; true before the first one.
  ///
  /// If the view returns another address, that one replaces the entry of the browser's history.
  var isOpening = true

  init(_ address: PageAddress?) {
    shown = address ?? PageAddress()
    waiting = address
  }

  /// The view's address, or nil if the page shows it.
  ///
  /// It is also nil if it is longer than ``PageAddress`` can read, or if the parameter `isKnown` of
  /// the modifier is false.
  var next: PageAddress? {
    guard let node = nodes.first, node.isKnown, node.address != shown,
      node.address.text.utf8.count <= PageAddress.longest
    else { return nil }
    return node.address
  }

  /// The patch that sets the page's address to the view's address, or nil if there is none.
  mutating func takePatch() -> Patch? {
    defer { isOpening = false }
    guard let address = next else { return nil }
    let replaces = isOpening || address.path == shown.path
    shown = address
    return .setAddress(address, replaces: replaces)
  }
}

extension ViewHost {
  /// The address of the page, without changes of state that are still pending.
  ///
  /// It is nil if no view has the modifier ``View/pageAddress(_:isKnown:below:)``.
  public var address: PageAddress? { addressBar.nodes.first?.address }

  /// Whether the application has content for the address of the page: the parameter `isKnown` of
  /// the modifier.
  ///
  /// Without the modifier, only the page's own path is known.
  public var isAddressKnown: Bool {
    addressBar.nodes.first?.isKnown ?? addressBar.shown.path.isEmpty
  }

  /// Opens an address that the page shows already: the user went back or forward in the history, or
  /// followed a link to the page.
  ///
  /// The binding of the modifier is set to the address. If the binding then returns another
  /// address, the next flush replaces the address of the page by that one. If no view has the
  /// modifier, the address is stored for the first view that gets it.
  public func open(_ address: PageAddress) {
    guard root != nil else { return }
    addressBar.shown = address
    addressBar.isOpening = true
    addressBar.waiting = address
    guard !isFlushing else { return queue.add(request: { [weak self] in self?.openWaiting() }) }
    openWaiting()
    announce()
  }

  /// Records the address that the page shows.
  ///
  /// A page reports it when it reconnects.
  ///
  /// The address is not opened. If the view has another address, the next flush sends that one.
  public func pageShows(_ address: PageAddress) {
    addressBar.shown = address
  }

  /// Adds a node of the modifier.
  ///
  /// A stored address is opened in the present flush, or in the first one.
  func addressAppeared(_ node: AddressNode) {
    addressBar.nodes.append(node)
    if addressBar.nodes.count > 1 { faults.append(.severalAddresses) }
    if addressBar.waiting != nil { queue.add(request: { [weak self] in self?.openWaiting() }) }
  }

  func addressDisappeared(_ node: AddressNode) {
    addressBar.nodes.removeAll { $0 === node }
  }

  private func openWaiting() {
    guard let node = addressBar.nodes.first, let address = addressBar.waiting else { return }
    addressBar.waiting = nil
    let outer = ViewActivity.enter(node.viewAround)
    defer { ViewActivity.leave(to: outer) }
    if !node.isKnown || node.binding.wrappedValue != address {
      node.binding.wrappedValue = address
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// What every component node has, whatever its view is.
class ComponentBase: TrackedNode {
  /// What the component keeps for its dynamic properties, in the order of their declaration.
  var slots: [AnyObject] = []
  /// The next slot while properties are being connected.
  var slotIndex = 0
}

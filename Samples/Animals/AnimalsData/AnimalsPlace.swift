// SPDX-License-Identifier: Apache-2.0

import MillraceAddress

/// What one window shows; it stands in the address of a page, and so survives a reload.
public struct AnimalsPlace: Hashable, Sendable {
  /// The category that is chosen.
  public var category: Animal.Category.ID? {
    didSet { if category != oldValue { animal = nil } }
  }
  /// The animal that is chosen.
  public var animal: Animal.ID?

  /// Creates a place.
  public init(_ category: Animal.Category.ID? = nil, _ animal: Animal.ID? = nil) {
    self.category = category
    self.animal = animal
  }

  /// The place of an address: `/Mammal/Dog`.
  public init(_ address: PageAddress) {
    self.init(address.path.first, address.path.dropFirst().first)
  }

  /// Its address.
  public var address: PageAddress {
    PageAddress(path: [category, category == nil ? nil : animal].compactMap { $0 })
  }
}

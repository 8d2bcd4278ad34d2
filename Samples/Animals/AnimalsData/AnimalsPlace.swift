// SPDX-License-Identifier: Apache-2.0

import MillraceAddress

/// What one window shows; it stands in the address of a page, and so survives a reload.
public struct AnimalsPlace: Hashable, Sendable {
  /// What is being edited.
  public enum Form: String, Hashable, Sendable {
    /// A new animal.
    case add
    /// The animal that is chosen.
    case edit
  }

  /// The category that is chosen.
  public var category: Animal.Category.ID? {
    didSet { if category != oldValue { animal = nil } }
  }
  /// The animal that is chosen.
  public var animal: Animal.ID? {
    didSet { if animal != oldValue { form = nil } }
  }
  /// The form that is open; nil: none.
  public var form: Form?

  /// Creates a place.
  public init(
    _ category: Animal.Category.ID? = nil, _ animal: Animal.ID? = nil, form: Form? = nil
  ) {
    self.category = category
    self.animal = animal
    self.form = form
  }

  /// The place of an address: `/Mammal/Dog?form=edit`.
  public init(_ address: PageAddress) {
    self.init(
      address.path.first, address.path.dropFirst().first,
      form: address.query["form"].flatMap { Form(rawValue: $0) })
  }

  /// Its address.
  public var address: PageAddress {
    PageAddress(
      path: [category, category == nil ? nil : animal].compactMap { $0 },
      query: form.map { ["form": $0.rawValue] } ?? [:])
  }
}

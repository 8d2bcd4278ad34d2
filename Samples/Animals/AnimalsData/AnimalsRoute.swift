// SPDX-License-Identifier: Apache-2.0

import MillraceAddress

/// The state of one window: the selection and the open form.
///
/// A page encodes it in its address. Therefore a reload of the page restores it.
public struct AnimalsRoute: Hashable, Sendable {
  /// The form that edits an animal.
  public enum Form: String, Hashable, Sendable {
    /// Adds an animal.
    case add
    /// Changes the selected animal.
    case edit
  }

  /// The selected category, or nil.
  ///
  /// A change of the category clears the selected animal.
  public var category: Animal.Category.ID? {
    didSet { if category != oldValue { animal = nil } }
  }
  /// The selected animal, or nil.
  ///
  /// A change of the animal closes the form.
  public var animal: Animal.ID? {
    didSet { if animal != oldValue { form = nil } }
  }
  /// The open form, or nil.
  public var form: Form?

  /// Creates a route.
  public init(
    _ category: Animal.Category.ID? = nil, _ animal: Animal.ID? = nil, form: Form? = nil
  ) {
    self.category = category
    self.animal = animal
    self.form = form
  }

  /// Creates the route of an address, such as `/Mammal/Dog?form=edit`.
  ///
  /// - Parameter address: The part of the page's address after the path of the sample.
  public init(_ address: PageAddress) {
    self.init(
      address.path.first, address.path.dropFirst().first,
      form: address.query["form"].flatMap { Form(rawValue: $0) })
  }

  /// The address of the route.
  public var address: PageAddress {
    PageAddress(
      path: [category, category == nil ? nil : animal].compactMap { $0 },
      query: form.map { ["form": $0.rawValue] } ?? [:])
  }
}

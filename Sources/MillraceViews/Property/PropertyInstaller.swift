// SPDX-License-Identifier: Apache-2.0

/// Connects the dynamic properties of a view with the storage objects of its component.
@MainActor struct PropertyInstaller {
  // Typed: `TypeLayout` gives the offset and the type of each property, so each address is bound to
  // the type that is stored there.
  let component: ComponentBase

  /// Connects all dynamic properties of a value, inner properties first.
  ///
  /// - Returns: A message if a property has no usable value, so the body must not run. Otherwise
  ///   nil.
  func install<T>(_ value: inout T) -> String? {
    guard !TypeLayout.of(T.self).dynamicFields.isEmpty else { return nil }
    component.slotIndex = 0
    return withUnsafeMutablePointer(to: &value) { pointer in
      installFields(of: T.self, at: pointer)
    }
  }

  private func installFields<T>(
    of type: T.Type, at address: UnsafeMutableRawPointer
  ) -> String? {
    var message: String?
    for field in TypeLayout.of(type).dynamicFields {
      let found = installField(field.type, at: address + field.offset)
      if message == nil { message = found }
    }
    return message
  }

  /// Connects a property and calls its `update()`.
  ///
  /// A property without a usable value, or with such a property inside it, is connected but not
  /// updated.
  private func installField<P: DynamicProperty>(
    _ type: P.Type, at address: UnsafeMutableRawPointer
  ) -> String? {
    let message =
      if let installable = type as? any InstallableProperty.Type {
        connect(installable, at: address)
      } else {
        installFields(of: type, at: address)
      }
    if message == nil { address.assumingMemoryBound(to: P.self).pointee.update() }
    return message
  }

  private func connect<P: InstallableProperty>(
    _ type: P.Type, at address: UnsafeMutableRawPointer
  ) -> String? {
    let property = address.assumingMemoryBound(to: P.self)
    property.pointee.install(self)
    return property.pointee.unavailableMessage
  }

  /// Returns the storage object of the next property.
  ///
  /// It is created on the first run.
  func next<Storage: AnyObject>(_ make: () -> Storage) -> Storage {
    defer { component.slotIndex += 1 }
    if component.slotIndex < component.slots.count {
      // Sound: the properties of a type are always connected in the same order, so the object in a
      // slot always has the same type.
      return unsafeDowncast(component.slots[component.slotIndex], to: Storage.self)
    }
    let storage = make()
    component.slots.append(storage)
    return storage
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Connects the dynamic properties of a view with what a component keeps for them.
@MainActor struct PropertyInstaller {
  // Typed: `TypeLayout` says at which offset a property is, and of which type.
  let component: ComponentBase

  /// Connects all dynamic properties of a value, inner ones first.
  ///
  /// - Returns: Why the body must not run: a property has no value that could be used; or nil.
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

  /// A property that contains one without a usable value is connected, but not updated.
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

  /// What the component keeps for the next property; made on the first run.
  func next<Storage: AnyObject>(_ make: () -> Storage) -> Storage {
    defer { component.slotIndex += 1 }
    if component.slotIndex < component.slots.count {
      // Sound: the properties of a type come in one order, so that a slot keeps its type.
      return unsafeDowncast(component.slots[component.slotIndex], to: Storage.self)
    }
    let storage = make()
    component.slots.append(storage)
    return storage
  }
}

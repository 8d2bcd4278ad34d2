// SPDX-License-Identifier: Apache-2.0

/// Connects the dynamic properties of a view with what a component keeps for them.
@MainActor struct PropertyInstaller {
  let component: ComponentBase

  /// Connects all dynamic properties of a value, inner ones first.
  func install<T>(_ value: inout T) {
    guard !TypeLayout.of(T.self).dynamicFields.isEmpty else { return }
    component.slotIndex = 0
    withUnsafeMutablePointer(to: &value) { pointer in
      installFields(of: T.self, at: pointer)
    }
  }

  private func installFields<T>(of type: T.Type, at address: UnsafeMutableRawPointer) {
    for field in TypeLayout.of(type).dynamicFields {
      installField(field.type, at: address + field.offset)
    }
  }

  private func installField<P: DynamicProperty>(
    _ type: P.Type, at address: UnsafeMutableRawPointer
  ) {
    if let installable = type as? any InstallableProperty.Type {
      connect(installable, at: address)
    } else {
      installFields(of: type, at: address)
    }
    address.assumingMemoryBound(to: P.self).pointee.update()
  }

  private func connect<P: InstallableProperty>(
    _ type: P.Type, at address: UnsafeMutableRawPointer
  ) {
    address.assumingMemoryBound(to: P.self).pointee.install(self)
  }

  /// What the component keeps for the next property; made on the first run.
  func next<Storage: AnyObject>(_ make: () -> Storage) -> Storage {
    defer { component.slotIndex += 1 }
    if component.slotIndex < component.slots.count {
      return unsafeDowncast(component.slots[component.slotIndex], to: Storage.self)
    }
    let storage = make()
    component.slots.append(storage)
    return storage
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A stored property of a view that the host connects before it runs the view's body.
///
/// A conforming struct can contain `State`, `Environment`, `Binding` and other dynamic properties.
/// The host connects the inner properties first. Then it calls `update` on the property in the copy
/// of the view whose body runs next.
public protocol DynamicProperty {
  /// Updates the property before each run of the body.
  ///
  /// The host calls it on the main actor. The values that it reads are tracked like the values that
  /// the body reads.
  mutating func update()
}

extension DynamicProperty {
  /// Does nothing.
  public mutating func update() {}
}

/// A dynamic property that the host connects to a node.
@MainActor protocol InstallableProperty: DynamicProperty {
  /// Connects the property.
  mutating func install(_ installer: PropertyInstaller)
  /// The reason why the property has no usable value, or nil if it has one.
  var unavailableMessage: String? { get }
}

extension InstallableProperty {
  var unavailableMessage: String? { nil }
}

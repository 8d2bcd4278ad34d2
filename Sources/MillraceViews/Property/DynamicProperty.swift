// SPDX-License-Identifier: Apache-2.0

/// A stored property of a view that the host connects before it runs the view's body.
///
/// Conforming structs may contain `State`, `Environment`, `Binding` and other dynamic properties.
/// The host connects the inner ones first, and then calls `update` on the very copy of the view
/// whose body runs next.
public protocol DynamicProperty {
  /// Brings the property up to date before each run of the body.
  ///
  /// The host calls it on the main actor. What it reads is observed like what the body reads.
  mutating func update()
}

extension DynamicProperty {
  /// Does nothing.
  public mutating func update() {}
}

/// A dynamic property that the host connects to a node.
@MainActor protocol InstallableProperty: DynamicProperty {
  mutating func install(_ installer: PropertyInstaller)
  /// Why the property has no value that a body could use; nil if it has one.
  var unavailableMessage: String? { get }
}

extension InstallableProperty {
  var unavailableMessage: String? { nil }
}

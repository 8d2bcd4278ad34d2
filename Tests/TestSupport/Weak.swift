// SPDX-License-Identifier: Apache-2.0

/// A weak reference, to test whether an object still exists.
public struct Weak<Object: AnyObject> {
  /// The object, or nil after its release.
  public private(set) weak var object: Object?

  /// Creates a weak reference to an object.
  public init(_ object: Object?) {
    self.object = object
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A reference that keeps nothing alive, to see whether somebody else does.
public struct Weak<Object: AnyObject> {
  /// The object, as long as somebody keeps it.
  public private(set) weak var object: Object?

  /// Refers to an object.
  public init(_ object: Object?) {
    self.object = object
  }
}

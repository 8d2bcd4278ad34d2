// SPDX-License-Identifier: Apache-2.0

import Observation

/// The type that is the key of an observable object in the environment.
struct EnvironmentObjectType: Equatable {
  let type: AnyObject.Type
  /// Whether the body of the view cannot run without the object.
  let isRequired: Bool

  init<T: AnyObject & Observable>(_ type: T.Type, isRequired: Bool) {
    self.type = type
    self.isRequired = isRequired
  }

  var id: ObjectIdentifier { ObjectIdentifier(type) }

  static func == (lhs: EnvironmentObjectType, rhs: EnvironmentObjectType) -> Bool {
    lhs.id == rhs.id
  }

  var missingMessage: String {
    """
    A view asked the environment for an object of type \(type), but no view above it supplies one. \
    Probably the view, or a preview or test of it, is shown outside of the view that supplies it. \
    Supply the object in a view above: .environment(object), with an object of type \(type).
    """
  }
}

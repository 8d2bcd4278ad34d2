// SPDX-License-Identifier: Apache-2.0

/// Names actions by their cases, without what they carry.
///
/// Names make good labels: there are few of them, and no secret gets into one.
public enum ActionName {
  /// The cases of an action from the outermost to the innermost, as in `library.book.rename`; the
  /// type's name for an action that is not an enum.
  ///
  /// Complexity: linear in the depth of the action tree, by reflection.
  public static func name(of action: Any) -> String {
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return "\(type(of: action))" }
    guard let payload = mirror.children.first else { return "\(action)" }
    let name = payload.label ?? "\(type(of: action))"
    let isAction = Mirror(reflecting: payload.value).displayStyle == .enum
    return isAction ? "\(name).\(Self.name(of: payload.value))" : name
  }
}

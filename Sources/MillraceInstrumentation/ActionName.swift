// SPDX-License-Identifier: Apache-2.0

/// Names actions by their cases, without what they carry.
///
/// Names make good labels: there are few of them, and no secret gets into one.
public enum ActionName {
  /// The cases of an action from the outermost to the innermost, as in `library.book.rename`.
  ///
  /// The key of a child, as in `case book(Book.ID, BookAction)`, is left out. An action that is not
  /// an enum has the name of its type.
  ///
  /// Complexity: linear in the depth of the action tree, by reflection.
  public static func name(of action: Any) -> String {
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return "\(type(of: action))" }
    guard let payload = mirror.children.first else { return "\(action)" }
    let name = payload.label ?? "\(type(of: action))"
    guard let inner = innerAction(payload.value) else { return name }
    return "\(name).\(Self.name(of: inner))"
  }

  /// The action that a case carries, alone or behind the key of a child.
  private static func innerAction(_ payload: Any) -> Any? {
    let mirror = Mirror(reflecting: payload)
    if mirror.displayStyle == .enum { return payload }
    guard mirror.displayStyle == .tuple, mirror.children.map(\.label) == [".0", ".1"],
      let last = mirror.children.map(\.value).last,
      Mirror(reflecting: last).displayStyle == .enum
    else { return nil }
    return last
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Names actions by their cases, without what they carry.
///
/// Names make good labels: there are few of them, and no secret gets into one.
public enum ActionName {
  /// How many cases a name has at most; what lies deeper is left out.
  ///
  /// An enum that holds itself would have names without end.
  public static let deepest = 16

  /// The cases of an action from the outermost to the innermost, as in `library.book.rename`.
  ///
  /// The key of a child, as in `case book(Book.ID, BookAction)`, is left out: a case leads on to an
  /// enum that it holds alone, or behind a value that is none. Where both have labels, that of
  /// the enum is `action`. An action that is not an enum has the name of its type. So has a case
  /// without payload where its type describes itself: the description may be anything.
  ///
  /// Complexity: linear in the depth of the action tree, by reflection.
  public static func name(of action: Any) -> String {
    var names: [String] = []
    var next: Any? = action
    while let action = next, names.count < deepest {
      let mirror = Mirror(reflecting: action)
      let payload = mirror.displayStyle == .enum ? mirror.children.first : nil
      names.append(payload?.label ?? nameWithoutPayload(of: action, mirror))
      next = payload.flatMap { innerAction($0.value) }
    }
    return names.joined(separator: ".")
  }

  private static func nameWithoutPayload(of action: Any, _ mirror: Mirror) -> String {
    let describesItself =
      action is any CustomStringConvertible || action is any CustomDebugStringConvertible
      || action is any TextOutputStreamable
    return mirror.displayStyle == .enum && !describesItself ? "\(action)" : "\(type(of: action))"
  }

  /// The action that a case carries, alone or behind the key of a child.
  private static func innerAction(_ payload: Any) -> Any? {
    let mirror = Mirror(reflecting: payload)
    if mirror.displayStyle == .enum { return payload }
    guard mirror.displayStyle == .tuple, let last = mirror.children.reversed().first,
      Mirror(reflecting: last.value).displayStyle == .enum
    else { return nil }
    switch mirror.children.count {
    case 1: return last.value
    case 2:
      let key = mirror.children.map(\.value)[0]
      let isKeyed = last.label == ".1" || last.label == "action"
      return isKeyed && Mirror(reflecting: key).displayStyle != .enum ? last.value : nil
    default: return nil
    }
  }
}

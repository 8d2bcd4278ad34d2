// SPDX-License-Identifier: Apache-2.0

/// Creates names of actions from their enum cases, without associated values.
///
/// These names are suitable as labels: their number is small, and they contain no secrets.
public enum ActionName {
  /// The maximum number of cases in a name.
  ///
  /// Deeper cases are omitted: a recursive enum could have names of any length.
  public static let deepest = 16

  /// Returns the cases of an action from the outermost to the innermost, as in
  /// `library.book.rename`.
  ///
  /// The name continues with an associated value that is an enum in two situations:
  /// - It is the only associated value.
  /// - It is the second of two, has no label or the label `action`, and the first one is not an
  ///   enum. An example is `case book(Book.ID, BookAction)`.
  ///
  /// The name of an action that is not an enum is the name of its type. The same is true for a case
  /// without associated values if the type has a custom description, because the description can
  /// contain anything.
  ///
  /// Complexity: linear in the depth of the action, by reflection.
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

  /// Returns the action inside the associated values of a case, which can follow a key, or nil.
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

// SPDX-License-Identifier: Apache-2.0

public import MillraceTrace

/// Turns an action that an older version has written into an action of the present program.
///
/// A journal has a version, and each record is written with it. A record of an older version goes
/// through the upcasts of that version, then through those of the next, up to the journal's own.
///
/// ```swift
/// Journal(at: url, of: Cart.self, actions: CartAction.self, version: 3) {
///   Upcast("rename", from: 1) { $0.renamed("title", to: "name") }
///   Upcast("move", from: 2) { [.action("take", $0), .action("put", $0)] }
///   Drop("blinked", before: 3)
/// }
/// ```
///
/// An action is named by its cases, as `cart.item.rename`. An upcast is given what the last of
/// these cases holds. A case may hold more than the inner action, as the `row(Int, RowAction)` of a
/// `forEach` does: `row.rename` is the inner one, and the rest stays. The upcast of `cart` is for
/// all actions in that case, except for those with an upcast of their own.
///
/// An action that is written without cases is named by its member `type`, or by the text that it
/// is, as an enum of texts is. Its upcast is given the whole action, and a new name takes the place
/// of the old one.
public struct Upcast: Sendable {
  /// What an upcast makes.
  enum Change: Sendable {
    case holds(TraceValue, name: String)
    case action(TraceValue)

    /// The action that is made of a written one, which the upcast has found by a name.
    func action(from action: TraceValue, _ name: String) -> TraceValue {
      switch self {
      case .holds(let payload, let newName):
        if action.isFlat {
          newName == name ? payload : payload.renamedAction(newName)
        } else {
          action.replacing(name, by: newName, payload) ?? .action(newName, payload)
        }
      case .action(let action): action
      }
    }
  }

  let name: String
  let isOf: @Sendable (_ version: Int) -> Bool
  let change: @Sendable (TraceValue) throws -> [Change]

  init(
    name: String, isOf: @escaping @Sendable (Int) -> Bool,
    change: @escaping @Sendable (TraceValue) throws -> [Change]
  ) {
    self.name = name
    self.isOf = isOf
    self.change = change
  }

  /// Changes what an action holds, and may give it another name.
  ///
  /// - Parameters:
  ///   - name: The action, or the slice.
  ///   - version: The last version that wrote it so.
  ///   - newName: Its name from then on; nil: it stays.
  ///   - change: Makes what it holds from then on.
  public init(
    _ name: String, from version: Int, to newName: String? = nil,
    _ change: @escaping @Sendable (TraceValue) throws -> TraceValue = { $0 }
  ) {
    self.init(name: name, isOf: { $0 == version }) {
      [.holds(try change($0), name: newName ?? name)]
    }
  }

  /// Makes several actions of one, or none.
  ///
  /// - Parameters:
  ///   - name: The action.
  ///   - version: The last version that wrote it so.
  ///   - split: Makes the actions, each with ``MillraceTrace/TraceValue/action(_:_:)``.
  public init(
    _ name: String, from version: Int,
    _ split: @escaping @Sendable (TraceValue) throws -> [TraceValue]
  ) {
    self.init(name: name, isOf: { $0 == version }) { try split($0).map { .action($0) } }
  }

  /// Changes the state in a snapshot, for journals that have dropped the actions before it.
  ///
  /// - Parameters:
  ///   - version: The last version that wrote it so.
  ///   - change: Makes the state as the next version has it.
  public init(
    stateFrom version: Int, _ change: @escaping @Sendable (TraceValue) throws -> TraceValue
  ) {
    self.init(name: Self.stateName, isOf: { $0 == version }) { [.action(try change($0))] }
  }

  /// Puts one action through the upcasts of its version and of all later ones.
  ///
  /// Of several upcasts in one version that concern it, the one with the longest name is taken.
  static func apply(
    _ upcasts: [Upcast], to action: TraceValue, from version: Int, to last: Int
  ) throws -> [TraceValue] {
    var actions = [action]
    var step = version
    while step < last {
      let known = upcasts.filter { $0.isOf(step) }
      actions = try actions.flatMap { action in
        guard let name = action.longestName(of: known.lazy.map(\.name)),
          let upcast = known.first(where: { $0.name == name }),
          let payload = action.payload(of: name)
        else { return [action] }
        return try upcast.change(payload).map { $0.action(from: action, name) }
      }
      step += 1
    }
    return actions
  }
}

/// Leaves an action out, without decoding it: `Drop("blinked", before: 3)`.
public struct Drop: Sendable {
  let upcast: Upcast

  /// Leaves an action out.
  ///
  /// - Parameters:
  ///   - name: The action.
  ///   - version: The first version that does not have it.
  public init(_ name: String, before version: Int) {
    upcast = Upcast(name: name, isOf: { $0 < version }) { _ in [] }
  }
}

extension Upcast {
  static let stateName = "*state*"

  /// A state of an older version as the last one has it.
  static func state(
    _ upcasts: [Upcast], _ state: TraceValue, from version: Int, to last: Int
  ) throws -> TraceValue {
    var state = state
    for step in version..<max(version, last) {
      for upcast in upcasts where upcast.name == stateName && upcast.isOf(step) {
        if case .action(let changed)? = try upcast.change(state).first { state = changed }
      }
    }
    return state
  }
}

/// Lists upcasts, and what is left out.
@resultBuilder
public enum UpcastBuilder {
  /// One upcast.
  public static func buildExpression(_ upcast: Upcast) -> Upcast { upcast }
  /// One action that is left out.
  public static func buildExpression(_ drop: Drop) -> Upcast { drop.upcast }
  /// All of them.
  public static func buildBlock(_ upcasts: Upcast...) -> [Upcast] { upcasts }
}

extension TraceValue {
  /// An action as Swift's coding of enums writes it.
  ///
  /// - Parameters:
  ///   - name: Its cases from the outermost to the innermost, as `cart.rename`.
  ///   - payload: What the innermost case holds.
  /// - Returns: The action.
  public static func action(_ name: String, _ payload: TraceValue = .object([:])) -> TraceValue {
    let cases = Self.cases(of: name)
    let innermost = TraceValue.object([cases[cases.count - 1]: payload])
    return cases.dropLast().reversed().reduce(innermost) { .object([$1: .object(["_0": $0])]) }
  }

  /// This object with another name for one of its members; unchanged if it has no such member.
  public func renamed(_ name: String, to newName: String) -> TraceValue {
    guard case .object(var members) = self, let value = members.removeValue(forKey: name) else {
      return self
    }
    members[newName] = value
    return .object(members)
  }

  /// This object with a member set to a value; unchanged if it is no object.
  public func with(_ name: String, _ value: TraceValue) -> TraceValue {
    guard case .object(var members) = self else { return self }
    members[name] = value
    return .object(members)
  }

  private static func cases(of name: String) -> [String] {
    let cases = name.split(separator: ".").map(String.init)
    return cases.isEmpty ? [name] : cases
  }

  /// Whether an action is written without cases: it is a text, or says its `type`.
  var isFlat: Bool {
    guard case .object(let members) = self else { return true }
    return members.count != 1 || members["type"]?.string != nil
  }

  /// A flat action with another name; unchanged if it has none.
  func renamedAction(_ name: String) -> TraceValue {
    switch self {
    case .string: .string(name)
    case .object(let members) where members["type"] != nil: with("type", .string(name))
    default: self
    }
  }

  /// What the last case of a name holds, all of a flat action; nil if the action is of another one.
  func payload(of name: String) -> TraceValue? {
    if isFlat { return actionName == name ? self : nil }
    var value = TraceValue.object(["_0": self])
    for name in Self.cases(of: name) {
      guard let payload = value.inner(name)?.payload else { return nil }
      value = payload
    }
    return value
  }

  /// The inner action of a case among the values that this case holds: its place, and what its case
  /// holds.
  private func inner(_ name: String) -> (place: String, payload: TraceValue)? {
    guard case .object(let parts) = self else { return nil }
    for (place, part) in parts.sorted(by: { $0.key < $1.key }) {
      if case .object(let members) = part, members.count == 1, let payload = members[name] {
        return (place, payload)
      }
    }
    return nil
  }

  /// The same action with another innermost case.
  ///
  /// - Returns: The action; nil if the new name does not have the same cases around the innermost.
  func replacing(_ name: String, by newName: String, _ payload: TraceValue) -> TraceValue? {
    let (old, new) = (Self.cases(of: name), Self.cases(of: newName))
    guard old.dropLast() == new.dropLast(), let last = new.last else { return nil }
    func replaced(_ value: TraceValue, _ names: ArraySlice<String>) -> TraceValue? {
      guard let first = names.first, let (place, inner) = value.inner(first) else { return nil }
      if names.count == 1 { return value.with(place, .object([last: payload])) }
      return replaced(inner, names.dropFirst()).map { value.with(place, .object([first: $0])) }
    }
    return replaced(.object(["_0": self]), old[...])?["_0"]
  }

  /// The longest of those names which the action has.
  func longestName(of names: some Sequence<String>) -> String? {
    names.filter { payload(of: $0) != nil }.max { $0.utf8.count < $1.utf8.count }
  }
}

// SPDX-License-Identifier: Apache-2.0

public import MillraceTrace

/// Converts an action, a slice or a state of an older version to the form of this program.
///
/// A journal has a version, and each record contains the version that has written it. The upcasts
/// of the record's version are applied first, then those of the next version, until the action has
/// the version of the journal.
///
/// ```swift
/// let journal = try Journal(at: url, of: Cart.self, actions: CartAction.self, version: 3) {
///   Upcast("rename", from: 1) { $0.renamed("title", to: "name") }
///   Upcast("move", from: 2) { [.action("take", $0), .action("put", $0)] }
///   Drop("blinked", before: 3)
/// }
/// ```
///
/// The name of an action consists of its cases, as in `cart.item.rename`. An upcast gets the
/// associated values of the last case in its name. A case can have other values than the inner
/// action, as the `row(Int, RowAction)` of a `forEach`: `row.rename` is the inner action. The other
/// values do not change; if `row.rename` is split or moved to another case, they are lost. The
/// upcast of `cart` is for all actions in that case, except for those with an upcast or a drop of
/// their own for the same version.
///
/// An action that is not encoded by cases is named by its member `type`, or by its text if it is
/// encoded as a text. Its upcast gets the whole action, and a new name replaces the old one.
public struct Upcast: Sendable {
  /// A result of an upcast.
  enum Change: Sendable {
    /// The changed values, with the name of their action or slice.
    case holds(TraceValue, name: String)
    /// A whole action, or a whole state.
    case action(TraceValue)

    /// Applies the result to the recorded action, which the upcast has found by `name`.
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

  /// The versions whose form an upcast converts.
  enum Versions: Sendable {
    case one(Int)
    case all(before: Int)

    func contains(_ version: Int) -> Bool {
      switch self {
      case .one(let only): version == only
      case .all(let end): version < end
      }
    }
  }

  let name: String
  let versions: Versions
  let change: @Sendable (TraceValue) throws -> [Change]

  init(
    name: String, of versions: Versions,
    change: @escaping @Sendable (TraceValue) throws -> [Change]
  ) {
    self.name = name
    self.versions = versions
    self.change = change
  }

  /// Changes the associated values of an action, and optionally its name.
  ///
  /// - Parameters:
  ///   - name: The name of the action or the slice.
  ///   - version: The last version with the old form.
  ///   - newName: The new name, or nil if the name does not change.
  ///   - change: Converts the old values to the new values. If it throws, the action is unknown;
  ///     see ``UnknownPolicy``.
  public init(
    _ name: String, from version: Int, to newName: String? = nil,
    _ change: @escaping @Sendable (TraceValue) throws -> TraceValue = { $0 }
  ) {
    self.init(name: name, of: .one(version)) {
      [.holds(try change($0), name: newName ?? name)]
    }
  }

  /// Converts an action to several actions, or to none.
  ///
  /// - Parameters:
  ///   - name: The name of the action or the slice.
  ///   - version: The last version with the old form.
  ///   - split: Returns the actions, each made with ``MillraceTrace/TraceValue/action(_:_:)``. If
  ///     it throws, the action is unknown; see ``UnknownPolicy``.
  public init(
    _ name: String, from version: Int,
    _ split: @escaping @Sendable (TraceValue) throws -> [TraceValue]
  ) {
    self.init(name: name, of: .one(version)) { try split($0).map { .action($0) } }
  }

  /// Changes the state in a snapshot or in a record of a whole state.
  ///
  /// It is needed for a snapshot if the actions before it were dropped or forgotten. In a journal
  /// of slices, it gets the slices of its version. The upcasts of slices of the same version are
  /// applied after it.
  ///
  /// - Parameters:
  ///   - version: The last version with the old form.
  ///   - change: Converts the state to the form of the next version.
  public init(
    stateFrom version: Int, _ change: @escaping @Sendable (TraceValue) throws -> TraceValue
  ) {
    self.init(name: Self.stateName, of: .one(version)) { [.action(try change($0))] }
  }

  /// Converts the content of an action or a slice; an error names this upcast.
  func changed(_ value: TraceValue) throws -> [Change] {
    do { return try change(value) } catch {
      throw UnreadableContent("the upcast of '\(name)' has thrown: \(TraceError.reason(error))")
    }
  }

  /// Applies the upcasts of an action's version and of all later versions.
  ///
  /// If several upcasts of one version fit the action, the one with the longest name is applied.
  ///
  /// - Returns: The actions, each with the name of the last upcast that has made it, or nil.
  static func apply(
    _ upcasts: [Upcast], to action: TraceValue, from version: Int, to last: Int
  ) throws -> [(action: TraceValue, upcast: String?)] {
    var actions = [(action: action, upcast: String?.none)]
    for step in steps(of: upcasts, from: version, to: last) {
      let known = upcasts.filter { $0.versions.contains(step) }
      actions = try actions.flatMap { made in
        guard let name = made.action.longestName(of: known.lazy.map(\.name)),
          let upcast = known.first(where: { $0.name == name }),
          let payload = made.action.payload(of: name)
        else { return [made] }
        return try upcast.changed(payload).map { ($0.action(from: made.action, name), name) }
      }
    }
    return actions
  }

  /// Returns the versions from `first` on and before `last` whose upcasts can have an effect, in
  /// their order.
  ///
  /// Versions can be dates, with many numbers between two of them. A drop is of all versions before
  /// its own. It has an effect at the first version, or after an upcast that has made its action.
  ///
  /// Complexity: O(n log n) for n upcasts, for any number of versions.
  static func steps(of upcasts: [Upcast], from first: Int, to last: Int) -> [Int] {
    var (steps, endOfDrops): (Set<Int>, Int) = ([], first)
    for case .all(let end) in upcasts.lazy.map(\.versions) { endOfDrops = max(endOfDrops, end) }
    if first < min(endOfDrops, last) { steps.insert(first) }
    for case .one(let version) in upcasts.lazy.map(\.versions)
    where version >= first && version < last {
      steps.insert(version)
      if version + 1 < min(endOfDrops, last) { steps.insert(version + 1) }
    }
    return steps.sorted()
  }
}

/// The reason why a recorded action or slice cannot be used.
struct UnreadableContent: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  /// Reads a value; an error names the upcast that has made the value.
  static func naming<Value>(
    _ upcast: String?, of value: TraceValue, named name: @autoclosure () -> String,
    _ read: () throws -> Value
  ) throws -> Value {
    do { return try read() } catch {
      let reason = TraceError.reason(error, decoding: value)
      throw UnreadableContent(
        upcast.map { "the upcast of '\($0)' made '\(name())', which cannot be used: \(reason)" }
          ?? reason)
    }
  }
}

/// Skips an action or a slice without decoding it: `Drop("blinked", before: 3)`.
public struct Drop: Sendable {
  let upcast: Upcast

  /// Skips an action or a slice.
  ///
  /// - Parameters:
  ///   - name: The name of the action or the slice.
  ///   - version: The first version without it.
  public init(_ name: String, before version: Int) {
    upcast = Upcast(name: name, of: .all(before: version)) { _ in [] }
  }
}

extension Upcast {
  static let stateName = "*state*"

  /// Converts a state of an older version to the form of the last version.
  static func state(
    _ upcasts: [Upcast], _ state: TraceValue, from version: Int, to last: Int
  ) throws -> TraceValue {
    var state = state
    for step in steps(of: upcasts, from: version, to: last) {
      for upcast in upcasts where upcast.name == stateName && upcast.versions.contains(step) {
        if case .action(let changed)? = try upcast.change(state).first { state = changed }
      }
    }
    return state
  }
}

/// Builds a list of upcasts and drops.
@resultBuilder
public enum UpcastBuilder {
  /// Adds an upcast.
  public static func buildExpression(_ upcast: Upcast) -> [Upcast] { [upcast] }
  /// Adds a drop.
  public static func buildExpression(_ drop: Drop) -> [Upcast] { [drop.upcast] }
  /// Adds the upcasts of a list, for example of a function.
  public static func buildExpression(_ upcasts: [Upcast]) -> [Upcast] { upcasts }
  /// Returns the list.
  public static func buildBlock(_ parts: [Upcast]...) -> [Upcast] { parts.flatMap(\.self) }
  /// Adds the upcasts of all iterations of a loop.
  public static func buildArray(_ parts: [[Upcast]]) -> [Upcast] { parts.flatMap(\.self) }
  /// Adds the upcasts of an `if` without `else`.
  public static func buildOptional(_ part: [Upcast]?) -> [Upcast] { part ?? [] }
  /// Adds the upcasts of the first branch of an `if` or `switch`.
  public static func buildEither(first part: [Upcast]) -> [Upcast] { part }
  /// Adds the upcasts of another branch.
  public static func buildEither(second part: [Upcast]) -> [Upcast] { part }
}

extension TraceValue {
  /// Returns an action in the form of Swift's synthesized coding of enums.
  ///
  /// - Parameters:
  ///   - name: The cases from the outermost to the innermost, as `cart.rename`. The inner action is
  ///     the only value of each outer case, without a label.
  ///   - payload: The associated values of the innermost case.
  /// - Returns: The action.
  public static func action(_ name: String, _ payload: TraceValue = .object([:])) -> TraceValue {
    let cases = Self.cases(of: name)
    let innermost = TraceValue.object([cases[cases.count - 1]: payload])
    return cases.dropLast().reversed().reduce(innermost) { .object([$1: .object(["_0": $0])]) }
  }

  /// Returns this object with a new name for a member.
  ///
  /// Without such a member it is unchanged.
  public func renamed(_ name: String, to newName: String) -> TraceValue {
    guard case .object(var members) = self, let value = members.removeValue(forKey: name) else {
      return self
    }
    members[newName] = value
    return .object(members)
  }

  /// Returns this object with a member set to a value.
  ///
  /// If this is not an object, it is returned unchanged.
  public func with(_ name: String, _ value: TraceValue) -> TraceValue {
    guard case .object(var members) = self else { return self }
    members[name] = value
    return .object(members)
  }

  private static func cases(of name: String) -> [String] {
    let cases = name.split(separator: ".").map(String.init)
    return cases.isEmpty ? [name] : cases
  }

  /// True if an action is not encoded by cases: it is not an object with exactly one member, or
  /// this member is a text with the name `type`.
  var isFlat: Bool {
    guard case .object(let members) = self else { return true }
    return members.count != 1 || members["type"]?.string != nil
  }

  /// Returns a flat action with another name.
  ///
  /// An action without a name is unchanged.
  func renamedAction(_ name: String) -> TraceValue {
    switch self {
    case .string: .string(name)
    case .object(let members) where members["type"] != nil: with("type", .string(name))
    default: self
    }
  }

  /// Returns the associated values of the last case of a name, or the whole action if it is flat.
  ///
  /// The result is nil if the action has another name.
  func payload(of name: String) -> TraceValue? {
    if isFlat { return actionName == name ? self : nil }
    var value = TraceValue.object(["_0": self])
    for name in Self.cases(of: name) {
      guard let payload = value.inner(name)?.payload else { return nil }
      value = payload
    }
    return value
  }

  /// Finds the inner action with the case `name` among the values of this case.
  ///
  /// - Returns: The member with the inner action, and the associated values of its case; or nil.
  private func inner(_ name: String) -> (place: String, payload: TraceValue)? {
    guard case .object(let parts) = self else { return nil }
    for (place, part) in parts.sorted(by: { $0.key < $1.key }) {
      if case .object(let members) = part, members.count == 1, let payload = members[name] {
        return (place, payload)
      }
    }
    return nil
  }

  /// Replaces the last case of a name in this action.
  ///
  /// - Returns: The action, or nil if the outer cases of the two names differ.
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

  /// Returns the longest of the names that fit the action, or nil.
  func longestName(of names: some Sequence<String>) -> String? {
    names.filter { payload(of: $0) != nil }.max { $0.utf8.count < $1.utf8.count }
  }
}

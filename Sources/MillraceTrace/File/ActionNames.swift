// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The names of a program's actions, if their types list them.
///
/// Swift has no list of an enum's cases. The cases of a type are known if one of these is true:
/// - Its `CodingKeys` are `CaseIterable`. The compiler checks that each key is a case.
/// - It is `CasePathable` and has a list of `caseNames`, which `@CasePathable` generates.
/// - It is `CaseIterable`.
struct ActionNames {
  /// The names, in the form of `Trace.Line.name`.
  private(set) var names: Set<String> = []
  /// The types whose names are not all known.
  ///
  /// Such a type has a case that is encoded with another name, or it has no list of its cases or
  /// contains itself. In the last two situations, the type of a value of a case is here only if
  /// `seen` contains one of its names.
  private(set) var unlisted: Set<String> = []
  /// The names of the actions in the trace, and the names that the caller has passed.
  ///
  /// If such a name continues the name of a case, the value of that case is an action too.
  private let seen: Set<String>

  /// Collects the names of a type, and of the types of action that its cases contain.
  init(of type: any Decodable.Type, seen: Set<String>) {
    self.seen = seen
    if !list(type, within: [], []) { unlisted.insert("\(type)") }
  }

  /// Adds the names of a type's cases.
  ///
  /// - Returns: True if the type has a list of its cases and is not one of the outer types.
  private mutating func list(
    _ type: any Decodable.Type, within path: [String], _ outer: [any Decodable.Type]
  ) -> Bool {
    if let values = Self.values(of: type) {
      for value in values { names.insert(Self.name(of: value, within: path)) }
      return true
    }
    // A recursive enum has infinitely many names.
    guard !outer.contains(where: { $0 == type }),
      let cases = CaseForm.keys(of: type) ?? (type as? any CasePathable.Type)?.caseNames
    else { return false }
    let forms = cases.map { (name: $0, form: CaseForm(of: type, case: $0)) }
    // A struct can have `CodingKeys` too; these are properties, not cases.
    guard forms.isEmpty || forms.contains(where: \.form.isEnum) else { return false }
    for (name, form) in forms {
      guard form.hasCase else {
        // The case is encoded with another name.
        unlisted.insert("\(type)")
        continue
      }
      let path = path + [name]
      if let inner = form.inner, list(inner, within: path, outer + [type]) { continue }
      let name = Self.name(of: .object([:]), within: path)
      names.insert(name)
      if let inner = form.inner, seen.contains(where: { $0.hasPrefix(name + ".") }) {
        unlisted.insert("\(inner)")
      }
    }
    return true
  }

  /// The encoded values of a `CaseIterable` type, at most 1,000; nil for any other type.
  private static func values(of type: any Decodable.Type) -> [TraceValue]? {
    func values<Value: CaseIterable>(_ type: Value.Type) -> [TraceValue] {
      type.allCases.prefix(1_000).compactMap { value in
        (value as? any Encodable).flatMap { try? TraceValue(encoding: $0) }
      }
    }
    return (type as? any CaseIterable.Type).map { values($0) }
  }

  /// The name of an action that contains a value within nested cases.
  private static func name(of value: TraceValue, within path: [String]) -> String {
    guard let last = path.last else { return value.actionName }
    let isEmpty = value == .object([:])
    var action = TraceValue.object([last: isEmpty ? value : .object(["_0": value])])
    for name in path.dropLast().reversed() { action = .object([name: .object(["_0": action])]) }
    return action.actionName
  }
}

// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The names of a program's actions, as far as their types list them.
///
/// Swift gives no list of an enum's cases. The cases of a type are known
/// - if its `CodingKeys` are `CaseIterable`; the compiler compares these with the cases,
/// - if it is `CasePathable` and lists its `caseNames`, as `@CasePathable` writes them,
/// - if it is `CaseIterable` itself.
struct ActionNames {
  /// The names, as `Trace.Line.name` writes them.
  private(set) var names: Set<String> = []
  /// The types whose cases are not known, or not all of them.
  private(set) var unlisted: Set<String> = []
  /// The names of actions that are known without the types.
  private let seen: Set<String>

  /// Asks a type, and the types of actions that its cases hold.
  init(of type: any Decodable.Type, seen: Set<String>) {
    self.seen = seen
    if !list(type, within: [], []) { unlisted.insert("\(type)") }
  }

  /// Adds the names of a type's cases.
  ///
  /// - Returns: Whether there is a list of them.
  private mutating func list(
    _ type: any Decodable.Type, within path: [String], _ outer: [any Decodable.Type]
  ) -> Bool {
    if let values = Self.values(of: type) {
      for value in values { names.insert(Self.name(of: value, within: path)) }
      return true
    }
    // An enum within itself has no end of names.
    guard !outer.contains(where: { $0 == type }),
      let cases = CaseForm.keys(of: type) ?? (type as? any CasePathable.Type)?.caseNames
    else { return false }
    let forms = cases.map { (name: $0, form: CaseForm(of: type, case: $0)) }
    // A struct has `CodingKeys` too; they are its properties, and no cases.
    guard forms.isEmpty || forms.contains(where: \.form.isEnum) else { return false }
    for (name, form) in forms {
      guard form.hasCase else {
        // The case is written under another name.
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

  /// The values of a type that lists them, as they are written.
  private static func values(of type: any Decodable.Type) -> [TraceValue]? {
    func values<Value: CaseIterable>(_ type: Value.Type) -> [TraceValue] {
      type.allCases.prefix(1_000).compactMap { value in
        (value as? any Encodable).flatMap { try? TraceValue(encoding: [AnyValue(value: $0)]) }
      }.compactMap(\.array?.first)
    }
    return (type as? any CaseIterable.Type).map { values($0) }
  }

  /// The name of an action that holds a value within some cases.
  private static func name(of value: TraceValue, within path: [String]) -> String {
    guard let last = path.last else { return value.actionName }
    let isEmpty = value == .object([:])
    var action = TraceValue.object([last: isEmpty ? value : .object(["_0": value])])
    for name in path.dropLast().reversed() { action = .object([name: .object(["_0": action])]) }
    return action.actionName
  }
}

/// Encodes a value of any type.
private struct AnyValue: Encodable {
  let value: any Encodable
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

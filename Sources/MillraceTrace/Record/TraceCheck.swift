// SPDX-License-Identifier: Apache-2.0

/// A comparison of the types of action in a trace with those of a program.
///
/// Actions with the same ``Trace/Line/name`` are one type of action; for an enum it is a case.
public struct TraceCheck: Sendable, Hashable, CustomStringConvertible {
  /// The result of the comparison for a type of action.
  public enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// The program reads all actions of this type and encodes them to the same values.
    case same
    /// The program has the type, and the trace has no such action.
    case added
    /// The trace has the type, and the program does not, as far as its decoding errors show.
    case removed
    /// Both have the type, and the program reads or writes other values.
    case changed
  }

  /// The verdicts by the names of the types of action.
  public var verdicts: [String: Verdict]

  /// The Swift types that do not list all of their cases or that contain themselves.
  ///
  /// Such a type can have more new cases than those with the verdict ``Verdict/added``. If a type
  /// without a list, or one that contains itself, is the value of a case, it is here only if the
  /// trace or `names` contains one of its actions.
  public var unlisted: Set<String>

  /// True if every type in the trace is ``Verdict/same``.
  public var isFine: Bool { verdicts.values.allSatisfy { $0 == .same || $0 == .added } }

  /// One line for each type, in alphabetical order, then one line for each type in ``unlisted``.
  public var description: String { (rows + notes).joined(separator: "\n") }

  private var rows: [String] {
    verdicts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
  }

  /// One sentence for each type in ``unlisted``, with advice.
  package var notes: [String] {
    unknown.map {
      "\($0), as it does not list its cases; make it @CasePathable, or its CodingKeys CaseIterable"
    }
  }

  private var unknown: [String] { unlisted.sorted().map { "added cases of \($0): unknown" } }

  /// The description in one line, without the advice.
  package var words: String { (rows + unknown).joined(separator: ", ") }
}

extension TraceCheck {
  /// Compares the types of actions with those of a program; see ``Trace/check(against:names:)``.
  ///
  /// - Parameters:
  ///   - actions: The encoded actions.
  ///   - type: The program's type of action.
  ///   - names: Names of the program's actions that its types do not list.
  public init<Action: Codable>(
    of actions: some Sequence<TraceValue>, against type: Action.Type, names: Set<String> = []
  ) {
    (verdicts, unlisted) = ([:], [])
    for value in actions {
      let name = value.actionName
      if let known = verdicts[name], known != .same { continue }
      do {
        let action = try value.decoded(as: type)
        let again = try? TraceValue(encoding: action)
        let isSame = again == value || again?.unordered == value.unordered
        verdicts[name] = isSame ? .same : .changed
      } catch {
        let isKnown =
          names.contains(name) || verdicts[name] == .same || Self.isOfValues(error, of: value)
        verdicts[name] = isKnown ? .changed : .removed
      }
    }
    let listed = ActionNames(of: type, seen: names.union(verdicts.keys))
    unlisted = listed.unlisted
    let there = Array(verdicts.keys)
    for name in names.union(listed.names)
    where !there.contains(where: { $0 == name || $0.hasPrefix(name + ".") }) {
      verdicts[name] = .added
    }
  }

  /// True if the values of a case cannot be decoded, false if the type has no such case.
  ///
  /// Also false if the error has no path or is no `DecodingError`.
  private static func isOfValues(_ error: any Error, of action: TraceValue) -> Bool {
    switch error {
    case DecodingError.typeMismatch(_, let context), DecodingError.keyNotFound(_, let context),
      DecodingError.valueNotFound(_, let context), DecodingError.dataCorrupted(let context):
      // Swift's synthesized coding of enums throws this error for an unknown case. It is a part of
      // the action's name if the path is not longer than that of the innermost action: the path of
      // an inner action has two keys more, the name of the outer one and `_0`.
      let isUnknownCase = context.debugDescription.hasPrefix("Invalid number of keys found")
      var (depth, outer) = (0, action)
      while isUnknownCase, let inner = outer.innerAction { (depth, outer) = (depth + 2, inner) }
      return context.codingPath.count > depth
    default: return false
    }
  }
}

extension TraceValue {
  /// The value with the elements of its lists sorted, because a `Set` has no fixed order.
  fileprivate var unordered: TraceValue {
    switch self {
    case .array(let elements):
      .array(
        elements.map(\.unordered).map { (text: $0.json, value: $0) }
          .sorted { $0.text < $1.text }.map(\.value))
    case .object(let members): .object(members.mapValues(\.unordered))
    default: self
    }
  }
}

extension Trace {
  /// Compares the types of action in the trace with those of a program.
  ///
  /// - A type is ``TraceCheck/Verdict/same`` if the program decodes its actions and encodes them to
  ///   the same values. The order of lists does not count, because a `Set` has none.
  /// - It is ``TraceCheck/Verdict/changed`` if the program has the case, and reads or writes other
  ///   values.
  /// - It is ``TraceCheck/Verdict/removed`` if the program has no such case. A case that is not in
  ///   `names` is also taken for removed if the decoding of its first action fails with an error
  ///   that has no path or is no `DecodingError`.
  /// - It is ``TraceCheck/Verdict/added`` if the program has the case, and the trace has no such
  ///   action. This is known only for a type that lists its cases: it is `@CasePathable` or
  ///   `CaseIterable`, or its `CodingKeys` are `CaseIterable`. For any other enum Swift gives no
  ///   list; ``TraceCheck/unlisted`` contains the names of these types. An inner type is among them
  ///   only if the trace or `names` contains one of its actions.
  ///
  /// ```swift
  /// enum TillAction: Codable {
  ///   case sell(Int), pay
  ///   enum CodingKeys: CodingKey, CaseIterable { case sell, pay }
  /// }
  /// ```
  ///
  /// Complexity: at most one decoding and one encoding per action.
  ///
  /// - Parameters:
  ///   - type: The program's type of action.
  ///   - names: Names of the program's actions that its types do not list, as ``Line/name`` writes
  ///     them.
  /// - Returns: A verdict for each type of action.
  public func check<Action: Codable>(
    against type: Action.Type, names: Set<String> = []
  ) -> TraceCheck {
    TraceCheck(
      of: lines.lazy.map { (try? TraceValue(json: $0.action)) ?? .null }, against: type,
      names: names)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// How the types of a trace's actions compare with those of a program.
public struct TraceCheck: Sendable, Hashable, CustomStringConvertible {
  /// What has become of a type of action.
  public enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// All actions of this type are read as they were written.
    case same
    /// The program has it and the trace does not.
    case added
    /// The trace has it and the program does not.
    case removed
    /// The program has it, and the trace has it with other values.
    case changed
  }

  /// The verdicts by the names of the types.
  public var verdicts: [String: Verdict]

  /// The types of action whose cases are not known, or not all of them: of these the program may
  /// have more than are ``Verdict/added``.
  public var unlisted: Set<String>

  /// Whether all of the trace's actions can be read.
  public var isFine: Bool { verdicts.values.allSatisfy { $0 == .same || $0 == .added } }

  /// One line for each type, in alphabetical order, then one for each type whose cases are not
  /// known.
  public var description: String { (rows + notes).joined(separator: "\n") }

  private var rows: [String] {
    verdicts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
  }

  /// What is not known, and what to do.
  package var notes: [String] {
    unknown.map {
      "\($0), as it does not list its cases; make it @CasePathable, or its CodingKeys CaseIterable"
    }
  }

  private var unknown: [String] { unlisted.sorted().map { "added cases of \($0): unknown" } }

  /// The description on one line, without the advice.
  package var words: String { (rows + unknown).joined(separator: ", ") }
}

extension TraceCheck {
  /// Compares the types of actions with those of a program; see ``Trace/check(against:names:)``.
  ///
  /// - Parameters:
  ///   - actions: The actions as they are written.
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
          names.contains(name) || verdicts[name] == .same || Self.isOfValues(error)
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

  /// Whether an action cannot be read because of its values, and not because it has no such case.
  private static func isOfValues(_ error: any Error) -> Bool {
    switch error {
    // What Swift's own coding of enums says where there is no case of a name.
    case DecodingError.typeMismatch(_, let context):
      !context.codingPath.isEmpty
        && !context.debugDescription.hasPrefix("Invalid number of keys found")
    case DecodingError.keyNotFound(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      !context.codingPath.isEmpty
    default: false
    }
  }
}

extension TraceValue {
  /// The value with the elements of its lists sorted, as a `Set` is written in no fixed order.
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
  /// Compares the types of its actions with those of a program.
  ///
  /// An action is the same if the program reads it and writes it as it was, apart from the order of
  /// lists, as a `Set` has none. It is changed if the program has its case but reads or writes
  /// other values of it, and removed if the program has no such case. It is added if the program
  /// has the case and the trace has no such action. That is known where the type lists its cases:
  /// where it is `@CasePathable` or `CaseIterable`, or its `CodingKeys` are `CaseIterable`. Swift
  /// tells the cases of no other enum; ``TraceCheck/unlisted`` names the types that do not list
  /// them.
  ///
  /// ```swift
  /// enum TillAction: Codable {
  ///   case sell(Int), pay
  ///   enum CodingKeys: CodingKey, CaseIterable { case sell, pay }
  /// }
  /// ```
  ///
  /// Complexity: one decoding and one encoding per action.
  ///
  /// - Parameters:
  ///   - type: The program's type of action.
  ///   - names: Names of the program's actions that its types do not list, as ``Line/name`` writes
  ///     them.
  /// - Returns: A verdict for each type.
  public func check<Action: Codable>(
    against type: Action.Type, names: Set<String> = []
  ) -> TraceCheck {
    TraceCheck(
      of: lines.lazy.map { (try? TraceValue(json: $0.action)) ?? .null }, against: type,
      names: names)
  }
}

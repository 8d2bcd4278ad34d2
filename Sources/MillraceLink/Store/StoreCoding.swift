// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceDevTools
import MillraceTrace

/// The functions that encode and decode the states and actions of a store.
package struct StoreCoding<State: Sendable, Action: Sendable>: Sendable {
  typealias Timeline = TimeMachineState<State, Action>

  /// Encodes a state.
  let state: @Sendable (State) -> TraceValue
  /// Encodes only a part of a state.
  let part: @Sendable (State, TracePath) -> TraceValue?
  /// Returns the differences between two states, at most `limit` changes.
  let changes: @Sendable (_ old: State, _ new: State, _ limit: Int) -> [TraceChange]
  /// Encodes an action.
  let action: @Sendable (Action) -> TraceValue
  /// Returns the number of bytes of the JSON of actions.
  let size: @Sendable (ArraySlice<Action>) -> Int
  /// Decodes an action; nil if the type of action is not `Decodable`.
  let decode: (@Sendable (TraceValue) throws -> Action)?
  /// Returns the text of a file with a timeline; nil if the types are not `Codable`.
  ///
  /// The last argument is the name of the program for a trace, or nil.
  let export: (@Sendable (Timeline, ExportForm, String?) throws -> String)?
  /// Reads the text of a file; nil if the types are not `Codable`.
  let read: (@Sendable (Timeline, String) throws -> StoreFile<State, Action>)?
  /// Generates a test that fails while the actions of a timeline lead to a value; nil if the types
  /// are not `Codable`.
  let test: (@Sendable (Timeline, TraceCondition) throws -> String)?
}

extension StoreCoding {
  /// Creates functions for types that need not be `Codable`.
  ///
  /// Values that cannot be encoded are shown with `Mirror`.
  package init() {
    self.init(
      state: { StoreCoding.written($0) }, part: { StoreCoding.part(of: $0, at: $1) },
      changes: { StoreCoding.changes(from: $0, to: $1, limit: $2) },
      action: { StoreCoding.written($0) },
      size: { $0.reduce(0) { $0 + StoreCoding.written($1).json.utf8.count } },
      decode: Self.reader, export: nil, read: nil, test: nil)
  }

  private static func part(of value: Any, at path: TracePath) -> TraceValue? {
    guard let encodable = value as? any Encodable else { return written(value)[path: path] }
    do { return try TraceValue.part(at: path, of: encodable) } catch {
      return written(value)[path: path]
    }
  }

  private static func changes(from old: Any, to new: Any, limit: Int) -> [TraceChange] {
    if let old = old as? any Encodable, let new = new as? any Encodable,
      let changes = try? TraceChange.between(old, new, limit: limit)
    {
      return changes
    }
    return written(old).changes(to: written(new), limit: limit)
  }

  /// The function that decodes actions, or nil if the type of action is not `Decodable`.
  private static var reader: (@Sendable (TraceValue) throws -> Action)? {
    guard Action.self is any Decodable.Type else { return nil }
    return { value in
      guard let type = Action.self as? any Decodable.Type,
        let action = try value.decoded(as: type) as? Action
      else {
        throw MonitorFailure("\(value.json) is not of type \(Action.self)")
      }
      return action
    }
  }

  private static func written(_ value: Any) -> TraceValue {
    if let value = value as? any Encodable, let written = try? TraceValue(encoding: value) {
      return written
    }
    return TraceValue(reflecting: value)
  }
}

extension StoreCoding where State: Codable, Action: Codable {
  /// Creates functions for `Codable` types.
  ///
  /// - Parameters:
  ///   - codable: Has no value. The label distinguishes this initializer from the one for other
  ///     types.
  ///   - feature: The expression for the store's feature in a test, or nil.
  package init(codable: Void, feature: String? = nil) {
    let general = StoreCoding()
    self.init(
      state: general.state, part: general.part, changes: general.changes, action: general.action,
      size: { actions in
        if let json = try? TraceCoding.encoder().encode(Array(actions)) { return json.count }
        return actions.reduce(0) { $0 + TraceValue(reflecting: $1).json.utf8.count }
      },
      decode: general.decode,
      export: { line, form, client in try line.export(as: form.file, client: client) },
      read: { line, text in
        do {
          let history = try TimeMachineHistory<State, Action>(
            reading: text, initialState: line.initialState, reducer: line.reducer,
            limit: line.maxAge)
          return StoreFile(history: history, check: try .init(of: text, line))
        } catch let error as TraceError {
          guard case .unreadableAction = error else { throw error }
          let check = try TraceCheck(of: text, line)
          throw MonitorFailure("\(error) \(check.line)")
        }
      },
      test: { line, condition in
        try TraceProgram(line.reducer, named: feature).test(
          of: line.trace(notesChanges: false), condition)
      })
  }
}

/// The content of a file.
struct StoreFile<State: Sendable, Action: Sendable>: Sendable {
  let history: TimeMachineHistory<State, Action>
  /// The comparison of the file's types of action with those of the program.
  let check: TraceCheck
}

extension TraceCheck {
  fileprivate init<State: Codable & Sendable, Action: Codable & Sendable>(
    of text: String, _ line: TimeMachineState<State, Action>
  ) throws(TraceError) {
    self = try TimeMachineHistory<State, Action>.check(text, names: line.actionNames)
  }

  /// The result of the comparison in one line of text, truncated after 1,000 characters.
  var line: String { words.shortened(to: 1_000) }
}

/// A reason why a request or a command has failed.
package struct MonitorFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// The file formats of an export.
package enum ExportForm: String, CaseIterable, Codable, Sendable {
  case trace, liftedState, payload

  var file: TimeMachineFile {
    switch self {
    case .trace: .trace
    case .liftedState: .liftedState
    case .payload: .payload
    }
  }

  package var title: String {
    switch self {
    case .trace: "Trace"
    case .liftedState: "Redux DevTools, whole state"
    case .payload: "Redux DevTools, actions"
    }
  }

  package var ending: String { self == .trace ? ".trace.jsonl" : "-\(rawValue).json" }
}

extension TraceValue {
  /// The maximum number of elements of a collection that are shown.
  private static var most: Int { 1_000 }
  /// The maximum depth of a value that is shown.
  private static var deepestMirror: Int { 16 }
  /// The maximum number of objects that are shown.
  private static var mostObjects: Int { 10_000 }

  /// Converts a value to JSON with `Mirror`.
  ///
  /// The JSON does not contain `Redacted` values.
  ///
  /// Parts that can be encoded, such as a date or a URL, are encoded. Inside an object, the same
  /// object is not shown again.
  ///
  /// Complexity: linear in the size of the value. At most 16 levels inside the value are shown,
  /// 1,000 elements of a collection, and 10,000 objects, where an object in two places counts
  /// twice.
  init(reflecting value: Any) {
    var left = Self.mostObjects
    self.init(reflecting: value, depth: 0, within: [], objectsLeft: &left)
  }

  private init(
    reflecting value: Any, depth: Int, within outer: Set<ObjectIdentifier>,
    objectsLeft left: inout Int
  ) {
    switch value {
    case let text as String: self = .string(text)
    case let flag as Bool: self = .bool(flag)
    case let number as any BinaryInteger: self = .number("\(number)")
    case let number as Double: self = number.isFinite ? .number("\(number)") : .string("\(number)")
    default:
      let mirror = Mirror(reflecting: value)
      let isCollection = [.collection, .set, .dictionary].contains(mirror.displayStyle)
      if depth > 0, !isCollection, mirror.displayStyle != .optional,
        let value = value as? any Encodable, let written = try? TraceValue(encoding: value)
      {
        self = written.beginning(depth)
        return
      }
      let isLeaf = mirror.children.isEmpty ? !isCollection : depth > Self.deepestMirror
      if isLeaf && mirror.displayStyle != .optional {
        let text = Self.text(of: value)
        self = .string(mirror.children.isEmpty ? text : Self.short(text))
        return
      }
      var objects = outer
      if mirror.displayStyle == .class {
        let isInside = !objects.insert(ObjectIdentifier(value as AnyObject)).inserted
        // Without this, objects that reference each other would be shown along every path.
        if isInside || left == 0 {
          self = .string("\(type(of: value)) (\(isInside ? "see above" : "not shown"))")
          return
        }
        left -= 1
      }
      func inner(_ value: Any) -> TraceValue {
        TraceValue(reflecting: value, depth: depth + 1, within: objects, objectsLeft: &left)
      }
      let children = mirror.children.prefix(Self.most)
      switch mirror.displayStyle {
      case .optional: self = children.first.map { inner($0.value) } ?? .null
      case .collection, .set: self = .array(children.map { inner($0.value) })
      case .enum:
        // In the form of Swift's synthesized coding of enums: the payload is under its labels.
        let (label, payload) = children[children.startIndex]
        let parts = Mirror(reflecting: payload)
        let isTuple = parts.displayStyle == .tuple
        self = .object([
          label ?? "_0": .object(isTuple ? Self.members(parts, inner) : ["_0": inner(payload)])
        ])
      case .dictionary:
        let pairs = children.map { Array(Mirror(reflecting: $0.value).children) }
        guard pairs.allSatisfy({ $0.count == 2 }) else {
          self = .object(Self.members(mirror, inner))
          return
        }
        self = .object(
          Dictionary(pairs.map { (Self.text(of: $0[0].value), inner($0[1].value)) }) { first, _ in
            first
          })
      default: self = .object(Self.members(mirror, inner))
      }
    }
  }

  /// The text of a value, or the name of its type if it contains a date that has no description.
  private static func text(of value: Any) -> String {
    hasOddDate(value) ? "\(type(of: value))" : "\(value)"
  }

  /// True if the text of a value can contain a date outside the years 1 to 4001, or one that is not
  /// a number: its description stops the program.
  ///
  /// Also true for a value that is too deep to be searched, or whose mirror contains itself.
  private static func hasOddDate(_ value: Any, depth: Int = 0) -> Bool {
    if let date = value as? Date {
      return !(abs(date.timeIntervalSinceReferenceDate) <= 63_114_076_800)
    }
    let mirror = Mirror(reflecting: value)
    // The text of an object does not contain its properties.
    guard mirror.displayStyle != .class else { return false }
    return depth > deepestMirror
      || mirror.children.contains { hasOddDate($0.value, depth: depth + 1) }
  }

  /// The encoded value with the same limits of depth and elements as a value that is converted with
  /// `Mirror`.
  private func beginning(_ depth: Int) -> TraceValue {
    switch self {
    case .array where depth > Self.deepestMirror, .object where depth > Self.deepestMirror:
      .string(short)
    case .array(let elements):
      .array(elements.prefix(Self.most).map { $0.beginning(depth + 1) })
    case .object(let members):
      .object(
        Dictionary(
          uniqueKeysWithValues: members.sorted { $0.key < $1.key }.prefix(Self.most)
            .map { ($0, $1.beginning(depth + 1)) }))
    default: self
    }
  }

  private static func members(
    _ mirror: Mirror, _ inner: (Any) -> TraceValue
  ) -> [String: TraceValue] {
    let named = mirror.children.prefix(most).enumerated().map { index, child in
      let label = child.label.map { $0.hasPrefix(".") ? "_" + $0.dropFirst() : $0 } ?? "_\(index)"
      return (label, inner(child.value))
    }
    return Dictionary(named) { first, _ in first }
  }
}

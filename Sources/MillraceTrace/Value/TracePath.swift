// SPDX-License-Identifier: Apache-2.0

/// The path to a part of a state, written as `cart.items[2].name`.
///
/// A name with special characters is written in brackets and quotation marks: `pages["a.b"]`. There
/// each `"` and each `\` of the name has a `\` in front of it.
public struct TracePath: Sendable, Hashable, CustomStringConvertible {
  /// One step of a path.
  public enum Step: Sendable, Hashable {
    /// The step to a member of an object.
    case name(String)
    /// The step to an element of a list.
    case index(Int)
  }

  /// The steps from the state to the part.
  ///
  /// The path of the whole state has no steps.
  public var steps: [Step]

  /// Creates a path from its steps.
  public init(_ steps: [Step] = []) {
    self.steps = steps
  }

  /// Creates the path of a value that is being encoded or decoded.
  package init(codingPath: [any CodingKey]) {
    steps = codingPath.map { key in
      // Foundation gives the elements of a list these names. A key of a dictionary or an enum of
      // keys can have a number too.
      if let index = key.intValue, key.stringValue == "Index \(index)" { return .index(index) }
      return .name(key.stringValue)
    }
  }

  /// Reads a path from text, or returns nil if the text is not a path.
  ///
  /// An empty text and `.` are the path of the whole state.
  public init?(_ text: String) {
    guard let steps = text == "." ? [] : Self.steps(of: Array(text.utf8)) else { return nil }
    self.steps = steps
  }

  private static func steps(of bytes: [UInt8]) -> [Step]? {
    var steps: [Step] = []
    var place = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "["):
        guard let (step, end) = bracket(bytes, place + 1) else { return nil }
        steps.append(step)
        place = end
      case UInt8(ascii: ".") where !steps.isEmpty:
        guard let end = word(bytes, place + 1, &steps) else { return nil }
        place = end
      default:
        guard steps.isEmpty, let end = word(bytes, place, &steps) else { return nil }
        place = end
      }
    }
    return steps
  }

  /// Reads a name and appends its step.
  ///
  /// - Returns: The end of the name, or nil if there is none.
  private static func word(_ bytes: [UInt8], _ start: Int, _ steps: inout [Step]) -> Int? {
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "."), bytes[end] != UInt8(ascii: "[") {
      end += 1
    }
    guard end > start else { return nil }
    steps.append(.name(String(decoding: bytes[start..<end], as: UTF8.self)))
    return end
  }

  /// Reads a step in brackets.
  ///
  /// - Returns: The step and its end, or nil if the brackets contain no step.
  private static func bracket(_ bytes: [UInt8], _ start: Int) -> (Step, Int)? {
    guard start < bytes.count else { return nil }
    var place = start
    if bytes[start] != UInt8(ascii: "\"") {
      while place < bytes.count, bytes[place] != UInt8(ascii: "]") { place += 1 }
      guard place < bytes.count,
        let index = Int(String(decoding: bytes[start..<place], as: UTF8.self)), index >= 0
      else { return nil }
      return (.index(index), place + 1)
    }
    var name: [UInt8] = []
    place += 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      if bytes[place] == 0x5C { place += 1 }
      guard place < bytes.count else { return nil }
      name.append(bytes[place])
      place += 1
    }
    guard place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "]") else { return nil }
    return (.name(String(decoding: name, as: UTF8.self)), place + 2)
  }

  /// The path as text.
  ///
  /// The path of the whole state is `.`.
  public var description: String {
    if steps.isEmpty { return "." }
    var text = ""
    for step in steps {
      switch step {
      case .index(let index): text += "[\(index)]"
      case .name(let name):
        if !name.isEmpty, name.utf8.allSatisfy(Self.isOfWord) {
          text += text.isEmpty ? name : ".\(name)"
        } else {
          text += "[\""
          // By scalars: a quotation mark and a combining accent are a single `Character`.
          for scalar in name.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text.unicodeScalars.append("\\") }
            text.unicodeScalars.append(scalar)
          }
          text += "\"]"
        }
      }
    }
    return text
  }

  /// True if the paths are equal, or if one of them is the beginning of the other.
  public func concerns(_ other: TracePath) -> Bool {
    zip(steps, other.steps).allSatisfy { $0 == $1 }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\""), 0x5C,
      UInt8(ascii: "="):
      // `=` separates the path and the value of a `TraceCondition`.
      false
    default: byte > 0x20
    }
  }
}

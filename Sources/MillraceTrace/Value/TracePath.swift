// SPDX-License-Identifier: Apache-2.0

/// The way to a part of a state, written as `cart.items[2].name`.
///
/// A name that is no plain word is put in quotation marks: `pages["a.b"]`.
public struct TracePath: Sendable, Hashable, CustomStringConvertible {
  /// One step down.
  public enum Step: Sendable, Hashable {
    /// To the member of an object.
    case name(String)
    /// To the element of a list.
    case index(Int)
  }

  /// The steps from the state down; none for the state as a whole.
  public var steps: [Step]

  /// Creates a path from its steps.
  public init(_ steps: [Step] = []) {
    self.steps = steps
  }

  /// Reads a path as it is written; nil if it is none.
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

  /// Reads a name; where it ends.
  private static func word(_ bytes: [UInt8], _ start: Int, _ steps: inout [Step]) -> Int? {
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "."), bytes[end] != UInt8(ascii: "[") {
      end += 1
    }
    guard end > start else { return nil }
    steps.append(.name(String(decoding: bytes[start..<end], as: UTF8.self)))
    return end
  }

  /// Reads what stands in brackets, and where it ends.
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

  /// The path as it is written; `.` for the state as a whole.
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
          // Not by letters: a quotation mark and an accent after it are one letter.
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

  /// Whether one of the two is a part of the other, or they are the same.
  public func concerns(_ other: TracePath) -> Bool {
    zip(steps, other.steps).allSatisfy { $0 == $1 }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\""), 0x5C,
      UInt8(ascii: "="):
      // After `=` a `TraceCondition` has its value.
      false
    default: byte > 0x20
    }
  }
}

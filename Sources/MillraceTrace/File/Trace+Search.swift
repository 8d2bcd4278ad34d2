// SPDX-License-Identifier: Apache-2.0

extension Trace {
  /// Finds the actions that changed a part of the state, or a part of that part, or more than it.
  ///
  /// Complexity: O(number of changes), without a look at states or actions.
  ///
  /// - Parameter path: The part.
  /// - Returns: The indices of their lines, in order.
  public func lines(changing path: TracePath) -> [Int] {
    // Most changes are of few paths.
    var known: [String: Bool] = [:]
    return lines.indices.filter { index in
      lines[index].changed?.contains { text in
        if let answer = known[text] { return answer }
        let answer = TracePath(text)?.concerns(path) ?? false
        known[text] = answer
        return answer
      } ?? false
    }
  }

  /// Finds the actions in which a text is written: in a case name, in a value, or in the reason why
  /// it was refused.
  ///
  /// Complexity: linear in the text of all actions.
  ///
  /// - Parameter text: The text; of a number its digits.
  /// - Returns: The indices of their lines, in order.
  public func lines(containing text: String) -> [Int] {
    var quoted = TraceValue.string(text).json
    quoted.removeFirst()
    quoted.removeLast()
    let pattern = ContiguousArray(quoted.utf8)
    let plain = ContiguousArray(text.utf8)
    return lines.indices.filter { index in
      lines[index].action.holds(pattern) || lines[index].rejection?.holds(plain) ?? false
    }
  }

  /// The actions that led to an action, the first of them first, with the action itself.
  ///
  /// Complexity: O(length of the chain × log n).
  ///
  /// - Parameter number: The number of the action.
  /// - Returns: The indices of the lines; those that the trace does not have any more are left out,
  ///   and so is a cause that is not before its action.
  public func causes(of number: UInt64) -> [Int] {
    var chain: [Int] = []
    var next: UInt64? = number
    while let number = next, let index = index(of: number) {
      chain.append(index)
      next = lines[index].cause.flatMap { $0 < number ? $0 : nil }
    }
    return chain.reversed()
  }

  /// The actions to which an action led, directly or not.
  ///
  /// Complexity: linear in the lines after it.
  ///
  /// - Parameter number: The number of the action.
  /// - Returns: The indices of the lines, in order.
  public func consequences(of number: UInt64) -> [Int] {
    guard let first = index(of: number) else { return [] }
    var numbers: Set<UInt64> = [number]
    return lines.indices[first...].dropFirst().filter { index in
      guard let cause = lines[index].cause, numbers.contains(cause) else { return false }
      numbers.insert(lines[index].number)
      return true
    }
  }
}

extension String {
  /// Whether bytes occur in it, one after the other.
  fileprivate func holds(_ pattern: ContiguousArray<UInt8>) -> Bool {
    guard let first = pattern.first else { return true }
    var text = self
    return text.withUTF8 { bytes in
      guard bytes.count >= pattern.count else { return false }
      return pattern.withUnsafeBufferPointer { pattern in
        var position = 0
        let last = bytes.count - pattern.count
        while position <= last {
          if bytes[position] == first {
            var offset = 1
            while offset < pattern.count, bytes[position + offset] == pattern[offset] {
              offset += 1
            }
            if offset == pattern.count { return true }
          }
          position += 1
        }
        return false
      }
    }
  }
}

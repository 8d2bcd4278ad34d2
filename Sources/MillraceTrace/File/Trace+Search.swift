// SPDX-License-Identifier: Apache-2.0

extension Trace {
  /// Finds the actions that changed a part of the state, something within it, or a larger part that
  /// contains it.
  ///
  /// A line whose changes are not known is not found.
  ///
  /// Complexity: O(number of lines + number of changes). States and actions are not read.
  ///
  /// - Parameter path: The path of the part.
  /// - Returns: The indices of their lines, in order.
  public func lines(changing path: TracePath) -> [Int] {
    // The same paths occur in many lines.
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

  /// Finds the actions that contain a text in their JSON or in the error with which the reducer
  /// rejected them.
  ///
  /// The JSON contains the names of cases, the labels of values, and the values.
  ///
  /// Complexity: linear in the length of all actions and errors; in the worst case, also in the
  /// length of the text.
  ///
  /// - Parameter text: The text, without the escapes of JSON. A number is found by its digits.
  /// - Returns: The indices of their lines, in order.
  public func lines(containing text: String) -> [Int] {
    // By bytes: a quotation mark and a combining accent are a single `Character`.
    let pattern = ContiguousArray(TraceValue.string(text).json.utf8.dropFirst().dropLast())
    let plain = ContiguousArray(text.utf8)
    return lines.indices.filter { index in
      lines[index].action.holds(pattern) || lines[index].rejection?.holds(plain) ?? false
    }
  }

  /// Finds the actions that led to an action: its cause, the cause of the cause, and so on.
  ///
  /// Complexity: O(number of causes × log n).
  ///
  /// - Parameter number: The number of the action.
  /// - Returns: The indices of the lines, in order; the last one is that of the action itself. The
  ///   list begins after a cause that is not in the trace, or that does not come before its action.
  ///   It is empty if the trace has no action with the number.
  public func causes(of number: UInt64) -> [Int] {
    var chain: [Int] = []
    var next: UInt64? = number
    while let number = next, let index = index(of: number) {
      chain.append(index)
      next = lines[index].cause.flatMap { $0 < number ? $0 : nil }
    }
    return chain.reversed()
  }

  /// Finds the actions to which an action led, directly or through other actions.
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
  /// True if the UTF-8 of the string contains a sequence of bytes.
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

// SPDX-License-Identifier: Apache-2.0

// The text of scripts in a report.

extension FuzzScript: CustomStringConvertible {
  var description: String {
    steps.enumerated().map { "\($0): \($1)" }.joined(separator: "\n")
  }
}

extension FuzzRun: CustomStringConvertible {
  var description: String { "\(heeds ? "run" : "stubborn run") \(name) \(steps)" }
}

extension FuzzWord: CustomStringConvertible {
  var description: String {
    let kind = if case .plain = kind { "" } else { " \(kind)" }
    return "\(number)\(kind)" + (reaction.map { " -> \($0)" } ?? "")
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation

extension TraceCommand {
  /// Runs with the arguments of the process, writes the answer and ends the process.
  public func main() -> Never {
    let answer = run(Array(CommandLine.arguments.dropFirst())) { name in
      try String(contentsOf: URL(fileURLWithPath: name), encoding: .utf8)
    }
    let output = answer.code == 0 ? FileHandle.standardOutput : FileHandle.standardError
    output.write(Data((answer.text + "\n").utf8))
    exit(answer.code)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation

extension TraceCommand {
  /// Runs with the arguments of the process, writes the answer and ends the process.
  ///
  /// Standard output gets the answer and nothing else; an error goes to standard error.
  public func main() -> Never {
    // The reducer may print, and reports of debug builds are printed: all that goes to standard
    // error.
    fflush(nil)
    let answers = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    let answer = run(Array(CommandLine.arguments.dropFirst())) { name in
      try String(contentsOf: URL(fileURLWithPath: name), encoding: .utf8)
    }
    let output = answer.code == 0 ? FileHandle(fileDescriptor: answers) : FileHandle.standardError
    output.write(Data((answer.text + "\n").utf8))
    exit(answer.code)
  }
}

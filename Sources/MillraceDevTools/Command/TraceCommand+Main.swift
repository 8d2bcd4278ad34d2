// SPDX-License-Identifier: Apache-2.0

import Foundation

extension TraceCommand {
  /// Runs with the arguments of the process, writes the answer and ends the process.
  ///
  /// Standard output gets the answer and nothing else; an error goes to standard error. An answer
  /// that cannot be written is exit code 74.
  public func main() -> Never {
    // The reducer may print, and reports of debug builds are printed: all that goes to standard
    // error.
    fflush(nil)
    let answers = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    let answer = run(Array(CommandLine.arguments.dropFirst())) { name in
      try String(contentsOf: URL(fileURLWithPath: name), encoding: .utf8)
    }
    let output = answer.isError ? .standardError : FileHandle(fileDescriptor: answers)
    if let problem = Self.write(answer.text, to: output) {
      _ = Self.write("error: The answer could not be written: \(problem)", to: .standardError)
      exit(74)  // EX_IOERR
    }
    exit(answer.code)
  }

  /// Writes a line.
  ///
  /// - Returns: What has gone wrong: a full disk, or a terminal that is closed.
  static func write(_ text: String, to output: FileHandle) -> (any Error)? {
    do {
      try output.write(contentsOf: Data((text + "\n").utf8))
      return nil
    } catch {
      return error
    }
  }
}

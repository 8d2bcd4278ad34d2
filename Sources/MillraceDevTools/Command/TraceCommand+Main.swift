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
      try Self.text(of: Data(contentsOf: URL(fileURLWithPath: name)))
    }
    let output = answer.isError ? .standardError : FileHandle(fileDescriptor: answers)
    if let problem = Self.write(answer.text, to: output) {
      _ = Self.write("error: The answer could not be written: \(problem)", to: .standardError)
      exit(74)  // EX_IOERR
    }
    exit(answer.code)
  }

  /// The text of a file.
  ///
  /// - Throws: An error that names the first byte which is no UTF-8.
  static func text(of bytes: Data) throws(NotUTF8) -> String {
    if let text = String(bytes: bytes, encoding: .utf8) { return text }
    var (parser, rest) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator())
    var (offset, line) = (0, 1)
    while case .valid(let scalar) = parser.parseScalar(from: &rest) {
      offset += scalar.count
      if scalar.first == UInt8(ascii: "\n") { line += 1 }
    }
    throw NotUTF8(offset: offset, line: line)
  }

  /// A byte that is no text.
  struct NotUTF8: Error, CustomStringConvertible {
    let offset: Int
    let line: Int

    var description: String {
      "byte \(offset), in line \(line), is no UTF-8. Check that the file is a whole trace."
    }
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

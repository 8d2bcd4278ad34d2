// SPDX-License-Identifier: Apache-2.0

import Foundation

extension TraceCommand {
  /// Runs the command with the arguments of the process, writes the answer and ends the process.
  ///
  /// Only the answer is written to standard output. An error is written to standard error. If the
  /// answer cannot be written, the exit code is 74.
  public func main() -> Never {
    // Output of the reducer and reports of debug builds are redirected to standard error.
    fflush(nil)
    let answers = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    let answer = run(Array(CommandLine.arguments.dropFirst())) { name in
      try Self.text(of: Self.bytes(of: name))
    }
    let output = answer.isError ? .standardError : FileHandle(fileDescriptor: answers)
    if let problem = Self.write(answer.text, to: output) {
      _ = Self.write("error: The answer could not be written: \(problem)", to: .standardError)
      exit(74)  // EX_IOERR
    }
    exit(answer.code)
  }

  /// An error of the system, in words.
  struct SystemError: Error, CustomStringConvertible {
    let code: Int32

    var description: String {
      switch code {
      case ENOENT: "there is no such file"
      case EISDIR: "it is a folder"
      case EACCES: "there is no permission"
      case ENOSPC: "there is no space"
      default: String(cString: strerror(code))
      }
    }
  }

  /// Reads a file, also a pipe; `-` is the standard input.
  ///
  /// - Throws: ``SystemError``.
  static func bytes(of name: String) throws(SystemError) -> Data {
    let file = name == "-" ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemError(code: errno) }
    defer { if file != STDIN_FILENO { close(file) } }
    var bytes = Data()
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &part, part.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: part[..<count])
      } else if errno != EINTR {
        throw SystemError(code: errno)
      }
    }
  }

  /// Decodes the bytes of a file as UTF-8.
  ///
  /// - Throws: An error with the offset of the first byte that is not valid UTF-8.
  package static func text(of bytes: Data) throws(NotUTF8) -> String {
    if let text = String(bytes: bytes, encoding: .utf8) { return text }
    var (parser, rest) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator())
    var (offset, line) = (0, 1)
    while case .valid(let scalar) = parser.parseScalar(from: &rest) {
      offset += scalar.count
      if scalar.first == UInt8(ascii: "\n") { line += 1 }
    }
    throw NotUTF8(offset: offset, line: line)
  }

  /// The position of a byte that is not valid UTF-8.
  package struct NotUTF8: Error, CustomStringConvertible {
    let offset: Int
    let line: Int

    package var description: String {
      "byte \(offset), in line \(line), is not UTF-8. Check that the file is a complete trace."
    }
  }

  /// Writes a text and a line break.
  ///
  /// - Returns: The error, or nil. Examples are a full disk and a closed terminal.
  static func write(_ text: String, to output: FileHandle) -> (any Error)? {
    let bytes = Array((text + "\n").utf8)
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        writeBytes(output.fileDescriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 { start += count } else if errno != EINTR { return SystemError(code: errno) }
    }
    return nil
  }
}

/// The system's `write`, which the method of the same name hides.
private func writeBytes(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

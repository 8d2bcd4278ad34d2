// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Millrace

@Suite struct StandardErrorTests {
  /// What is written to a pipe.
  ///
  /// A thread of its own writes, because the pipe can be too small for the text.
  private func written(_ lines: String...) throws -> String {
    let pipe = Pipe()
    let output = pipe.fileHandleForWriting
    Thread.detachNewThread {
      for line in lines { StandardError.write(line: line, to: output.fileDescriptor) }
      try? output.close()
    }
    let read = try pipe.fileHandleForReading.readToEnd() ?? Data()
    return String(decoding: read, as: UTF8.self)
  }

  @Test func aLineIsWrittenWhole() throws {
    #expect(try written("one", "", "zwölf") == "one\n\nzwölf\n")
    let long = String(repeating: "0123456789", count: 20_000)
    #expect(try written(long) == long + "\n")
  }

  /// It does not try again without end.
  @Test func aWriteThatFailsReturns() {
    StandardError.write(line: "nowhere", to: -1)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Millrace

@Suite struct StandardErrorTests {
  /// What a write leaves in a pipe, which is read while the text is longer than the pipe.
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

  @Test func whatCannotBeWrittenIsLeftOut() {
    StandardError.write(line: "nowhere", to: -1)
  }
}

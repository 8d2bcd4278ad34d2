// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Millrace

@Suite struct StandardErrorTests {
  /// What a write leaves in a pipe, which is read while the text is longer than the pipe.
  private func written(_ lines: String...) async throws -> String {
    let pipe = Pipe()
    let reading = Task.detached { try pipe.fileHandleForReading.readToEnd() ?? Data() }
    for line in lines {
      StandardError.write(line: line, to: pipe.fileHandleForWriting.fileDescriptor)
    }
    try pipe.fileHandleForWriting.close()
    return String(decoding: try await reading.value, as: UTF8.self)
  }

  @Test func aLineIsWrittenWhole() async throws {
    #expect(try await written("one", "", "zwölf") == "one\n\nzwölf\n")
    let long = String(repeating: "0123456789", count: 20_000)
    #expect(try await written(long) == long + "\n")
  }

  @Test func whatCannotBeWrittenIsLeftOut() {
    StandardError.write(line: "nowhere", to: -1)
  }
}

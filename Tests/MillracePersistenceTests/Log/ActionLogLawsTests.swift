// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillracePersistence
import Testing

struct ActionLogLawsTests {
  @Test func theMemoryKeepsTheLaws() async throws {
    var logs: [String: MemoryLog] = [:]
    let broken = try await ActionLogLaws.check { name in
      let log = logs[name] ?? MemoryLog(name)
      logs[name] = log
      return log
    }
    #expect(broken == [])
  }

  #if Persistence
    @Test func sqliteKeepsTheLaws() async throws {
      let folder = try temporaryFolder()
      let broken = try await ActionLogLaws.check { name in
        SQLiteLog(at: folder.appendingPathComponent(name))
      }
      #expect(broken == [])
    }
  #endif

  @Test func aLogThatBreaksALawIsTold() async throws {
    // Each opening is another log: nothing is there again, and the second writer takes its own.
    let broken = try await ActionLogLaws.check { MemoryLog($0) }
    #expect(
      broken == [
        "records are there when a log is opened again", "they are the same",
        "a second writer is refused, and the first is named",
        "a log that was freed can be taken",
      ])
  }
}

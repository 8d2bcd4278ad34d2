// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A server in a separate process, so that its time and memory can be measured separately.
final class ServerProcess {
  let port: Int
  private let process = Process()

  /// Starts this program again as a server.
  init(_ role: String) throws {
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["--serve", role]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }

  deinit { process.terminate() }

  func end() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The processor time of the process in seconds.
  ///
  /// The scheduler counts it in nanoseconds, while `/proc` counts in ticks of ten milliseconds.
  var seconds: Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process.processIdentifier, &clock) == 0,
      clock_gettime(clock, &time) == 0
    else { return .nan }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The memory of the process in megabytes.
  var megabytes: Double {
    guard
      let text = try? String(
        contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let kilobytes = Double(line.split(separator: " ")[1])
    else { return .nan }
    return kilobytes / 1024
  }
}

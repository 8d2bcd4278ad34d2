// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Foundation
import Millrace

/// The resident memory of an observer, in a process of its own for each side.
enum S6 {
  /// Only where the system says what is resident.
  @MainActor
  static let scenarios: [Scenario] = {
    #if os(Linux)
      [scenario]
    #else
      []
    #endif
  }()

  @MainActor
  private static let scenario =
    Scenario(name: "S6") { _ in
      try row("S6", "memory of an observer, of 10,000", ours: "ours", baseline: "baseline")
    }

  /// What two children measured, one for each side.
  static func row(
    _ name: String, _ operation: String, ours: String, baseline: String
  ) throws -> Row {
    let ours = try measure(ours)
    let baseline = try measure(baseline)
    return Row(
      name: name, operation: operation, value: ours.bytes, unit: "B",
      ratio: ours.bytes / baseline.bytes, allocations: ours.allocations)
  }

  private struct Figures {
    var bytes: Double
    var allocations: Double?
  }

  /// Starts this program again as the child that measures one side.
  private static func measure(_ side: String) throws -> Figures {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--child", side]
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self)
    let words = text.split(whereSeparator: \.isWhitespace).map { Double($0) }
    guard process.terminationStatus == 0, words.count == 2, let bytes = words[0] else {
      throw ChildFailure(side: side, status: process.terminationStatus)
    }
    return Figures(bytes: bytes, allocations: words[1])
  }

  /// What the child does: prints bytes and allocations per observer.
  ///
  /// - Returns: Whether there is such a side.
  @MainActor
  static func runChild(_ side: String) -> Bool {
    let tally = Tally()
    switch side {
    case "ours":
      report {
        S2.makeStore(observers: 0, tally).store
      } observe: {
        S2.observe($0, $1, tally)
      }
    case "baseline":
      report {
        KeyedByHand.make(observers: 0, tally)
      } observe: {
        $0.observe($1, tally)
      }
    default: return S7.runChild(side)
    }
    return true
  }

  @MainActor
  static func report<Model, Kept>(make: () -> Model, observe: (Model, Int) -> Kept) {
    // What is set up once is set up here.
    let first = make()
    let firstKept = observe(first, 10)

    let second = make()
    let before = residentBytes()
    let secondKept = observe(second, S2.size)
    let bytes = Double(residentBytes() - before) / Double(S2.size)

    let third = make()
    let isCounting = AllocationCounter.start()
    let thirdKept = observe(third, S2.size)
    let allocations = Double(AllocationCounter.stop()) / Double(S2.size)

    print(bytes, isCounting ? "\(allocations)" : "-")
    withExtendedLifetime((first, firstKept, second, secondKept, third, thirdKept)) {}
  }

  /// What this process holds in memory that belongs to no file.
  private static func residentBytes() -> Int {
    // What was freed before must not hide what comes. The function is an extension of GNU, which
    // Swift's headers do not show.
    typealias Trim = @convention(c) (Int) -> Int32
    if let trim = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(trim, to: Trim.self)(0) }
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").compactMap { Int($0) }
    return pages.count > 2 ? (pages[1] - pages[2]) * sysconf(Int32(_SC_PAGESIZE)) : 0
  }
}

/// The child that measures memory did not do so.
struct ChildFailure: Error, CustomStringConvertible {
  let side: String
  let status: Int32

  var description: String {
    """
    No memory was measured: the child process for \(side) ended with status \(status). \
    Run 'millrace-bench --child "\(side)"' by hand to see why.
    """
  }
}

// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Foundation
import Millrace

/// The resident memory of an observer.
///
/// Each side is measured in a separate process.
enum S6 {
  /// The scenarios.
  ///
  /// They exist only on systems that report resident memory.
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

  /// Returns the row with the results of two child processes, one for each side.
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

  /// Starts this program again as the child process that measures one side.
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

  /// Measures one side in the child process, and prints bytes and allocations per observer.
  ///
  /// - Returns: Whether this side exists.
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
    // The first store makes all one-time allocations, so that they are not measured below.
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

  /// The resident memory of this process without file-backed pages.
  private static func residentBytes() -> Int {
    // Return freed memory to the system. Otherwise new objects could use it, and would not be
    // measured. The function is a GNU extension, which is not visible in Swift.
    typealias Trim = @convention(c) (Int) -> Int32
    if let trim = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(trim, to: Trim.self)(0) }
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").compactMap { Int($0) }
    return pages.count > 2 ? (pages[1] - pages[2]) * sysconf(Int32(_SC_PAGESIZE)) : 0
  }
}

/// Something that a measurement needs is missing, for example a page.
struct NothingMeasured: Error, CustomStringConvertible {
  let description: String

  /// Creates the error.
  ///
  /// - Parameter what: The name of the measurement, and what is missing.
  init(_ what: String) { description = "Nothing was measured: \(what)." }
}

/// A child process failed, or did not print a measurement.
struct ChildFailure: Error, CustomStringConvertible {
  let side: String
  let status: Int32

  var description: String {
    """
    Nothing was measured: the child process of \(side) failed, status \(status). To see why, run \
    'millrace-bench --child' by hand with the name of the child, for example 'ours' or 'M2'.
    """
  }
}

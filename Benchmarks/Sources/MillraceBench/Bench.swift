// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Foundation

/// The program behind `bin/bench`.
@main
@MainActor
struct Bench {
  static let scenarios: [Scenario] =
    S1.scenarios + S1t.scenarios + S2.scenarios + S2x.scenarios + S3.scenarios + S4.scenarios
    + S5.scenarios + S6.scenarios + S7.scenarios + T1.scenarios + C1.scenarios + E1.scenarios
    + R1.scenarios + R4.scenarios + R5.scenarios + J1.scenarios + U1.scenarios
    + monitored

  /// The scenarios of the monitor. The monitor is a page, and pages exist only without SwiftUI.
  #if canImport(MillraceMonitor)
    private static let monitored = M1.scenarios + M2.scenarios + M3.scenarios
  #else
    private static let monitored: [Scenario] = []
  #endif

  static func main() {
    let isChild = CommandLine.arguments.contains("--child")
    Task {
      await start()
      exit(0)
    }
    // A child measures the time of the main actor's thread. So the main actor must always run on
    // the same thread.
    if isChild { RunLoop.main.run() } else { dispatchMain() }
  }

  private static func start() async {
    do {
      let options = try BenchOptions(
        Array(CommandLine.arguments.dropFirst()), names: scenarios.map(\.name),
        builds: B1.scenarios.map(\.name))
      let isGood =
        if let side = options.child {
          try await runChild(side)
        } else {
          try await run(options)
        }
      if !isGood { exit(1) }
    } catch let error as UsageError {
      say("error: \(error)")
      exit(UsageError.exitCode)
    } catch {
      say("error: \(error)")
      exit(1)
    }
  }

  /// Measures one side of a row that needs a separate process.
  ///
  /// - Returns: Whether this side exists.
  private static func runChild(_ side: String) async throws -> Bool {
    #if canImport(MillraceMonitor)
      if try await M2.runChild(side) { return true }
      if try await M3.runChild(side) { return true }
    #endif
    return S6.runChild(side)
  }

  /// Measures and reports.
  ///
  /// - Returns: Whether every promise is kept.
  private static func run(_ options: BenchOptions) async throws -> Bool {
    let promises: [Promise] = options.isBuild ? .builds : .millrace
    // The compiler is allowed to use all cores.
    let core = options.isBuild ? nil : pinToOneCore()
    say(core.map { "pinned to core \($0)" } ?? "not pinned to a core")
    let sampler =
      options.isQuick ? Sampler(repeats: 9, span: 2e6) : Sampler(repeats: 41, span: 5e6)
    let chosen = (options.isBuild ? B1.scenarios : scenarios).filter {
      options.only.isEmpty || options.only.contains($0.name)
    }
    let rows = try await Course(promises: promises, sampler: sampler).run(chosen) {
      say("measuring \($0)")
    }
    print(rows.table)
    let verdicts = promises.verdicts(on: rows, only: options.only)
    print(verdicts.table, terminator: "")
    if let path = options.json {
      try rows.json.write(toFile: path, atomically: true, encoding: .utf8)
    }
    if let path = options.plot {
      let chart = try await ObserverPlot.measure(sampler) { say("measuring \($0)") }
      try chart.svg.write(toFile: path, atomically: true, encoding: .utf8)
    }
    return verdicts.allSatisfy { $0.isKept }
  }

  private static func say(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}

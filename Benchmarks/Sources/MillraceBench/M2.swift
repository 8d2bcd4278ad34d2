// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
import Millrace
import MillraceLink
import MillraceMonitor
import MillraceWeb

/// A program whose store is watched over a link, by a monitor in this process.
///
/// The program is a child that dispatches 10,000 actions a second and tells its processor time, of
/// all of its threads. At this rate a tenth of a core is 10 µs for each action.
enum M2 {
  /// Actions of a tick, and ticks of 10 ms.
  private static let burst = 100
  private static let ticks = 300
  private static let warmUp = 100
  private static let count = burst * (ticks + warmUp)
  private static let token = "a-token-of-the-benchmark"

  @MainActor
  static let scenarios = [
    Scenario(name: "M2") { sampler in try await measure(sampler) }
  ]

  @MainActor
  private static func measure(_ sampler: Sampler) async throws -> Row {
    let monitor = Monitor(token: token)
    let server = try WebServer(port: 0, pages: monitor.pages)
    try await server.start()
    var (linked, plain): ([Double], [Double]) = ([], [])
    for _ in 0..<(sampler.repeats > 10 ? 3 : 1) {
      linked.append(try await child(monitor.linkAddress(on: server.address)))
      plain.append(try await child(nil))
    }
    let page = try await page(monitor.address(on: server.address))
    await server.stop()
    let all = count.formatted(.number.locale(Locale(identifier: "en_US")))
    guard page.contains("\(all) actions") else {
      throw ChildFailure(side: "M2: the monitor has not listed all actions", status: 0)
    }
    return Row(
      name: "M2", operation: "an action of a store that is linked, 10,000 a second",
      value: linked.median - plain.median, unit: "ns", ratio: linked.median / plain.median)
  }

  private static func page(_ address: String) async throws -> String {
    guard let url = URL(string: address) else { return "" }
    return String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
  }

  /// Starts this program again as the program that is watched, or that is not.
  ///
  /// - Returns: Nanoseconds of processor time for each action.
  private static func child(_ address: String?) async throws -> Double {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--child", address.map { "M2 \($0)" } ?? "M2"]
    process.standardOutput = pipe
    let status = try await withCheckedThrowingContinuation {
      (end: CheckedContinuation<Int32, any Error>) in
      process.terminationHandler = { end.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { end.resume(throwing: error) }
    }
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    guard status == 0, let time = Double(output.split(separator: "\n").last ?? "") else {
      throw ChildFailure(side: "M2", status: status)
    }
    return time
  }

  /// What the child does: prints the processor time of an action.
  ///
  /// - Returns: Whether it is a child of this scenario.
  @MainActor
  static func runChild(_ side: String) async throws -> Bool {
    let words = side.split(separator: " ")
    guard words.first == "M2" else { return false }
    unpinThread()
    let store = Store(initialState: R1.State(), reducer: Reducer(R1.reduce))
    let url = words.count > 1 ? URL(string: String(words[1])) : nil
    let link = url.map { MonitorLink(to: $0, token: token, as: "bench") }
    link?.add(store, named: "M2")
    while let link, link.status != .connected { try await Task.sleep(for: .milliseconds(5)) }
    try await run(store, ticks: warmUp)
    let start = Stopwatch.processor.now()
    try await run(store, ticks: ticks)
    // What is under way is done by then.
    try await Task.sleep(for: .milliseconds(300))
    let time = Stopwatch.processor.now() - start
    precondition(store.state.handled == count)
    withExtendedLifetime(link) {}
    print(Double(time) / Double(burst * ticks))
    return true
  }

  @MainActor
  private static func run(_ store: Store<R1.State, R1.Action>, ticks: Int) async throws {
    let clock = ContinuousClock()
    var next = clock.now
    for _ in 0..<ticks {
      for number in 0..<burst { store.dispatch(.add(number)) }
      next += .milliseconds(10)
      try await clock.sleep(until: next)
    }
  }
}

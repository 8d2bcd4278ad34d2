// SPDX-License-Identifier: Apache-2.0

#if canImport(MillraceMonitor)
  import BenchKit
  import Foundation
  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif
  import Millrace
  import MillraceLink
  import MillraceMonitor
  import MillraceWeb

  /// A program whose store is monitored over a link, by a monitor in this process.
  ///
  /// The program is a child process that dispatches 10,000 actions a second and prints its
  /// processor time. The time of the main actor is the time for which the store and the views wait.
  /// The time of all threads also includes other work, mostly the encoding of the actions as text.
  /// At this rate 10 µs per action are a tenth of a core.
  enum M2 {
    /// The number of actions in a tick.
    ///
    /// A tick takes 10 ms.
    private static let burst = 100
    private static let ticks = 300
    private static let warmUp = 100
    private static let count = burst * (ticks + warmUp)
    private static let token = "a-token-of-the-benchmark"

    @MainActor
    static let scenarios = [
      Scenario(name: "M2.main") { sampler in
        try await row("M2.main", "the main actor's part", \.main, of: sampler)
      },
      Scenario(name: "M2.all") { sampler in
        try await row("M2.all", "all threads", \.all, of: sampler)
      },
    ]

    /// The processor times of an action in nanoseconds.
    private struct Times {
      var main: Double
      var all: Double
    }

    /// The results of the latest runs, which both rows use.
    @MainActor private static var runs: (linked: [Times], plain: [Times])?
    /// The rows that have used them; a row that asks again gets new runs.
    @MainActor private static var users: Set<String> = []

    @MainActor
    private static func row(
      _ name: String, _ part: String, _ time: (Times) -> Double, of sampler: Sampler
    ) async throws -> Row {
      if !users.insert(name).inserted { (runs, users) = (nil, [name]) }
      let known: (linked: [Times], plain: [Times])
      if let runs { known = runs } else { known = try await measure(sampler) }
      runs = known
      let (ours, theirs) = (known.linked.map(time).median, known.plain.map(time).median)
      return Row(
        name: name, operation: "an action of a store that is linked, 10,000 a second: \(part)",
        value: ours - theirs, unit: "ns", ratio: ours / theirs)
    }

    @MainActor
    private static func measure(
      _ sampler: Sampler
    ) async throws -> (linked: [Times], plain: [Times]) {
      let monitor = try Monitor(token: token)
      let server = try WebServer(port: 0, pages: monitor.pages)
      try await server.start()
      var (linked, plain): ([Times], [Times]) = ([], [])
      for _ in 0..<(sampler.repeats > 10 ? 3 : 1) {
        linked.append(try await child(monitor.linkAddress(on: server.address)))
        plain.append(try await child(nil))
      }
      let page = try await page(monitor.address(on: server.address))
      await server.stop()
      let all = count.formatted(.number.locale(Locale(identifier: "en_US")))
      guard page.contains("\(all) actions") else {
        throw NothingMeasured("M2: the monitor has not listed all actions")
      }
      return (linked, plain)
    }

    private static func page(_ address: String) async throws -> String {
      guard let url = URL(string: address) else { return "" }
      return String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
    }

    /// Starts this program again as the child process, which dispatches.
    ///
    /// If the address of the link is nil, the store of the child is not monitored.
    private static func child(_ address: String?) async throws -> Times {
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
      let times = output.split(separator: "\n").last?.split(separator: " ").compactMap {
        Double($0)
      }
      guard status == 0, let times, times.count == 2 else {
        throw ChildFailure(side: "M2", status: status)
      }
      return Times(main: times[0], all: times[1])
    }

    /// Dispatches in the child process, and prints the processor times of an action.
    ///
    /// - Returns: Whether this process is a child of this scenario.
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
      let start = (Stopwatch.thread.now(), Stopwatch.processor.now())
      try await run(store, ticks: ticks)
      // The last messages of the link are sent during this time.
      try await Task.sleep(for: .milliseconds(300))
      let (main, all) = (Stopwatch.thread.now() - start.0, Stopwatch.processor.now() - start.1)
      precondition(store.state.handled == count)
      withExtendedLifetime(link) {}
      print(Double(main) / Double(burst * ticks), Double(all) / Double(burst * ticks))
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
#endif

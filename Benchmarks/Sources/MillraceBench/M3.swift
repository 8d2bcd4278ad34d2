// SPDX-License-Identifier: Apache-2.0

#if canImport(MillraceMonitor)
  import BenchKit
  import Foundation
  import Logging
  import Millrace
  import MillraceMonitor
  import MillraceWeb

  /// A program with a monitor, one page of which is open and follows the new actions.
  ///
  /// The program is a child process that dispatches 10,000 actions a second. It prints the
  /// processor time of its main thread, on which the store runs and the page is updated. At this
  /// rate 10 µs per action are a tenth of the time. `M3.people` has a state of 20,000 rows.
  enum M3 {
    private static let burst = 100
    private static let ticks = 300
    private static let warmUp = 100
    /// The minimum number of bytes of patches that a page must have read.
    private static let leastBytes = 20_000

    @MainActor
    static let scenarios = [scenario("page"), scenario("people")]

    @MainActor
    private static func scenario(_ state: String) -> Scenario {
      Scenario(name: "M3.\(state)") { sampler in
        var (shown, plain): ([Double], [Double]) = ([], [])
        for _ in 0..<(sampler.repeats > 10 ? 3 : 1) {
          shown.append(try await child(state, isShown: true))
          plain.append(try await child(state, isShown: false))
        }
        let (ours, theirs) = (shown.median, plain.median)
        return Row(
          name: "M3.\(state)",
          operation: "an action of a store whose monitor's page is open, 10,000 a second",
          value: ours - theirs, unit: "ns", ratio: ours / theirs)
      }
    }

    /// Starts this program again as the child process, which dispatches.
    ///
    /// Returns the nanoseconds per action.
    private static func child(_ state: String, isShown: Bool) async throws -> Double {
      let process = Process()
      let (output, input) = (Pipe(), Pipe())
      process.executableURL = Bundle.main.executableURL
      process.arguments = ["--child", "M3 \(state) \(isShown ? "shown" : "alone")"]
      process.standardOutput = output
      process.standardInput = input
      let (exits, end) = AsyncStream<Int32>.makeStream()
      process.terminationHandler = { end.yield($0.terminationStatus) }
      try process.run()
      var reader: Task<Int, any Error>?
      if isShown {
        let address = String(
          decoding: output.fileHandleForReading.availableData, as: UTF8.self
        ).trimmingCharacters(in: .whitespacesAndNewlines)
        let page = try RawPage(address)
        reader = Task.detached { page.readAll() }
      }
      input.fileHandleForWriting.write(Data("go\n".utf8))
      let text = await Task.detached {
        String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      }.value
      for await status in exits {
        guard status == 0, let time = text.split(separator: "\n").last.flatMap({ Double($0) })
        else { throw ChildFailure(side: "M3", status: status) }
        if let bytes = try await reader?.value, bytes < leastBytes {
          throw NothingMeasured("M3: the page has not followed, \(bytes) bytes")
        }
        return time
      }
      throw ChildFailure(side: "M3", status: 0)
    }

    /// Dispatches in the child process, and prints the main thread's time of an action.
    ///
    /// - Returns: Whether this process is a child of this scenario.
    @MainActor
    static func runChild(_ side: String) async throws -> Bool {
      let words = side.split(separator: " ")
      guard words.count == 3, words[0] == "M3" else { return false }
      unpinThread()
      let monitor = words[2] == "shown" ? Monitor() : nil
      if words[1] == "people" {
        let store = Crowd.store()
        monitor?.add(store, named: "M3")
        try await run(monitor) { store.dispatch(Crowd.action($0)) }
        precondition(store.state.handled == burst * (ticks + warmUp))
      } else {
        let store = Store(initialState: R1.State(), reducer: Reducer(R1.reduce))
        monitor?.add(store, named: "M3")
        try await run(monitor) { store.dispatch(.add($0)) }
        precondition(store.state.handled == burst * (ticks + warmUp))
      }
      return true
    }

    @MainActor
    private static func run(_ monitor: Monitor?, _ dispatch: (Int) -> Void) async throws {
      let server = try monitor.map {
        try WebServer(
          port: 0, pages: $0.pages,
          logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() })
      }
      if let server, let monitor {
        try await server.start()
        let address = monitor.address(on: server.address)
        FileHandle.standardOutput.write(Data("\(address)\n".utf8))
      }
      // The parent process writes a line when the page is open.
      _ = await Task.detached { readLine() }.value
      try await tick(warmUp, dispatch)
      let start = Stopwatch.thread.now()
      try await tick(ticks, dispatch)
      let time = Stopwatch.thread.now() - start
      print(Double(time) / Double(burst * ticks))
      withExtendedLifetime(monitor) {}
    }

    @MainActor
    private static func tick(_ ticks: Int, _ dispatch: (Int) -> Void) async throws {
      let clock = ContinuousClock()
      var next = clock.now
      for tick in 0..<ticks {
        for number in 0..<burst { dispatch(tick * burst + number) }
        next += .milliseconds(10)
        try await clock.sleep(until: next)
      }
    }
  }
#endif

// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Testing

private final class Box {}

@MainActor
@Suite struct ScenarioTests {
  private func idle() -> Trial {
    Trial { _ in
    } problem: { _ in
      nil
    }
  }

  /// This test runs in its own process, because it counts allocations.
  @Test func aRowSaysWhatWasMeasured() async {
    await #expect(processExitsWith: .success) {
      try await ScenarioTests.measureOnce()
    }
  }

  private static func makesAnObject() -> Trial {
    var kept: [Box] = []
    return Trial { count in
      kept.removeAll(keepingCapacity: true)
      for _ in 0..<count { kept.append(Box()) }
    } problem: { _ in
      nil
    }
  }

  private static func measureOnce() async throws {
    let scenario = Scenario(
      name: "S1a", operation: "count", ours: makesAnObject, baseline: makesAnObject,
      simpler: makesAnObject)
    let row = try await scenario.measure(Sampler(repeats: 5, span: 100_000))
    precondition(row.name == "S1a" && row.operation == "count" && row.unit == "ns")
    precondition(row.value > 0 && row.ratio > 0 && row.growth ?? 0 > 0)
    #if os(Linux)
      precondition(row.allocations.map { $0.rounded() } == 1, "\(row.allocations ?? -1)")
    #else
      precondition(row.allocations == nil)
    #endif
  }

  @Test func copiesArePerOperation() async throws {
    func copying() -> Trial {
      var copies = 0
      var trial = Trial {
        copies += 2 * $0
      } problem: { _ in
        nil
      }
      trial.copies = { copies }
      return trial
    }
    func copies(_ ours: @escaping @MainActor () -> Trial) async throws -> Double? {
      try await Scenario(name: "S1a", operation: "", ours: ours, baseline: idle)
        .measure(Sampler(repeats: 5, span: 1)).copies
    }
    #expect(try await copies(copying) == 2)
    #expect(try await copies(idle) == nil)
  }

  @Test func aFailureNamesTheSide() async throws {
    func broken() -> Trial {
      Trial { _ in
      } problem: { _ in
        "it is broken"
      }
    }
    for (ours, baseline, side) in [(broken, idle, "ours"), (idle, broken, "baseline")] {
      let scenario = Scenario(name: "S1a", operation: "", ours: ours, baseline: baseline)
      let error = await #expect(throws: TrialFailure.self) {
        try await scenario.measure(Sampler(repeats: 5, span: 1))
      }
      #expect(error?.description.contains("S1a did not do its work: \(side)") == true)
    }
  }
}

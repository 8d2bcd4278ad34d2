// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import TestSupport
import Testing

@MainActor
@Suite struct DependentEffectTests {
  private typealias Plan = DependentEffect<Int, String>

  /// What an effect sends at once.
  private func sent(_ plan: Plan, _ dependencies: Int = 7) -> [String] {
    let log = Log()
    IO(plan.effect(dependencies)).runDetached(Send { log.append($0.action) })
    return log.lines
  }

  /// What an effect sends from its task.
  private func sentLater(_ plan: Plan, count: Int) async -> [String] {
    let (actions, continuation) = AsyncStream.makeStream(of: String.self)
    IO(plan.effect(7)).runDetached(Send { continuation.yield($0.action) })
    var heard: [String] = []
    for await action in actions {
      heard.append(action)
      if heard.count == count { break }
    }
    return heard
  }

  @Test func whatNeedsNothingIsPassedOn() {
    #expect(sent(.none).isEmpty)
    #expect(sent(.just("a")) == ["a"])
    #expect(sent(.effect(.sequence("a", "b"))) == ["a", "b"])
    #expect(sent(.sequence("a", "b")) == ["a", "b"])
    #expect(sent(.sequence(["a", "b"])) == ["a", "b"])
    #expect(sent(.cancel(token: 1)).isEmpty)
  }

  @Test func whatSendsAtOnceKeepsTheCallSite() {
    let log = Log()
    let line = #line + 1
    for plan in [Plan.just("a"), .sequence("b", "c"), .sequence(["d"])] {
      IO(plan.effect(0)).runDetached(Send { log.append("\($0.action)\($0.source.line)") })
    }
    #expect(log.lines == ["a", "b", "c", "d"].map { "\($0)\(line)" })
  }

  @Test func dependenciesAreThereInsideTheEffect() {
    #expect(sent(.effect { context in .just("\(context.dependencies)") }, 3) == ["3"])
    #expect(sent(.effect { context in .just("\(context.token == nil)") }) == ["true"])
  }

  @Test func theTokenIsThereToo() {
    let plan = Plan.effect(token: "load") { context in
      .just("\(context.dependencies) \(context.token as? String ?? "-")")
    }
    #expect(sent(plan) == ["7 load"])
  }

  @Test func nothingIsMadeBeforeTheDependenciesAreKnown() {
    let log = Log()
    let plan = Plan.effect { _ in
      log.append("made")
      return .none
    }
    #expect(log.lines.isEmpty)
    _ = plan.effect(1)
    #expect(log.lines == ["made"])
  }

  @Test func mergeGivesEachPartTheSameDependencies() {
    let part = Plan.effect { .just("\($0.dependencies)") }
    #expect(sent(.merge(part, .none, .just("x"), part), 4) == ["4", "x", "4"])
    #expect(sent(.merge([part, .just("y")]), 4) == ["4", "y"])
    #expect(sent(.merge()).isEmpty)
    #expect(sent(.merge([])).isEmpty)
  }

  @Test(arguments: [false, true])
  func concatenateWaitsForEachPart(isArray: Bool) async {
    let slow = Plan.run { context, send in
      await Task.yield()
      await send("slow \(context.dependencies)")
    }
    let part = Plan.effect { .just("then \($0.dependencies)") }
    let plan: Plan = isArray ? .concatenate([slow, part]) : .concatenate(slow, part)
    #expect(await sentLater(plan, count: 2) == ["slow 7", "then 7"])
    #expect(sent(.concatenate()).isEmpty)
  }

  @Test func workRunsWithItsContext() async {
    let plain = Plan.run { context, send in await send("plain \(context.dependencies)") }
    #expect(await sentLater(plain, count: 1) == ["plain 7"])
    let named = Plan.run(token: 5) { context, send in
      await send("named \(context.dependencies)")
      await send("\(context.token as? Int ?? 0)")
    }
    #expect(await sentLater(named, count: 2) == ["named 7", "5"])
  }
}

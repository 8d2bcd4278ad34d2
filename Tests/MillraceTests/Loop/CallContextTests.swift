// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct CallContextTests {
  private enum Request {
    @TaskLocal static var id = "none"
  }

  /// Logs its deinitialization, which is on the main actor.
  @MainActor
  private final class Parting {
    let log: Log
    init(_ log: Log) { self.log = log }
    isolated deinit { log.append("gone") }
  }

  @Test func aCallSeesTheValuesOfThePlaceThatKeptThem() {
    let context = Request.$id.withValue("A") { CallContext() }
    var seen: [String] = []
    Request.$id.withValue("B") {
      context.call { seen.append(Request.id) }
      seen.append(Request.id)
    }
    #expect(seen == ["A", "B"])
  }

  @Test func whatWasSharedIsCalledAsOften() {
    let context = Request.$id.withValue("A") { CallContext() }
    let others = (0..<3).map { _ in context.shared() }
    var seen: [String] = []
    for context in [context] + others { context.call { seen.append(Request.id) } }
    #expect(seen == ["A", "A", "A", "A"])
  }

  @Test func aCallRunsOnTheMainActorAndAtOnce() {
    let log = Log()
    CallContext().call {
      MainActor.preconditionIsolated()
      var parting: Parting? = Parting(log)
      withExtendedLifetime(parting) {}
      parting = nil
      log.append("after")
    }
    log.append("end")
    #expect(log.lines == ["gone", "after", "end"])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func aTaskOfACallCanBeginAtOnce() {
    let log = Log()
    CallContext().call {
      Task.immediate { log.append("immediate") }
      log.append("end")
    }
    #expect(log.lines == ["immediate", "end"])
  }

  @Test func callsNest() {
    let (one, two) = (
      Request.$id.withValue("1") { CallContext() }, Request.$id.withValue("2") { CallContext() }
    )
    var seen: [String] = []
    one.call {
      two.call { seen.append(Request.id) }
      seen.append(Request.id)
    }
    #expect(seen == ["2", "1"])
  }

  @Test func aCallSeesItsValuesWithinACallOfTheSameContext() {
    let (one, two) = (
      Request.$id.withValue("1") { CallContext() }, Request.$id.withValue("2") { CallContext() }
    )
    let others = [one.shared(), one.shared()]
    var seen: [String] = []
    one.call {
      two.call {
        others[0].call { seen.append(Request.id) }
        seen.append(Request.id)
      }
      seen.append(Request.id)
    }
    others[1].call { seen.append(Request.id) }
    #expect(seen == ["1", "2", "1", "1"])
  }

  @Test func aCallWithinACallOfTheSameContextLeavesNothingBehind() {
    final class Value: Sendable {}
    enum Held { @TaskLocal static var value: Value? }
    weak var value: Value?
    var seen: [Bool] = []
    do {
      let strong = Value()
      value = strong
      let context = Held.$value.withValue(strong) { CallContext() }
      let others = [context.shared(), context.shared()]
      context.call {
        others[0].call { seen.append(Held.value != nil) }
        seen.append(Held.value != nil)
      }
      others[1].call { seen.append(Held.value != nil) }
    }
    #expect(seen == [true, true, true])
    let isHeld = value != nil
    #expect(!isHeld)
  }

  @Test func aContextThatIsNotCalledLeavesNothingBehind() {
    final class Value: Sendable {}
    enum Held { @TaskLocal static var value: Value? }
    weak var value: Value?
    do {
      let strong = Value()
      value = strong
      let context = Held.$value.withValue(strong) { CallContext() }
      withExtendedLifetime(context) {}
    }
    let isHeld = value != nil
    #expect(!isHeld)
  }
}

// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Testing

@Suite struct PromiseTests {
  private let row = Row(
    name: "S2", operation: "", value: 50, unit: "ns", ratio: 1.25, growth: 1.5, allocations: 2,
    copies: 3)

  @Test func itLooksAtItsQuantity() {
    #expect(Promise("", "S2", .value, atMost: 1).measured(in: row) == 50)
    #expect(Promise("", "S2", .time, atMost: 1).measured(in: row) == 50)
    #expect(Promise("", "S2", .ratio, atMost: 1).measured(in: row) == 1.25)
    #expect(Promise("", "S2", .growth, atMost: 1).measured(in: row) == 1.5)
    #expect(Promise("", "S2", .allocations, atMost: 1).measured(in: row) == 2)
    #expect(Promise("", "S2", .copies, atMost: 1).measured(in: row) == 3)
  }

  @Test func itLooksAtNoOtherRow() {
    #expect(Promise("", "S3", .ratio, atMost: 1).measured(in: row) == nil)
  }

  @Test func aBufferThatGrewOnceIsNoAllocationPerOperation() {
    var row = row
    row.allocations = 0.004
    #expect(Promise("", "S2", .allocations, atMost: 0).measured(in: row) == 0)
    row.allocations = 0.01
    #expect(Promise("", "S2", .allocations, atMost: 0).measured(in: row) == 0.01)
    row.allocations = nil
    #expect(Promise("", "S2", .allocations, atMost: 0).measured(in: row) == nil)
  }

  @Test func theLimitItselfKeepsThePromise() {
    let promise = Promise("", "S2", .ratio, atMost: 2)
    #expect(Verdict(promise, measured: 2).isKept)
    #expect(!Verdict(promise, measured: 2.001).isKept)
    #expect(!Verdict(promise, measured: .nan).isKept)
    #expect(Verdict(promise, measured: 5).excess == 2.5)
  }

  @Test func onlyTimesAreWorthAnotherTry() {
    func verdict(_ quantity: Promise.Quantity, _ measured: Double) -> Verdict {
      Verdict(Promise("", "S2", quantity, atMost: 1), measured: measured)
    }
    #expect(verdict(.ratio, 2).isWorthAnotherTry)
    #expect(verdict(.growth, 2).isWorthAnotherTry)
    #expect(verdict(.time, 2).isWorthAnotherTry)
    #expect(!verdict(.ratio, 1).isWorthAnotherTry)
    #expect(!verdict(.allocations, 2).isWorthAnotherTry)
    #expect(!verdict(.value, 2).isWorthAnotherTry)
  }

  @Test func verdictsComeInTheOrderOfThePromises() {
    let promises = [
      Promise("b", "S2", .growth, atMost: 1), Promise("x", "S9", .ratio, atMost: 1),
      Promise("a", "S2", .ratio, atMost: 2),
    ]
    let verdicts = promises.verdicts(on: [row])
    #expect(verdicts.map(\.promise.text) == ["b", "x", "a"])
    #expect(verdicts.map(\.isKept) == [false, false, true])
  }

  @Test(arguments: [.growth, .allocations, .copies] as [Promise.Quantity])
  func whatTheRowDoesNotTellIsBroken(quantity: Promise.Quantity) {
    let row = Row(name: "S2", operation: "", value: 1, unit: "ns", ratio: 1)
    let verdicts = [Promise("", "S2", quantity, atMost: 9)].verdicts(on: [row])
    #expect(verdicts.map(\.measured) == [nil])
    #expect(verdicts.map(\.isKept) == [false])
    #expect(verdicts.map(\.isWorthAnotherTry) == [false])
    #expect(verdicts.map(\.excess) == [.infinity])
  }

  @Test func aRowThatIsMissingIsBrokenUnlessItWasLeftOut() {
    let promises = [
      Promise("a", "S1", .ratio, atMost: 2), Promise("b", "S2", .ratio, atMost: 2),
    ]
    #expect(promises.verdicts(on: [row]).map(\.isKept) == [false, true])
    #expect(promises.verdicts(on: [row], only: ["S2"]).map(\.promise.text) == ["b"])
    #expect(promises.verdicts(on: [], only: ["S1"]).map(\.isKept) == [false])
  }
}

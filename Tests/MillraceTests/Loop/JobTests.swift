// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct JobTests {
  @Test func anActionOnItsWayKeepsWhatItWasGiven() {
    let token = EffectToken()
    let dispatched = DispatchedAction(LedgerAction.add(1))
    let pending = PendingAction(dispatched, dispatchID: 7, isChained: true, sender: token)
    #expect(pending.dispatched == dispatched)
    #expect(pending.dispatchID == 7)
    #expect(pending.isChained == true)
    #expect(pending.sender === token)
  }

  @Test func unlessToldOtherwiseNoEffectHasSentIt() {
    let pending = PendingAction(DispatchedAction(1), dispatchID: 0, isChained: false)
    #expect(pending.sender == nil)
    #expect(pending.isChained == false)
  }

  @Test func aJobKeepsTheFirstContextThatItIsGiven() {
    let (first, second) = (CallContext(), CallContext())
    let jobs = ActionQueue<Job<Int>>()
    jobs.append(.action(PendingAction(DispatchedAction(1), dispatchID: 3, isChained: true)))
    jobs.append(.effect(PendingEffect(.none, from: Sender(dispatchID: 5, token: nil))))
    jobs.append(.batch(begins: false))
    jobs.forEachNew { job in
      job.pointee.setContext(first)
      job.pointee.setContext(second)
      #expect(Self.context(of: job.pointee) === first)
    }
  }

  @Test func whatNeedsNoContextIsGivenNone() {
    let jobs = ActionQueue<Job<Int>>()
    jobs.append(.batch(begins: true))
    jobs.append(.effectEnded(1))
    jobs.append(.effectDue(2))
    let context = CallContext()
    jobs.forEachNew { job in
      job.pointee.setContext(context)
      #expect(Self.context(of: job.pointee) == nil)
    }
  }

  @MainActor @Test func anActionOfACancelledDispatchIsNotCounted() {
    let tracker = EffectTracker()
    tracker.begin(3)
    tracker.cancel(3)
    let jobs = ActionQueue<Job<Int>>()
    jobs.append(.action(PendingAction(DispatchedAction(1), dispatchID: 3, isChained: true)))
    jobs.next?.pointee.count(with: tracker)
    jobs.forEachNew { #expect(Self.isCounted($0.pointee) == false) }
  }

  @MainActor @Test func aJobThatIsCountedIsCountedOnce() {
    let tracker = EffectTracker()
    let jobs = ActionQueue<Job<Int>>()
    jobs.append(.action(PendingAction(DispatchedAction(1), dispatchID: 3, isChained: true)))
    jobs.append(.effect(PendingEffect(.none, from: Sender(dispatchID: 5, token: nil))))
    jobs.forEachNew { job in
      for _ in 0..<2 { job.pointee.count(with: tracker) }
    }
    for dispatchID: UInt64 in [3, 5] { tracker.cancel(dispatchID) }
    #expect(tracker.isCancelled(3) && tracker.isCancelled(5))
    for dispatchID: UInt64 in [3, 5] { tracker.end(dispatchID) }
    #expect(!tracker.isCancelled(3) && !tracker.isCancelled(5))
  }

  @Test func jobsCrossThreads() async {
    let dispatchID = await Task.detached { () -> UInt64 in
      let job = Job.action(PendingAction(DispatchedAction(1), dispatchID: 3, isChained: false))
      return await Task { @MainActor in Self.dispatchID(of: job) }.value
    }.value
    #expect(dispatchID == 3)
  }

  private static func dispatchID(of job: borrowing Job<Int>) -> UInt64 {
    switch job {
    case .action(let pending): pending.dispatchID
    default: 0
    }
  }

  private static func isCounted(_ job: borrowing Job<Int>) -> Bool? {
    switch job {
    case .action(let pending): pending.isCounted
    default: nil
    }
  }

  private static func context(of job: borrowing Job<Int>) -> CallContext? {
    switch job {
    case .action(let pending): pending.context
    case .effect(let pending): pending.context
    case .batch(_, let context): context
    default: nil
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

#if os(Linux)
  /// An action that leads to an action costs no task and no memory.
  @MainActor
  @Suite struct EffectAllocationTests {
    enum Ball: Sendable { case ping, pong }
    typealias Court = Store<Int, Ball>
    typealias Player = AnyMiddleware<Ball, Ball, Int>

    /// In debug builds nothing is specialized, and Swift itself allocates.
    private nonisolated static func check(
      actions: Int, _ player: @escaping @MainActor @Sendable () -> Player
    ) async {
      await MainActor.run {
        let court = Court(
          initialState: 0, reducer: Reducer { count, _ in count += 1 }, middleware: player())
        for _ in 0..<100 { court.dispatch(.ping) }
        precondition(AllocationCounter.install(), "the runtime has no hook")
        let before = AllocationCounter.allocations
        for _ in 0..<1_000 { court.dispatch(.ping) }
        let allocations = AllocationCounter.allocations - before
        precondition(court.state == 1_100 * actions, "\(court.state)")
        #if !DEBUG
          precondition(allocations == 0, "\(allocations) allocations")
        #endif
      }
    }

    @Test func justAllocatesNothing() async {
      await #expect(processExitsWith: .success) {
        await EffectAllocationTests.check(actions: 2) {
          Player { ball, _, _ in ball == .ping ? .just(.pong) : .none }
        }
      }
    }

    @Test func aSequenceAllocatesNothing() async {
      await #expect(processExitsWith: .success) {
        let volley = Effect<Ball>.sequence(.pong, .pong, .pong)
        await EffectAllocationTests.check(actions: 4) {
          Player { ball, _, _ in ball == .ping ? volley : .none }
        }
      }
    }

    @Test func aClosureThatDispatchesAllocatesNothing() async {
      await #expect(processExitsWith: .success) {
        await EffectAllocationTests.check(actions: 3) {
          Player { ball, _, _ in
            ball == .ping
              ? Effect.perform {
                $0.dispatch(.pong)
                $0.dispatch(.pong)
              } : .none
          }
        }
      }
    }

    @Test func readingTheStateAllocatesNothing() async {
      await #expect(processExitsWith: .success) {
        await EffectAllocationTests.check(actions: 2) {
          Player { ball, _, count in
            ball == .ping && count() >= 0 ? .just(.pong) : .none
          }
        }
      }
    }
  }
#endif

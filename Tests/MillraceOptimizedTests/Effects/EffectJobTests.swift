// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Millrace
import Synchronization
import TestSupport
import Testing

/// The jobs of the tasks of effects, whose number depends on the optimizer.
@MainActor
@Suite struct EffectJobTests {
  /// Runs each job on a global dispatch queue, and counts the jobs.
  private final class CountingExecutor: TaskExecutor {
    private let count = Atomic(0)
    var jobs: Int { count.load(ordering: .sequentiallyConsistent) }

    func enqueue(_ job: consuming ExecutorJob) {
      count.add(1, ordering: .sequentiallyConsistent)
      let job = UnownedJob(job)
      DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private struct Executing: Middleware {
    final class Probe: StoreProbe {
      let executor = CountingExecutor()
      var taskExecutor: (any TaskExecutor)? { executor }
    }

    let probe = Probe()
    let effect: Effect<LedgerAction>
    var probes: [any StoreProbe] { [probe] }

    func handle(
      _ action: LedgerAction, from source: ActionSource, state: StateReader<Ledger>
    ) -> Effect<LedgerAction> {
      if case .note = action { effect } else { .none }
    }
  }

  /// In a release build a task does not return to its executor after its last send.
  @Test func aTaskThatEndsWithASendComesToItsExecutorOnce() async {
    for effect: Effect<LedgerAction> in [
      .run { await $0(.add(1)) },
      Effect.run { await $0(.add(1)) }.map { $0 },
      .task { .add(1) },
    ] {
      let middleware = Executing(effect: effect)
      let store = LedgerStore(
        initialState: Ledger(), reducer: .ledger, middleware: middleware)
      await store.dispatch(.note("a")).finish()
      #expect(store.count == 1)
      #if DEBUG
        // Without the optimizer a task always goes back.
        #expect(middleware.probe.executor.jobs == 2)
      #else
        #expect(middleware.probe.executor.jobs == 1)
      #endif
    }
  }
}

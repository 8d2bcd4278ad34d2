// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct StepEffectsTests {
  @Test func subscriptionsFollowTheState() async {
    let ticking = StateEffects<Ledger, LedgerAction>(on: \.other) { other in
      guard other > 0 else { return [] }
      return [.effect(id: "tick", .just(.add(1)).delay(for: .seconds(1)))]
    }
    await scenario(initialState: Ledger(), feature: Reducer.ledger.feature) {
      Step.run(ticking)
      Advance(by: .seconds(5))
      Send(.setOther(1)).expect { $0.other = 1 }
      Advance(by: .seconds(1))
      Receive(.add(1)).expect { $0.count = 1 }
    }
  }

  @Test func anEffectIsStartedByAStep() async {
    await scenario(
      initialState: Ledger(), feature: Reducer.ledger.feature,
      steps: [.addEffect(.just(.add(1))), .receive(.add(1)) { $0.count = 1 }])
  }
}

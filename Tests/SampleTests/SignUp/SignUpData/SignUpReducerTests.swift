// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import SignUpData
import Testing

/// Breaks the form on purpose: the tests must notice, and say what is wrong.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct SignUpReducerTests {
  private typealias Broken = StateReducer<SignUpState, SignUpAction, Never>

  /// The form's reducer, with something done to the state afterwards.
  private func broken(
    _ damage: @escaping @Sendable (inout SignUpState, SignUpAction) -> Void
  ) -> TestStore<SignUpState, SignUpStore.Action> {
    TestStore(
      initialState: SignUpState(),
      reducer: Broken { state, action in
        let effect = Broken.signUp.run(&state, action)
        damage(&state, action)
        return effect
      })
  }

  private func expectFailure(
    _ beginning: String, _ lines: String..., in body: @MainActor () async -> Void
  ) async {
    await withKnownIssue {
      await body()
    } matching: { issue in
      let text = issue.comments.first?.rawValue ?? ""
      return text.hasPrefix(beginning) && lines.allSatisfy(text.contains)
    }
  }

  @Test func aMessageThatStaysWhileSomebodyTypesIsNoticed() async {
    let store = broken { state, action in
      if case .updateUsername = action { state.usernameMessage = "too short" }
    }
    await expectFailure(
      "Expected `StoreAction.mutating(.updateUsername(\"a\"))` to change the state in another way:",
      "−   usernameMessage: \"\",", "+   usernameMessage: \"too short\","
    ) {
      await store.send(.mutating(.updateUsername("a"))) { $0.username = "a" }
    }
    await store.skipInFlightEffects(strict: false)
  }

  @Test func aMismatchThatIsToldTooEarlyIsNoticed() async {
    let store = broken { state, action in
      if case .updatePasswordMessage = action, state.password != state.passwordAgain {
        state.passwordMessage = PasswordValidation.different.message
      }
    }
    await store.send(.mutating(.updatePassword("abc"))) { $0.password = "abc" }
    await expectFailure(
      "Expected `StoreAction.mutating(.updatePasswordMessage)` to change the state in another way:",
      "−   passwordMessage: \"The password needs at least 5 characters.\",",
      "+   passwordMessage: \"The two passwords differ.\","
    ) {
      await store.send(.mutating(.updatePasswordMessage)) {
        $0.passwordMessage = "The password needs at least 5 characters."
      }
    }
  }

  @Test func aConfirmationForAnInvalidFormIsNoticed() async {
    let store = broken { state, action in
      if case .showSignUpUI = action { state.isSignedUp = true }
    }
    await expectFailure(
      "Expected `StoreAction.mutating(.showSignUpUI)` to change nothing, but the state has changed",
      "−   isSignedUp: false", "+   isSignedUp: true"
    ) {
      await store.send(.mutating(.showSignUpUI))
    }
  }
}

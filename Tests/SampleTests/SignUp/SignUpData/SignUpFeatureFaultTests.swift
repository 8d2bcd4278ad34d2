// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import SignUpData
import Testing

/// Forms with a fault: the steps of a `TestStore` fail with a message that shows the fault.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct SignUpFeatureFaultTests {
  /// The form with a reducer that damages the state after each action.
  private func broken(
    _ damage: @escaping @Sendable (inout SignUpState, SignUpAction) -> Void
  ) -> TestStore<SignUpState, SignUpAction> {
    TestStore(
      initialState: SignUpState(),
      feature: Feature.combine {
        Feature.signUp()
        Reducer { damage(&$0, $1) }
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

  @Test func aMessageThatStaysDuringTypingIsNoticed() async {
    let store = broken { state, action in
      if case .edit = action { state.usernameMessage = "too short" }
    }
    await expectFailure(
      "Expected `SignUpAction.edit(username: \"a\")` to change the state as the step describes",
      "−   usernameMessage: \"\",", "+   usernameMessage: \"too short\","
    ) {
      await store.send(.edit(\.username, "a")) { $0.username = "a" }
    }
    await store.skipInFlightEffects(strict: false)
  }

  @Test func aMismatchThatIsToldTooEarlyIsNoticed() async {
    let store = broken { state, action in
      if action == .checkPasswords, state.password != state.passwordAgain {
        state.passwordMessage = PasswordValidation.different.message
      }
    }
    await store.send(.edit(\.password, "abc")) { $0.password = "abc" }
    await expectFailure(
      "Expected `SignUpAction.checkPasswords` to change the state as the step describes",
      "−   passwordMessage: \"The password needs at least 5 characters.\",",
      "+   passwordMessage: \"The two passwords differ.\","
    ) {
      await store.send(.checkPasswords) {
        $0.passwordMessage = "The password needs at least 5 characters."
      }
    }
    await store.skipInFlightEffects(strict: false)
  }

  @Test func aConfirmationForAnInvalidFormIsNoticed() async {
    let store = broken { state, action in
      if action == .signUp { state.isSignedUp = true }
    }
    await expectFailure(
      "Expected `SignUpAction.signUp` to change nothing, but the state has changed",
      "−   isSignedUp: false", "+   isSignedUp: true"
    ) {
      await store.send(.signUp)
    }
  }
}

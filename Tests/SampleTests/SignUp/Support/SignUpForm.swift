// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import SignUpData
import TestSupport

/// A form whose time passes by hand.
@MainActor
final class SignUpForm {
  let clock = TestClock()
  let store: SignUpStore
  private let transitions: AsyncStream<StateTransition<SignUpState, SignUpStore.Action>>.Iterator

  init(
    middleware: some Middleware<SignUpStore.Action, SignUpStore.Action, SignUpState> =
      IdentityMiddleware<SignUpStore.Action, SignUpStore.Action, SignUpState>()
  ) {
    store = .signUp(middleware: middleware, clock: clock)
    transitions = store.transitions().makeAsyncIterator()
  }

  var state: SignUpState { store.state }

  func send(_ action: SignUpAction) {
    store.dispatch(.mutating(action))
  }

  /// Types, and returns once the form waits for so many pauses.
  ///
  /// The keystroke ends the pause that was under way in its own turn, so those that are waited for
  /// afterwards have begun with it or belong to the other fields.
  func type(_ action: SignUpAction, pauses: Int = 1) async {
    send(action)
    await clock.untilAsleep(pauses)
  }

  /// Types a user name and both passwords at one moment, and lets the pause pass.
  func fill(_ username: String, _ password: String, again: String) async {
    await type(.updateUsername(username))
    await type(.updatePassword(password), pauses: 2)
    await type(.updatePasswordAgain(again), pauses: 2)
    await pause()
  }

  /// Lets time pass, and returns once the form has heard of each pause that has ended.
  ///
  /// - Returns: What it has heard.
  @discardableResult
  func pause(for duration: Duration = .milliseconds(800)) async -> [SignUpAction] {
    let before = clock.sleepers
    clock.advance(by: duration)
    let ended = before - clock.sleepers
    var heard: [SignUpAction] = []
    while heard.count < ended { heard.append(await nextMessage()) }
    return heard
  }

  /// The next action that a pause has led to.
  private func nextMessage() async -> SignUpAction {
    var transitions = transitions
    while let transition = await transitions.next(isolation: #isolation) {
      switch transition.action {
      case .mutating(.updateUsernameMessage): return .updateUsernameMessage
      case .mutating(.updatePasswordMessage): return .updatePasswordMessage
      default: continue
      }
    }
    preconditionFailure("the store has ended")
  }
}

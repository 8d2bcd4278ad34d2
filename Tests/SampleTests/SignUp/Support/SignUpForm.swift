// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import SignUpData
import TestSupport

/// A form with a clock that a test moves.
@MainActor
final class SignUpForm {
  let clock = TestClock()
  let store: SignUpStore
  private let transitions: AsyncStream<StateTransition<SignUpState, SignUpStore.Action>>.Iterator

  init(sink: ((ActionRecord) -> Void)? = nil) {
    var feature = Feature.signUp()
    if let sink { feature = Feature(feature, middleware: LoggerMiddleware(sink: sink)) }
    store = SignUpStore(initialState: SignUpState(), feature: feature, clock: clock)
    transitions = store.transitions().makeAsyncIterator()
  }

  var state: SignUpState { store.state }

  /// Types, and returns once the form waits for `pauses` pauses.
  ///
  /// The keystroke ends the earlier pause of its field before it returns, so the pauses that are
  /// counted afterwards have begun with it or belong to other fields.
  func type(
    _ text: String, into field: WritableKeyPath<SignUpState, String> & Sendable, pauses: Int = 1
  ) async {
    store.dispatch(.edit(field, text))
    await clock.untilAsleep(pauses)
  }

  /// Lets time pass, and returns once the form has received the check of each pause that ended.
  ///
  /// - Returns: The received actions.
  @discardableResult
  func pause(for duration: Duration = .milliseconds(800)) async -> [SignUpAction] {
    let before = clock.sleepers
    clock.advance(by: duration)
    let ended = before - clock.sleepers
    var heard: [SignUpAction] = []
    while heard.count < ended { heard.append(await nextMessage()) }
    return heard
  }

  /// Returns the next action that follows from a pause.
  private func nextMessage() async -> SignUpAction {
    var transitions = transitions
    while let transition = await transitions.next(isolation: #isolation) {
      switch transition.action {
      case .checkUsername, .checkPasswords: return transition.action
      default: continue
      }
    }
    preconditionFailure("the store has ended")
  }
}

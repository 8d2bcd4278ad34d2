// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The store of a form; its actions are all mutating ones.
public typealias SignUpStore = Store<SignUpState, StoreAction<SignUpAction, Never>>

extension Store where State == SignUpState, Action == StoreAction<SignUpAction, Never> {
  /// Creates the store of an empty form, which waits for pauses in typing as long as it lives.
  ///
  /// - Parameters:
  ///   - middleware: Sees the actions, such as ``Millrace/LoggerMiddleware/signUp(sink:)``.
  ///   - clock: Tells how long nobody has typed.
  /// - Returns: A store with an empty form.
  public static func signUp(
    middleware: some Middleware<Action, Action, State> =
      IdentityMiddleware<Action, Action, State>(),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> SignUpStore {
    let store = SignUpStore(
      initialState: SignUpState(), reducer: .signUp, middleware: middleware, clock: clock)
    store.sendPausedTyping(in: \.username, .username, .updateUsernameMessage)
    store.sendPausedTyping(in: \.password, .password, .updatePasswordMessage)
    store.sendPausedTyping(in: \.passwordAgain, .password, .updatePasswordMessage)
    return store
  }

  /// Sends an action whenever somebody who typed into a field pauses.
  private func sendPausedTyping(
    in field: KeyPath<State, String> & Sendable, _ pause: Pause, _ action: SignUpAction
  ) {
    addEffect(
      .forEach(updates(on: field)) { _ in
        .just(.mutating(action)).debounce(id: pause, for: Pause.length)
      })
  }
}

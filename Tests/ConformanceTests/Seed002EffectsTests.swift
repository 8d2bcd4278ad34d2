// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import MillraceTesting
import TestSupport
import Testing

/// The example of SwiftRex that dispatches in an `IO`, now and later; the tests have its number.
@MainActor
@Suite struct Seed002EffectsTests {
  enum Popup: Equatable, Sendable { case expected, show, hide, other }

  /// Shows a popup at once and hides it after three seconds.
  struct PopupMiddleware: Middleware {
    let clock: TestClock

    func handle(
      _ action: Popup, from source: ActionSource, state: StateReader<[Popup]>
    ) -> IO<Popup> {
      guard action == .expected else { return .pure() }
      return IO { [clock] output in
        output.dispatch(.show)
        let deadline = clock.now.advanced(by: .seconds(3))
        Task {
          try await clock.sleep(until: deadline, tolerance: nil)
          output.dispatch(.hide)
        }
      }
    }
  }

  @Test func e45AnIODispatchesNowAndLater() async {
    let clock = TestClock()
    let store = Store<[Popup], Popup>(
      initialState: [], reducer: Reducer { $0.append($1) },
      middleware: PopupMiddleware(clock: clock))
    store.dispatch(.other)
    store.dispatch(.expected)
    #expect(store.state == [.other, .expected, .show])
    await clock.untilAsleep()
    clock.advance(by: .seconds(3))
    await until { store.state.count == 4 }
    #expect(store.state.last == .hide)
  }

  /// The same as an effect, which the store owns.
  @Test func e45AsAnEffect() async {
    let clock = TestClock()
    let store = Store<[Popup], Popup>(
      initialState: [], reducer: Reducer { $0.append($1) },
      middleware: AnyMiddleware { action, _, _ in
        guard action == .expected else { return .pure() }
        return IO(.concatenate(.just(.show), .just(.hide).delay(for: .seconds(3))))
      }, clock: clock)
    let receipt = store.dispatch(.expected)
    #expect(store.state == [.expected, .show])
    clock.advance(by: .seconds(3))
    await receipt.finish()
    #expect(store.state == [.expected, .show, .hide])
  }
}

// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
  @_spi(SwiftUI) import Observation
#else
  import Observation
#endif

/// Runs code and notifies a token of the first change of an observable property that it has read.
///
/// The public `withObservationTracking` reports a change only before it happens. The main actor
/// could then read the old value while another thread still changes the property, and there would
/// be no second report. On Linux, the token is notified after the change, when the new value can
/// be read.
///
/// - Parameters:
///   - token: its `changed()` is called at the change, on any thread.
///   - code: the code to run.
/// - Returns: what the code returns.
func observe<Value>(with token: ObservationToken, _ code: () -> Value) -> Value {
  #if os(Linux)
    withObservationTracking {
      token.readPulse()
      return code()
    } didSet: { tracking in
      tracking.cancel()
      token.changed()
    }
  #else
    withObservationTracking {
      token.readPulse()
      return code()
    } onChange: {
      token.changed()
    }
  #endif
}

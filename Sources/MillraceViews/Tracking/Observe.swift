// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
  @_spi(SwiftUI) import Observation
#else
  import Observation
#endif

/// Runs code and hears of the first change of an observable property that it has read.
///
/// The public `withObservationTracking` speaks up before the change only. A change on another
/// thread could then be read too early, and no second call would tell of it. Where the library
/// offers it, this function hears of the end of a change instead, when the new value is there.
///
/// - Parameters:
///   - token: hears of the change, on any thread.
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

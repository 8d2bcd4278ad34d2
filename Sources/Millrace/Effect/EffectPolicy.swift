// SPDX-License-Identifier: Apache-2.0

/// What happens when an effect is to start while another one with the same id is running.
///
/// An effect that the new one is a part of is not another one: an id that is put around an effect
/// twice means the same as once. What was cancelled is no longer in the way, although its task may
/// take a while to end: nothing that it sends is taken any more.
public enum EffectPolicy: Sendable, CaseIterable {
  /// Both run; cancelling the id cancels both.
  case concurrent
  /// The running one is cancelled and the new one takes its place.
  case latest
  /// The new one is dropped.
  ///
  /// After a cancellation the next one starts at once and does not wait for the cancelled task.
  case dropIfRunning
  /// The new one waits until those before it have ended; they run in the order of their actions.
  ///
  /// A cancellation ends the whole row: the next one starts at once and does not wait for the
  /// cancelled task.
  case serial
}

/// What a policy decides for one effect.
@usableFromInline
enum EffectDecision: Equatable, Sendable {
  case start
  case cancelOthersAndStart
  case drop
  case wait
}

extension EffectPolicy {
  /// Decides for an effect that wants to start.
  ///
  /// - Parameter isBusy: Whether an effect with its id runs or waits.
  /// - Returns: What to do with it.
  @inlinable
  func decide(isBusy: Bool) -> EffectDecision {
    guard isBusy else { return .start }
    return switch self {
    case .concurrent: .start
    case .latest: .cancelOthersAndStart
    case .dropIfRunning: .drop
    case .serial: .wait
    }
  }
}

/// What a throttle decides for one effect.
@usableFromInline
enum ThrottleDecision: Equatable, Sendable {
  /// Starts it and opens a window.
  case start
  /// Keeps it for the end of the window, in place of one that was kept before.
  case keepForTheEnd
  case drop

  /// Decides for an effect that wants to start.
  @inlinable
  init(isWindowOpen: Bool, latest: Bool) {
    self = !isWindowOpen ? .start : latest ? .keepForTheEnd : .drop
  }
}

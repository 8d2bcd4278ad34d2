// SPDX-License-Identifier: Apache-2.0

/// What is checked of selectors with inputs in debug builds, and the handler that hears of it.
///
/// A check finds a mistake that costs time or is wrong without being seen: an input that differs
/// each time it is read, a transformation that only hands on its input, one that takes long. Every
/// selector is checked once by default and warns once about each mistake. In release builds nothing
/// is checked and nothing is paid.
///
/// ```swift
/// SelectorChecks.global.slowness = .never
/// let selectSum = createSelector(\AppState.numbers, checks: .none) { $0.reduce(0, +) }
/// ```
///
/// The idea comes from Reselect 5.
public struct SelectorChecks: Sendable {
  /// How often a check is made.
  public enum Frequency: Sendable {
    /// The check is off.
    case never
    /// The check is made once; a warning comes once.
    case once
    /// The check is made every time, and every time warns.
    case always
  }

  /// Runs inputs that are closures twice on one state: they must agree.
  public var inputStability = Frequency.once
  /// Notices a transformation that returns its only input.
  public var identityTransformation = Frequency.once
  /// Notices a transformation that takes longer than ``slowLimit``.
  public var slowness = Frequency.once
  /// Notices a watched key path that ends the process when an array gets shorter or a value becomes
  /// nil, as `\.list[2]` and `\.user!.name` do; taken from ``global`` for every selector.
  public var trappingKeyPaths = Frequency.once
  /// Notices a view that is given a selector of new making at each run of its parent.
  ///
  /// It is taken from ``global`` for every view. It warns once for each place, or for each view.
  public var recreatedSelectors = Frequency.once
  /// How long a transformation may take; one frame at 60 frames a second.
  public var slowLimit = Duration.milliseconds(16)
  /// Hears of what was found; prints it by default.
  public var report: @Sendable (String) -> Void = { print($0) }

  /// All checks, once, printed.
  public init() {}

  /// No checks.
  public static var none: SelectorChecks {
    var checks = SelectorChecks()
    checks.inputStability = .never
    checks.identityTransformation = .never
    checks.slowness = .never
    checks.trappingKeyPaths = .never
    checks.recreatedSelectors = .never
    return checks
  }

  /// The checks of all selectors that were not given their own.
  ///
  /// Isolation: any thread. It is read when a selector computes.
  public static var global: SelectorChecks {
    get { guardedGlobal.withLock { $0 } }
    set {
      // What goes is let go of without the lock.
      _ = guardedGlobal.withLock { checks in
        let old = checks
        checks = newValue
        return old
      }
    }
  }

  private static let guardedGlobal = Guarded(SelectorChecks())
}

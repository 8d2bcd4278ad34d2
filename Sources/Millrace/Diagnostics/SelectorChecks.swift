// SPDX-License-Identifier: Apache-2.0

/// The checks of selectors in debug builds, and the handler of their reports.
///
/// Each check finds a mistake that causes no error but costs time, gives a wrong value, or can stop
/// the process later. There are five checks:
///
/// - ``inputStability``: an input returns different values for the same state.
/// - ``identityTransformation``: a transformation returns its only input.
/// - ``slowness``: a transformation takes longer than ``slowLimit``.
/// - ``trappingKeyPaths``: an observed key path can trap.
/// - ``recreatedSelectors``: a view gets a new selector at each run of its parent's body.
///
/// By default each mistake is reported once. Release builds run no checks; only an object and a
/// string remain there for each selector with inputs.
///
/// ```swift
/// SelectorChecks.global.slowness = .never
/// let selectSum = createSelector(\AppState.numbers, checks: .off) { $0.reduce(0, +) }
/// ```
///
/// The idea comes from Reselect 5.
public struct SelectorChecks: Sendable {
  /// How often a check runs and warns.
  public enum Frequency: Sendable {
    /// The check is off.
    case never
    /// Each check warns at most once about a selector, a key path or a source location.
    ///
    /// The check ``SelectorChecks/inputStability`` runs at the first computation of a selector
    /// only, because it runs the inputs two more times.
    case once
    /// The check runs each time that it can, and warns each time that it finds the mistake.
    ///
    /// The check ``SelectorChecks/inputStability`` runs at each direct call of a memoized selector,
    /// and when a store begins to cache it.
    case always

    /// Decides whether a check runs, or a warning is reported, now.
    ///
    /// - Parameter isFirst: Returns true the first time, and records that it was evaluated. It is
    ///   not evaluated for `never`.
    /// - Returns: True for `always`, and the first time for `once`.
    func allows(_ isFirst: @autoclosure () -> Bool) -> Bool {
      if self == .never { return false }
      return isFirst() || self == .always
    }
  }

  /// Finds inputs of memoized selectors that return different values for the same state.
  ///
  /// The inputs that are closures are run twice on one state, and both values must be equal.
  public var inputStability = Frequency.once
  /// Finds a transformation that has returned its only input in each of at least three runs.
  public var identityTransformation = Frequency.once
  /// Finds a transformation that takes longer than ``slowLimit``.
  ///
  /// The time depends on the machine. Therefore the default ``report`` of this check writes to
  /// standard error also if there is a handler of warnings: a test does not fail.
  public var slowness = Frequency.once
  /// Finds an observed key path that can trap: one that indexes an array or force-unwraps a value.
  ///
  /// `\.list[2]` stops the process when the array gets too short, and `\.user!.name` when the value
  /// becomes nil. The setting is read from ``global`` for every selector.
  public var trappingKeyPaths = Frequency.once
  /// Finds a view that gets a new selector at each run of its parent's body.
  ///
  /// The setting is read from ``global`` for every view. With `once` there is one warning for each
  /// source location, with `always` one for each view.
  public var recreatedSelectors = Frequency.once
  /// The time above which a transformation counts as slow; 16 ms is about one frame at 60 frames a
  /// second.
  public var slowLimit = Duration.milliseconds(16)
  /// Called with the text of each report; by default it passes the text to
  /// ``StoreWarnings/report(_:)``.
  public var report: @Sendable (String) -> Void = { StoreWarnings.report($0) }

  /// Creates the default settings: all checks, each `once`, reported as warnings.
  public init() {}

  /// Settings with all checks off.
  public static var off: SelectorChecks {
    var checks = SelectorChecks()
    checks.inputStability = .never
    checks.identityTransformation = .never
    checks.slowness = .never
    checks.trappingKeyPaths = .never
    checks.recreatedSelectors = .never
    return checks
  }

  /// The settings for all selectors that were created without settings of their own.
  ///
  /// Isolation: any thread. They are read each time that a check can run.
  public static var global: SelectorChecks {
    get { guardedGlobal.withLock { $0 } }
    set {
      // The old value is released after the lock is released: a `deinit` may read `global`.
      _ = guardedGlobal.withLock { checks in
        let old = checks
        checks = newValue
        return old
      }
    }
  }

  private static let guardedGlobal = Guarded(SelectorChecks())
}

/// Checks one selector with inputs; does nothing in release builds.
@usableFromInline
final class SelectorInspector: Sendable {
  /// The source location that created the selector.
  let place: String
  private let ownChecks: SelectorChecks?
  private let history = Guarded(History())

  private enum Check { case inputStability, identity, slowness }

  private struct History {
    /// The checks that were made or have warned.
    var made: Set<Check> = []
    /// The number of runs, if each one returned the only input; negative after any other result.
    var identityRunCount = 0
  }

  @usableFromInline
  init(fileID: StaticString, line: UInt, checks: SelectorChecks?) {
    place = "\(fileID):\(line)"
    ownChecks = checks
  }

  private var checks: SelectorChecks { ownChecks ?? .global }

  /// Runs the inputs that are closures twice and warns of those that return different values.
  ///
  /// Key paths are not checked: normally they return the same value. An input that is a memoized
  /// selector with inputs is checked by its own inspector.
  @usableFromInline
  func checkInputs<State>(_ inputs: [any SelectorInput<State>], on state: UnsafeRawPointer) {
    #if DEBUG
      let checks = checks
      guard allows(.inputStability, checks.inputStability) else { return }
      for (index, input) in inputs.enumerated() where !input.isStable(on: state) {
        checks.report(unstable(index + 1))
        if checks.inputStability == .once { return }
      }
    #endif
  }

  /// Returns a closure that runs the transformation with its checks; in release builds it returns
  /// the transformation itself.
  @_alwaysEmitIntoClient
  func addingChecks<Output>(
    areEqual: @escaping @Sendable (Output, Output) -> Bool,
    _ transformation: @escaping @Sendable (InputValues) -> Output
  ) -> @Sendable (InputValues) -> Output {
    #if DEBUG
      { self.inspect($0, areEqual: areEqual, transformation: transformation) }
    #else
      transformation
    #endif
  }

  #if DEBUG
    /// Runs a transformation, measures its time, and compares its result with its only input.
    @usableFromInline
    func inspect<Output>(
      _ inputs: InputValues, areEqual: (Output, Output) -> Bool,
      transformation: (InputValues) -> Output
    ) -> Output {
      let checks = checks
      if case .never = checks.slowness, case .never = checks.identityTransformation {
        return transformation(inputs)
      }
      let start = ContinuousClock.now
      let output = transformation(inputs)
      let time = ContinuousClock.now - start
      if time > checks.slowLimit, allows(.slowness, checks.slowness) {
        StoreWarnings.withoutHandler { checks.report(slow(time, checks.slowLimit)) }
      }
      if case .never = checks.identityTransformation { return output }
      let isIdentity = inputs.only(Output.self).map { areEqual($0, output) } ?? false
      let count = history.withLock { history in
        history.identityRunCount = isIdentity ? history.identityRunCount + 1 : .min
        return history.identityRunCount
      }
      // One run proves nothing: some functions return their input for some values only.
      if count >= 3, allows(.identity, checks.identityTransformation) { checks.report(identity) }
      return output
    }

    /// Decides whether a check is made, or warns, now.
    private func allows(_ check: Check, _ frequency: SelectorChecks.Frequency) -> Bool {
      frequency.allows(history.withLock { $0.made.insert(check).inserted })
    }
  #endif
}

#if DEBUG
  // Each message contains the source location, the observation, its effect, an example of such
  // code, and the remedy.
  extension SelectorInspector {
    func unstable(_ position: Int) -> String {
      """
      Millrace: input \(position) of the selector made at \(place) returned two different values \
      for the same state. The selector is therefore computed again each time, although nothing \
      changed. The input creates a new value at each call, or it depends on something other than \
      the state, as in

        createSelector(StateSelector { (state: AppState) in state.items.map(Row.init) }) { ... }

      where Row is a class, or in StateSelector { _ in Date() }. Let the input return a stored \
      part of the state, such as \\AppState.items, and do the work in the transformation.
      """
    }

    var identity: String {
      """
      Millrace: the selector made at \(place) returned its only input unchanged in each of its \
      runs so far. Caching such a value saves nothing, and the value is compared twice. Such a \
      selector looks like

        createSelector(\\AppState.items) { $0 }

      Use the input itself: StateSelector(\\AppState.items). If the transformation changes other \
      values, pass checks: to createSelector with identityTransformation = .never.
      """
    }

    func slow(_ time: Duration, _ limit: Duration) -> String {
      """
      Millrace: the selector made at \(place) took \(time) to compute, more than \(limit). In a \
      store it runs in the dispatch that changed one of its inputs, and blocks the main actor for \
      that time. Often a slow selector depends on more than it needs, as in

        createSelector(\\AppState.people) { people in people.filter(\\.isFriend).sorted() }

      which runs when any field of any person changes. Split the selector, so that the inputs of \
      the expensive part seldom change; or observe ids and rows separately (.ids(of:), \
      .row(_:of:)); or raise slowLimit if this time is acceptable.
      """
    }
  }
#endif

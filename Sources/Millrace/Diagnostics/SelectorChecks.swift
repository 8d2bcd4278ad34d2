// SPDX-License-Identifier: Apache-2.0

/// The checks of selectors in debug builds, and the handler of their reports.
///
/// A check finds a mistake that costs time or gives a wrong value without another symptom: an input
/// that differs at each read, a transformation that returns its only input, one that takes long.
/// By default there is one warning about each mistake of a selector. In release builds there are no
/// checks, and they cost nothing.
///
/// ```swift
/// SelectorChecks.global.slowness = .never
/// let selectSum = createSelector(\AppState.numbers, checks: .off) { $0.reduce(0, +) }
/// ```
///
/// The idea comes from Reselect 5.
public struct SelectorChecks: Sendable {
  /// How often a check is made.
  public enum Frequency: Sendable {
    /// The check is off.
    case never
    /// The inputs of a selector are run twice at one computation only, as that costs time; the
    /// other checks look at each computation. Each check warns once about a selector.
    case once
    /// The check is made at each computation, and warns each time.
    case always

    /// Whether to check or warn now; `isFirst` notes that it was done, and is not asked if never.
    func allows(_ isFirst: @autoclosure () -> Bool) -> Bool {
      if self == .never { return false }
      return isFirst() || self == .always
    }
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
  /// Notices a view that is given a new selector at each run of its parent.
  ///
  /// It is taken from ``global`` for every view. It warns once for each place, or for each view.
  public var recreatedSelectors = Frequency.once
  /// How long a transformation may take; one frame at 60 frames a second.
  public var slowLimit = Duration.milliseconds(16)
  /// Called with each report; by default it is a warning of ``StoreWarnings``.
  public var report: @Sendable (String) -> Void = { StoreWarnings.report($0) }

  /// All checks, once, as warnings.
  public init() {}

  /// No checks.
  public static var off: SelectorChecks {
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
      // The old value is released outside of the lock.
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
  /// Where the selector was made.
  let place: String
  private let own: SelectorChecks?
  private let findings = Guarded(Findings())

  private struct Findings {
    var noted: Set<Check> = []
    /// How many runs in succession returned the only input.
    var handedOn = 0
  }

  private enum Check {
    /// Inputs have been run twice.
    case inputs
    /// It has been warned of these.
    case inputStability, identity, slowness
  }

  @usableFromInline
  init(fileID: StaticString, line: UInt, own: SelectorChecks?) {
    place = "\(fileID):\(line)"
    self.own = own
  }

  private var checks: SelectorChecks { own ?? .global }

  /// Runs the inputs that are closures twice; a key path cannot differ, and what has inputs itself
  /// is checked on its own.
  @usableFromInline
  func checkInputs<State>(_ inputs: [SelectorInput<State>], on state: UnsafeRawPointer) {
    #if DEBUG
      let checks = checks
      guard checks.inputStability.allows(isFirst(.inputs)) else { return }
      for (index, input) in inputs.enumerated() where !input.isStable(on: state) {
        warn(.inputStability, checks, checks.inputStability, unstable(index + 1))
      }
    #endif
  }

  /// The transformation with its checks around it; in release builds the transformation itself.
  @_alwaysEmitIntoClient
  func inspecting<Output>(
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
    /// Runs a transformation and looks at what it does and how long it takes.
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
      if time > checks.slowLimit {
        warn(.slowness, checks, checks.slowness, slow(time, checks.slowLimit))
      }
      if case .never = checks.identityTransformation { return output }
      let isHandedOn = inputs.only(Output.self).map { areEqual($0, output) } ?? false
      noteIdentity(isHandedOn, checks)
      return output
    }
  #endif
}

#if DEBUG
  extension SelectorInspector {
    /// Some functions return their input now and then; one that did so in all of several runs is
    /// taken for one that always does.
    private static let limit = 3

    private func noteIdentity(_ isHandedOn: Bool, _ checks: SelectorChecks) {
      let count = findings.withLock { findings in
        findings.handedOn = isHandedOn ? findings.handedOn + 1 : .min
        return findings.handedOn
      }
      if count >= Self.limit { warn(.identity, checks, checks.identityTransformation, identity) }
    }

    private func isFirst(_ check: Check) -> Bool {
      findings.withLock { $0.noted.insert(check).inserted }
    }

    private func warn(
      _ check: Check, _ checks: SelectorChecks, _ frequency: SelectorChecks.Frequency,
      _ message: String
    ) {
      if frequency.allows(isFirst(check)) { checks.report(message) }
    }
  }
#endif

#if DEBUG
  // Each message says where, what was seen, what it leads to, how such code looks, and what to do.
  extension SelectorInspector {
    func unstable(_ position: Int) -> String {
      """
      Millrace: input \(position) of the selector made at \(place) gave two different values for \
      one state, so the selector is computed again every time although nothing changed. The input \
      makes something new at each call, or depends on something else than the state, as in

        createSelector(StateSelector { (state: AppState) in state.items.map(Row.init) }) { ... }

      where Row is a class, or in StateSelector { _ in Date() }. Let the input return what is \
      stored, give the selector that as its input, and do the work in the transformation.
      """
    }

    var identity: String {
      """
      Millrace: the selector made at \(place) returned its only input as it is every time that it \
      has run so far. Nothing is gained by remembering such a value, and it is compared twice. \
      It looks like

        createSelector(\\AppState.items) { $0 }

      Watch the input itself: StateSelector(\\AppState.items). If the transformation only happened \
      to change nothing, pass checks: to createSelector with identityTransformation = .never.
      """
    }

    func slow(_ time: Duration, _ limit: Duration) -> String {
      """
      Millrace: the selector made at \(place) took \(time) to compute, more than \(limit). It runs \
      in the dispatch that changed one of its inputs, so that everything waits for it. Often it \
      depends on more than it needs, as in

        createSelector(\\AppState.people) { people in people.filter(\\.isFriend).sorted() }

      which runs when any field of any person changes. Split it, so that the expensive part has \
      inputs that seldom change; watch ids and rows on their own (.ids(of:), .row(_:of:)); or \
      raise slowLimit if it may take that long.
      """
    }
  }
#endif

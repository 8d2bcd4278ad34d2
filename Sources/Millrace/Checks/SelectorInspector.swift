// SPDX-License-Identifier: Apache-2.0

/// Checks one selector with inputs; does nothing in release builds.
final class SelectorInspector: Sendable {
  /// Where the selector was made.
  let place: String
  private let own: SelectorChecks?
  private let findings = Guarded(Findings())

  private struct Findings {
    var made: Set<Check> = []
    var warned: Set<Check> = []
    /// How often in a row the output was the only input.
    var handedOn = 0
  }

  private enum Check {
    case inputStability, identity, slowness
  }

  init(fileID: StaticString, line: UInt, own: SelectorChecks?) {
    place = "\(fileID):\(line)"
    self.own = own
  }

  private var checks: SelectorChecks { own ?? .global }

  /// Runs the inputs that are closures twice; a key path cannot differ, and what has inputs itself
  /// is checked on its own.
  func checkInputs<State, each Input>(
    _ inputs: repeat StateSelector<State, each Input>, on state: State
  ) {
    #if DEBUG
      let checks = checks
      guard isDue(.inputStability, checks.inputStability) else { return }
      var position = 1
      for input in repeat each inputs {
        if !input.isStable(on: state) {
          warn(.inputStability, checks, checks.inputStability, unstable(position))
        }
        position += 1
      }
    #endif
  }

  /// Runs a transformation and looks at what it does and how long it takes.
  func inspect<each Input, Output>(
    _ inputs: repeat each Input, areEqual: (Output, Output) -> Bool,
    transformation: (repeat each Input) throws -> Output
  ) rethrows -> Output {
    #if DEBUG
      let checks = checks
      if case .never = checks.slowness, case .never = checks.identityTransformation {
        return try transformation(repeat each inputs)
      }
      let start = ContinuousClock.now
      let output = try transformation(repeat each inputs)
      let time = ContinuousClock.now - start
      if time > checks.slowLimit {
        warn(.slowness, checks, checks.slowness, slow(time, checks.slowLimit))
      }
      var count = 0
      var isHandedOn = false
      for input in repeat each inputs {
        count += 1
        if let input = input as? Output, areEqual(input, output) { isHandedOn = true }
      }
      noteIdentity(count == 1 && isHandedOn, checks)
      return output
    #else
      return try transformation(repeat each inputs)
    #endif
  }
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

    private func isDue(_ check: Check, _ frequency: SelectorChecks.Frequency) -> Bool {
      switch frequency {
      case .never: false
      case .once: findings.withLock { $0.made.insert(check).inserted }
      case .always: true
      }
    }

    private func warn(
      _ check: Check, _ checks: SelectorChecks, _ frequency: SelectorChecks.Frequency,
      _ message: String
    ) {
      if case .never = frequency { return }
      let isFirst = findings.withLock { $0.warned.insert(check).inserted }
      if case .once = frequency, !isFirst { return }
      checks.report(message)
    }
  }

  extension StateSelector {
    /// Whether it gives the same value twice for one state.
    fileprivate func isStable(on state: State) -> Bool {
      guard recipe.isFormula else { return true }
      let value = select(state)
      // A rule that takes a value for another than itself, as for NaN, tells nothing about the
      // input.
      return didChange(value, value) || !didChange(value, select(state))
    }
  }
#endif

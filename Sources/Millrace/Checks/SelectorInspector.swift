// SPDX-License-Identifier: Apache-2.0

/// Checks one selector with inputs; does nothing in release builds.
@usableFromInline
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
      guard isDue(.inputStability, checks.inputStability) else { return }
      for (index, input) in inputs.enumerated() where !input.isStable(on: state) {
        warn(.inputStability, checks, checks.inputStability, unstable(index + 1))
      }
    #endif
  }

  /// A transformation that is looked at when it runs; in release builds the transformation itself.
  @inlinable
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

  /// The same for a transformation that may throw.
  @inlinable
  func inspecting<Output>(
    areEqual: @escaping @Sendable (Output, Output) -> Bool,
    throwing transformation: @escaping @Sendable (InputValues) throws -> Output
  ) -> @Sendable (InputValues) throws -> Output {
    #if DEBUG
      { try self.inspect($0, areEqual: areEqual, transformation: transformation) }
    #else
      transformation
    #endif
  }

  #if DEBUG
    /// Runs a transformation and looks at what it does and how long it takes.
    @usableFromInline
    func inspect<Output>(
      _ inputs: InputValues, areEqual: (Output, Output) -> Bool,
      transformation: (InputValues) throws -> Output
    ) rethrows -> Output {
      let checks = checks
      if case .never = checks.slowness, case .never = checks.identityTransformation {
        return try transformation(inputs)
      }
      let start = ContinuousClock.now
      let output = try transformation(inputs)
      let time = ContinuousClock.now - start
      if time > checks.slowLimit {
        warn(.slowness, checks, checks.slowness, slow(time, checks.slowLimit))
      }
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
#endif

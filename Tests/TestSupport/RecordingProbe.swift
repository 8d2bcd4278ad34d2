// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A probe that records its calls.
public final class RecordingProbe: StoreProbe {
  /// The number of the effect, which the probe sets while a part of the effect starts.
  @TaskLocal public static var effect: UInt64?

  private let log: Log
  private let name: String

  /// Creates a probe that puts its name before each line.
  public init(_ log: Log, name: String = "") {
    self.log = log
    self.name = name
  }

  /// Records the phase.
  public func enter(_ phase: StorePhase, queued: Int) {
    log.append("\(name)\(phase) \(queued)")
  }

  /// Records the start.
  public func startEffect(_ effect: UInt64, cause: UInt64?, running: Int) {
    log.append("\(name)start \(effect) \(running)")
  }

  /// Records the part, and sets the task-local value.
  public func startPart(_ part: UInt64, of effect: UInt64, _ start: () -> Void) {
    log.append("\(name)part \(part) of \(effect)")
    Self.$effect.withValue(effect) { start() }
    log.append("\(name)started \(part)")
  }

  /// Records the error.
  public func failEffect(_ effect: UInt64, with error: any Error, from source: ActionSource) {
    log.append("\(name)fail \(effect) \(error) \(source.line)")
  }

  /// Records the end.
  public func endEffect(_ effect: UInt64, running: Int) {
    log.append("\(name)end \(effect) \(running)")
  }
}

/// A middleware that has probes and does nothing else.
public struct ProbingMiddleware<Action: Sendable, State>: Middleware {
  /// The probes.
  public let probes: [any StoreProbe]

  /// Creates a middleware with probes.
  public init(_ probes: any StoreProbe...) {
    self.probes = probes
  }

  /// Does nothing.
  public func handle(
    _ action: Action, from source: ActionSource, state: StateReader<State>
  ) -> Effect<Action> { .none }
}

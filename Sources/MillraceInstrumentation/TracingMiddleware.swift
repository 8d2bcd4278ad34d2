// SPDX-License-Identifier: Apache-2.0

public import Millrace
public import Tracing

/// Makes a span of each action and of each effect that it starts, for swift-distributed-tracing.
///
/// ```swift
/// Store(initialState: AppState(), reducer: reducer, middleware: TracingMiddleware())
/// ```
///
/// The span of an action runs from the middleware until the store goes on to the next action. It
/// is a child of the span in which the dispatch happened, if there was one. The span of an effect
/// is a child of its action's span and runs until all of the effect has ended, delays and callbacks
/// included: code inside the effect finds it in `ServiceContext.current`, so that requests which it
/// makes, and actions that it sends with `await send(...)`, belong to it. What is sent without
/// waiting comes in bursts: its parent is the span in which the first of a burst was sent. An
/// effect that no action has started has no span, and neither has one that is started, by a `Send`
/// that was kept, 64 actions or more after its own.
///
/// Spans carry the names of the cases of an action, not what it carries, and the place of the
/// dispatch (`code.file.path`, `code.function.name`, `code.line.number`). A rejected action's span
/// has the error, and so has that of an effect that threw one which nothing caught.
///
/// Lifted, it traces the actions of its part and their effects. Make one for each store.
public struct TracingMiddleware<InputAction, OutputAction: Sendable, State>: Middleware {
  private let spans: StoreSpans
  private let name: (InputAction) -> String

  /// Creates a middleware that reports to a tracer.
  ///
  /// - Parameters:
  ///   - tracer: The tracer; by default the one of the process.
  ///   - name: The name of an action's span; its cases without payload by default.
  public init(
    tracer: any Tracer = InstrumentationSystem.tracer,
    naming name: @escaping (InputAction) -> String = { ActionName.name(of: $0) }
  ) {
    spans = StoreSpans(tracer: tracer)
    self.name = name
  }

  /// Starts the span of an action.
  public func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> Effect<OutputAction> {
    spans.beginAction(name(action), from: source)
    return .none
  }

  /// Notes the error in the span.
  public func didReject(_ action: InputAction, from source: ActionSource, error: any Error) {
    spans.reject(error)
  }

  /// Ends spans, and makes those of effects.
  public var probes: [any StoreProbe] { [spans] }
}

/// The open spans of one store.
final class StoreSpans: StoreProbe {
  private let tracer: any Tracer
  private var action: (name: String, span: any Span)?
  /// The latest actions, the open one included, as the parents of effects.
  private var parents: [(number: UInt64, name: String, context: ServiceContext)] = []
  private var effects: [UInt64: any Span] = [:]

  private static let longestHistory = 64

  init(tracer: any Tracer) {
    self.tracer = tracer
  }

  func beginAction(_ name: String, from source: ActionSource) {
    endAction()
    let span = tracer.startAnySpan(
      name, function: source.function, file: source.fileID, line: source.line)
    span.updateAttributes { attributes in
      attributes["code.file.path"] = source.fileID
      attributes["code.function.name"] = source.function
      attributes["code.line.number"] = Int64(source.line)
      if let info = source.info { attributes["millrace.info"] = info }
      if let number = source.number { attributes["millrace.number"] = Int64(number) }
      if let cause = source.cause { attributes["millrace.cause"] = Int64(cause) }
      if let effect = source.effect { attributes["millrace.effect"] = Int64(effect) }
    }
    action = (name, span)
    guard let number = source.number else { return }
    if parents.count == Self.longestHistory { parents.removeFirst() }
    parents.append((number, name, span.context))
  }

  func reject(_ error: any Error) {
    if let span = action?.span { note(error, in: span) }
  }

  private func note(_ error: any Error, in span: any Span) {
    span.recordError(error)
    span.setStatus(SpanStatus(code: .error, message: "\(error)"))
  }

  func enter(_ phase: StorePhase, queued: Int) {
    if phase == .handling || phase == .idle { endAction() }
  }

  func startEffect(_ effect: UInt64, cause: UInt64?, running: Int) {
    guard let parent = parents.last(where: { $0.number == cause }) else { return }
    effects[effect] = tracer.startAnySpan("\(parent.name) effect", context: parent.context)
  }

  func startPart(_ part: UInt64, of effect: UInt64, _ start: () -> Void) {
    guard let span = effects[effect] else { return start() }
    ServiceContext.withValue(span.context) { start() }
  }

  func failEffect(_ effect: UInt64, with error: any Error, from source: ActionSource) {
    if let span = effects[effect] { note(error, in: span) }
  }

  func endEffect(_ effect: UInt64, running: Int) {
    effects.removeValue(forKey: effect)?.end()
  }

  private func endAction() {
    action?.span.end()
    action = nil
  }
}

// SPDX-License-Identifier: Apache-2.0

public import Millrace
public import Tracing

/// Creates a span for each action and for each effect that it starts, with
/// swift-distributed-tracing.
///
/// ```swift
/// Store(initialState: AppState(), reducer: reducer, middleware: TracingMiddleware())
/// ```
///
/// The span of an action begins in the middleware and ends when the store handles the next action
/// or becomes idle. It is a child of the span in which the action was dispatched, if there was one.
///
/// The span of an effect is a child of its action's span. It ends when the whole effect has ended,
/// including delays and callbacks. Code inside the effect finds the span in
/// `ServiceContext.current`. Therefore the requests of the effect's tasks, and the actions that
/// these tasks send with or without waiting, are children of the span. The same is true for a later
/// callback that is called with the task-local values of the effect.
///
/// Three kinds of effects have no span: an effect that is known to end while it starts, such as
/// `.just`, unless it has to wait for another effect; an effect that no action has started; and an
/// effect that a stored `Send` starts late, 64 or more actions after the action whose effect
/// received the `Send`.
///
/// The name of an action's span is the names of its cases, without associated values. The name of
/// an effect's span is that of its action, followed by `effect`. The span of an action has the
/// source location of the dispatch (`code.file.path`, `code.function.name`,
/// `code.line.number`) and, if they exist, `millrace.number`, `millrace.cause`, `millrace.effect`
/// and `millrace.info`. The span of a rejected action contains the error. The span of an effect has
/// the number of the effect in `millrace.effect`, like the spans of the actions that the effect
/// sends, and contains the error that the effect threw and nothing caught.
///
/// A lifted middleware traces the actions of its part and their effects. Create one middleware for
/// each store.
public struct TracingMiddleware<InputAction, OutputAction: Sendable, State>: Middleware {
  private let spans: StoreSpans
  private let name: (InputAction) -> String

  /// Creates a middleware that reports to a tracer.
  ///
  /// - Parameters:
  ///   - tracer: The tracer; by default the tracer of the process.
  ///   - name: Returns the name of an action's span; by default its cases without associated
  ///     values.
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

  /// Records the error in the span.
  public func didReject(_ action: InputAction, from source: ActionSource, error: any Error) {
    spans.reject(error)
  }

  /// The probe that ends spans and creates the spans of effects.
  public var probes: [any StoreProbe] { [spans] }
}

/// The open spans of one store.
final class StoreSpans: StoreProbe {
  private let tracer: any Tracer
  private var action: (name: String, span: any Span)?
  /// The latest actions, the open one included, as the parents of effects.
  private var parents: [(number: UInt64, name: String, context: ServiceContext)] = []
  private var effects: [UInt64: any Span] = [:]

  private static let maximumParents = 64

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
      attributes["code.line.number"] = Int64(clamping: source.line)
      if let info = source.info { attributes["millrace.info"] = info }
      if let number = source.number { attributes["millrace.number"] = Int64(clamping: number) }
      if let cause = source.cause { attributes["millrace.cause"] = Int64(clamping: cause) }
      if let effect = source.effect { attributes["millrace.effect"] = Int64(clamping: effect) }
    }
    action = (name, span)
    guard let number = source.number else { return }
    if parents.count == Self.maximumParents { parents.removeFirst() }
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
    let span = tracer.startAnySpan("\(parent.name) effect", context: parent.context)
    span.attributes["millrace.effect"] = Int64(clamping: effect)
    effects[effect] = span
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

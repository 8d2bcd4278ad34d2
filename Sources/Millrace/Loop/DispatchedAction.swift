// SPDX-License-Identifier: Apache-2.0

/// Where an action comes from: the place in the code that dispatched it, and what led to it.
///
/// A source travels with its action through middleware, reducers that log, tools and error
/// messages, so that "what sent this?" always has an answer. Every `dispatch` fills it in from its
/// call site. The store adds the action's ``number``, the ``cause`` and the ``effect`` when the
/// action comes to its turn, in the place of what the source had. Two sources are equal if they
/// name the same place and have the same `info`: when an action ran is no part of that.
///
/// A call site is held as the compiler's own literals: making, passing and dropping one is a few
/// stores and never allocates. Only a source with an `info` or a `client`, or one that was decoded,
/// holds an object.
///
/// The idea comes from SwiftRex.
public struct ActionSource: Sendable {
  @usableFromInline let literalFileID: StaticString
  @usableFromInline let literalFunction: StaticString
  /// The line that dispatched.
  public let line: UInt
  @usableFromInline let detail: Detail?
  @usableFromInline var tag = ActionTag.none

  /// What does not fit into literals.
  @usableFromInline
  final class Detail: Sendable {
    /// Nil if it is the literal.
    let fileID: String?
    let function: String?
    let info: String?
    let client: String?

    init(fileID: String?, function: String?, info: String?, client: String?) {
      self.fileID = fileID
      self.function = function
      self.info = info
      self.client = client
    }
  }

  /// Creates a source, by default the place where this initializer is called.
  @inlinable
  public init(
    fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    info: String? = nil
  ) {
    literalFileID = fileID
    literalFunction = function
    self.line = line
    detail = info.map { Self.detail($0) }
  }

  /// Creates a source from strings, for tools that read recorded actions.
  ///
  /// - Parameters:
  ///   - recordedFileID: The file.
  ///   - function: The function.
  ///   - line: The line.
  ///   - info: Anything more.
  ///   - number: The number of the action.
  ///   - cause: The number of the action that led to it.
  ///   - effect: The number of the effect that sent it.
  ///   - client: Which of several clients sent it.
  public init(
    recordedFileID: String, function: String, line: UInt, info: String? = nil,
    number: UInt64? = nil, cause: UInt64? = nil, effect: UInt64? = nil, client: String? = nil
  ) {
    tag = ActionTag(number: number ?? 0, cause: cause ?? 0, effect: effect ?? 0)
    literalFileID = ""
    literalFunction = ""
    self.line = line
    detail = Detail(fileID: recordedFileID, function: function, info: info, client: client)
  }

  /// The file in the form `Module/File.swift`.
  public var fileID: String { detail?.fileID ?? literalFileID.description }

  /// The function that dispatched.
  public var function: String { detail?.function ?? literalFunction.description }

  /// Anything more that the sender wanted to say.
  public var info: String? { detail?.info }

  /// Which of several clients sent it, where that is known: a page, a person, a device.
  ///
  /// It is a name to be shown and no secret. Actions from pages get it from ``currentClient`` if a
  /// view finds its store in the environment. Actions that follow from an action have the same
  /// client.
  public var client: String? { detail?.client }

  /// The number of the action within its store: 1 for the first that came to its turn, and one more
  /// for each after it, refused ones included; nil before the store has taken it.
  @inlinable public var number: UInt64? { tag.number == 0 ? nil : tag.number }

  /// The number of the action that led to this one: by an effect that it started, or by what a
  /// middleware or an observer dispatched meanwhile; nil if it came from outside.
  ///
  /// It is always less than ``number``, so that causes make a forest. What another thread sends
  /// with ``Store/enqueue(_:fileID:function:line:info:)`` comes from outside.
  @inlinable public var cause: UInt64? { tag.cause == 0 ? nil : tag.cause }

  /// The number of the effect that sent it, as ``Store/RunningEffect/number`` of the whole effect;
  /// nil if no effect did, or one that was done at once.
  ///
  /// The low 32 bits are kept.
  @inlinable public var effect: UInt64? { tag.effect == 0 ? nil : tag.effect }

  @usableFromInline
  static func detail(_ info: String) -> Detail {
    Detail(fileID: nil, function: nil, info: info, client: nil)
  }
}

extension ActionSource {
  // Exclusive: one word of the main actor's; what is called is taken out first.
  /// Returns the client on whose behalf the current code runs.
  ///
  /// A program that serves several clients sets it, as the page server does. Nil by default.
  ///
  /// It is asked in the turn of each action that has middleware, effects or observers and no
  /// ``client`` yet, with the task-local values of the place that sent it: an answer that is a
  /// task-local value counts for tasks and effects too. The source of an action that has a client
  /// holds an object for it, which is allocated.
  @MainActor @exclusivity(unchecked)
  public static var currentClient: (@MainActor () -> String?)?

  /// The same source as one of another client.
  ///
  /// - Parameter client: The client; nil for none.
  /// - Returns: The source.
  public func of(client: String?) -> ActionSource {
    if client == self.client { return self }
    return ActionSource(
      partsOf: self,
      Detail(
        fileID: detail?.fileID, function: detail?.function, info: detail?.info, client: client))
  }

  /// Copies a source part by part: to copy it as one value would be a call.
  @inlinable
  init(partsOf source: ActionSource) {
    self.init(partsOf: source, source.detail)
  }

  @inlinable
  init(partsOf source: ActionSource, _ detail: Detail?) {
    literalFileID = source.literalFileID
    literalFunction = source.literalFunction
    line = source.line
    self.detail = detail
    tag = source.tag
  }
}

extension ActionSource: Hashable {
  /// Compares the places and the `info`.
  ///
  /// The number, cause, effect and client are those of one action and are not compared: two actions
  /// from one place have equal sources.
  public static func == (lhs: ActionSource, rhs: ActionSource) -> Bool {
    lhs.line == rhs.line && lhs.fileID == rhs.fileID && lhs.function == rhs.function
      && lhs.info == rhs.info
  }

  /// Hashes the place and the `info`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(fileID)
    hasher.combine(function)
    hasher.combine(info)
  }
}

extension ActionSource: Codable {
  private enum CodingKeys: CodingKey {
    case fileID, function, line, info, number, cause, effect, client
  }

  /// Reads a source that was recorded.
  ///
  /// - Parameter decoder: Where it was recorded.
  /// - Throws: What the decoder throws.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      recordedFileID: try values.decode(String.self, forKey: .fileID),
      function: try values.decode(String.self, forKey: .function),
      line: try values.decode(UInt.self, forKey: .line),
      info: try values.decodeIfPresent(String.self, forKey: .info),
      number: try values.decodeIfPresent(UInt64.self, forKey: .number),
      cause: try values.decodeIfPresent(UInt64.self, forKey: .cause),
      effect: try values.decodeIfPresent(UInt64.self, forKey: .effect),
      client: try values.decodeIfPresent(String.self, forKey: .client))
  }

  /// Records the source.
  ///
  /// - Parameter encoder: Where to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(fileID, forKey: .fileID)
    try values.encode(function, forKey: .function)
    try values.encode(line, forKey: .line)
    try values.encodeIfPresent(info, forKey: .info)
    try values.encodeIfPresent(number, forKey: .number)
    try values.encodeIfPresent(cause, forKey: .cause)
    try values.encodeIfPresent(effect, forKey: .effect)
    try values.encodeIfPresent(client, forKey: .client)
  }
}

extension ActionSource: CustomStringConvertible {
  /// The source as `Module/File.swift:12 function()`, with its info in parentheses.
  public var description: String {
    let place = "\(fileID):\(line) \(function)"
    return if let info { "\(place) (\(info))" } else { place }
  }
}

/// An action together with the place that dispatched it.
///
/// ```swift
/// let sent = DispatchedAction(CounterAction.increment)
/// let lifted = sent.map(AppAction.counter)   // same source
/// ```
public struct DispatchedAction<Action> {
  /// The action.
  public var action: Action
  /// The place that dispatched it.
  public var source: ActionSource

  /// Pairs an action with its source, by default the place where this initializer is called.
  @inlinable
  public init(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    info: String? = nil
  ) {
    self.init(
      action, source: ActionSource(fileID: fileID, function: function, line: line, info: info))
  }

  /// Pairs an action with a known source.
  @inlinable
  public init(_ action: Action, source: ActionSource) {
    self.action = action
    self.source = source
  }

  /// The same source with another action.
  @inlinable
  public func map<Other>(_ transform: (Action) -> Other) -> DispatchedAction<Other> {
    DispatchedAction<Other>(transform(action), source: source)
  }

  /// The same source with another action, or nothing when there is none.
  @inlinable
  public func compactMap<Other>(_ transform: (Action) -> Other?) -> DispatchedAction<Other>? {
    transform(action).map { DispatchedAction<Other>($0, source: source) }
  }
}

extension DispatchedAction: Sendable where Action: Sendable {}
extension DispatchedAction: Equatable where Action: Equatable {}
extension DispatchedAction: Hashable where Action: Hashable {}
extension DispatchedAction: Encodable where Action: Encodable {}
extension DispatchedAction: Decodable where Action: Decodable {}

extension DispatchedAction {
  /// An action that a reducer refused by throwing; the state stayed as it was.
  public struct Rejection: CustomStringConvertible {
    /// The action and the place that dispatched it.
    public let dispatched: DispatchedAction<Action>
    /// What the reducer threw.
    public let error: any Error

    /// Creates a rejection.
    @inlinable
    public init(_ dispatched: DispatchedAction<Action>, error: any Error) {
      self.dispatched = dispatched
      self.error = error
    }

    /// Says where the action came from, what it was, why it was refused and what to do.
    public var description: String {
      """
      Millrace: \(dispatched.source): the reducer rejected \(dispatched.action): \(error). \
      The state is unchanged. Ask the receipt, `try store.dispatch(...).get()`, or set \
      `store.onRejection` to handle this.
      """
    }
  }

  /// A report of a turn in which actions or effects kept leading to more.
  ///
  /// Nothing is lost: the rest of the queue goes on in the next turn of the store's actor.
  public struct Runaway: CustomStringConvertible {
    /// How many chained actions the turn ran, and effects that effects started.
    public let count: Int
    /// The last actions of them, oldest first.
    public let last: [DispatchedAction<Action>]

    /// Creates a report.
    @inlinable
    public init(count: Int, last: [DispatchedAction<Action>]) {
      self.count = count
      self.last = last
    }

    /// Says how many actions ran, which came last and from where, and what to do.
    public var description: String {
      if last.isEmpty {
        return """
          Millrace: \(count) chained effects in one turn. An effect probably starts itself again \
          with `send.start`, without a pause; break the cycle, or raise `store.chainLimit` if the \
          chain is intended. No effect is lost: the rest starts in the next turn.
          """
      }
      let list = last.map { "  \($0.action) from \($0.source)" }.joined(separator: "\n")
      return """
        Millrace: \(count) chained actions in one turn. An action probably leads back to itself \
        through a middleware, an observer or an effect; break the cycle, or raise \
        `store.chainLimit` if the chain is intended. No action is lost: the rest runs in the next \
        turn. The last ones were:
        \(list)
        """
    }
  }
}

extension DispatchedAction.Rejection: Sendable where Action: Sendable {}
extension DispatchedAction.Runaway: Sendable where Action: Sendable {}

// SPDX-License-Identifier: Apache-2.0

/// The source of an action: the source location that dispatched it, and the action and the effect
/// that led to it.
///
/// Middleware, tools and error messages get the source together with the action. A `dispatch`
/// without a source creates one from its call site. When the store processes the action, it sets
/// the ``number``, the ``cause`` and the ``effect`` of the source, and overwrites earlier values.
/// Two sources are equal if they have the same source location and the same `info`; the other
/// properties are not compared.
///
/// A call site is stored as literals of the compiler: to create, pass and discard such a source
/// takes a few store instructions and no allocation. Only a source with an `info` or a `client`, or
/// a source that was made from strings, holds an object.
///
/// The idea comes from SwiftRex.
public struct ActionSource: Sendable {
  @usableFromInline let literalFileID: StaticString
  @usableFromInline let literalFunction: StaticString
  /// The line of the call site.
  public let line: UInt
  @usableFromInline let detail: Detail?
  @usableFromInline var tag = ActionTag.none

  /// The properties that are not literals.
  @usableFromInline
  final class Detail: Sendable {
    /// The file, or nil if `literalFileID` is the file.
    let fileID: String?
    /// The function, or nil if `literalFunction` is the function.
    let function: String?
    let info: String?
    let client: String?

    @usableFromInline
    init(
      fileID: String? = nil, function: String? = nil, info: String?, client: String? = nil
    ) {
      self.fileID = fileID
      self.function = function
      self.info = info
      self.client = client
    }
  }

  /// Creates a source, by default with the call site of this initializer.
  @inlinable
  public init(
    fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    info: String? = nil
  ) {
    literalFileID = fileID
    literalFunction = function
    self.line = line
    detail = info.map { Detail(info: $0) }
  }

  /// Creates a source from strings, for tools that read recorded actions.
  ///
  /// - Parameters:
  ///   - recordedFileID: The file.
  ///   - function: The function.
  ///   - line: The line.
  ///   - info: Further information.
  ///   - number: The number of the action.
  ///   - cause: The number of the action that led to this one.
  ///   - effect: The number of the effect that sent the action.
  ///   - client: The client that sent the action.
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

  /// Further information from the sender, or nil.
  public var info: String? { detail?.info }

  /// The client that sent the action, or nil: for example a page, a person or a device.
  ///
  /// It is a name that can be shown, not a secret. By default it comes from ``currentClient``; for
  /// a page of `MillraceWeb` whose views read a store from the environment, it is the name of the
  /// page. The actions that an action leads to have the same client; but ``of(client:)`` sets the
  /// client of one action only.
  public var client: String? { detail?.client }

  /// The number of the action in its store, or nil before the store has begun to process the
  /// action.
  ///
  /// The first processed action has the number 1, unless the store continues the numbers of an
  /// earlier one. Each later action has the next number, also if it is rejected.
  @inlinable public var number: UInt64? { tag.number == 0 ? nil : tag.number }

  /// The number of the action that led to this one, or nil if this action came from outside.
  ///
  /// An action leads to the actions of the effects that it starts, and to the actions that
  /// middleware and observers dispatch while it is processed. An action that is sent with
  /// ``Store/enqueue(_:fileID:function:line:info:)`` comes from outside, on any thread.
  ///
  /// The cause is always less than ``number``, and causes therefore form a forest.
  @inlinable public var cause: UInt64? { tag.cause == 0 ? nil : tag.cause }

  /// The number of the effect that sent the action, as in ``Store/RunningEffect/number``; nil if no
  /// effect sent the action, or an effect that is done at once.
  ///
  /// It is the number of the whole effect, not of one of its parts. Only its low 32 bits are
  /// stored.
  @inlinable public var effect: UInt64? { tag.effect == 0 ? nil : tag.effect }
}

extension ActionSource {
  // Exclusive: used on the main actor only; the function is read before it is called.
  /// A function that returns the client for which the current code runs; nil by default.
  ///
  /// A program that serves several clients sets it, as the page server does.
  ///
  /// A store calls it when it processes an action without a ``client``; a store without middleware,
  /// effects and observers can omit the call. The function sees the task-local values of the
  /// sender. A client that is a task-local value is therefore also the client of the tasks and
  /// effects that the sender starts. For an action with a client, the source allocates an object.
  @MainActor @exclusivity(unchecked)
  public static var currentClient: (@MainActor () -> String?)?

  /// Returns this source with another client.
  ///
  /// - Parameter client: The client, or nil.
  /// - Returns: The source.
  public func of(client: String?) -> ActionSource {
    if client == self.client { return self }
    return ActionSource(
      partsOf: self,
      Detail(
        fileID: detail?.fileID, function: detail?.function, info: detail?.info, client: client))
  }

  /// Copies a source property by property: to copy it as one value would be a function call.
  @inlinable
  init(partsOf source: ActionSource) {
    self.init(partsOf: source, source.detail)
  }

  /// This source with its texts in the form that `line` returns, for a log.
  func inOneLine(_ line: (String) -> String) -> ActionSource {
    guard let detail else { return self }
    return ActionSource(
      partsOf: self,
      Detail(
        fileID: detail.fileID.map(line), function: detail.function.map(line),
        info: detail.info.map(line), client: detail.client))
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
  /// Compares the source locations and the `info`.
  ///
  /// The number, cause, effect and client belong to one action and are not compared: two actions
  /// from one call site have equal sources.
  public static func == (lhs: ActionSource, rhs: ActionSource) -> Bool {
    lhs.line == rhs.line && lhs.fileID == rhs.fileID && lhs.function == rhs.function
      && lhs.info == rhs.info
  }

  /// Hashes the source location and the `info`.
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

  /// Decodes a recorded source.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: The error of the decoder.
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

  /// Encodes the source.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: The error of the encoder.
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
  ///
  /// It is one line: it has U+FFFD instead of line breaks and control characters.
  public var description: String {
    let place = Diagnostics.oneLine("\(fileID):\(line) \(function)")
    return if let info { "\(place) (\(Diagnostics.oneLine(info)))" } else { place }
  }
}

/// An action together with its source.
///
/// ```swift
/// let sent = DispatchedAction(CounterAction.increment)
/// let lifted = sent.map(AppAction.counter)   // same source
/// ```
public struct DispatchedAction<Action> {
  /// The action.
  public var action: Action
  /// The source of the action.
  public var source: ActionSource

  /// Pairs an action with a source, by default with the call site of this initializer.
  @inlinable
  public init(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    info: String? = nil
  ) {
    self.init(
      action, source: ActionSource(fileID: fileID, function: function, line: line, info: info))
  }

  /// Pairs an action with a source.
  @inlinable
  public init(_ action: Action, source: ActionSource) {
    self.action = action
    self.source = source
  }

  /// Returns the transformed action with the same source.
  @inlinable
  public func map<Other>(_ transform: (Action) -> Other) -> DispatchedAction<Other> {
    DispatchedAction<Other>(transform(action), source: source)
  }

  /// Returns the transformed action with the same source, or nil if the transformation returns nil.
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
  /// An action that the reducer rejected by throwing an error; the state is unchanged.
  public struct Rejection: CustomStringConvertible {
    /// The action and its source.
    public let dispatched: DispatchedAction<Action>
    /// The error of the reducer.
    public let error: any Error

    /// Creates a rejection.
    @inlinable
    public init(_ dispatched: DispatchedAction<Action>, error: any Error) {
      self.dispatched = dispatched
      self.error = error
    }

    /// The source, the action, the error and the remedy.
    public var description: String {
      """
      Millrace: \(dispatched.source): the reducer rejected \
      \(Diagnostics.line(of: dispatched.action)): \
      \(Diagnostics.clause(error)). \
      The state is unchanged. Ask the receipt, `try store.dispatch(...).get()`, or set \
      `store.onRejection` to handle this.
      """
    }
  }

  /// A report of a turn with too many chained actions and effects; see ``Store/chainLimit``.
  ///
  /// No action is lost: the rest of the queue runs in later turns.
  public struct Runaway: CustomStringConvertible {
    /// The number of chained actions that the turn ran, plus the effects that code of a running
    /// turn passed to ``Send/start(_:)``.
    public let count: Int
    /// The actions among the last eight chained actions and effects, oldest first.
    public let last: [DispatchedAction<Action>]

    /// Creates a report.
    @inlinable
    public init(count: Int, last: [DispatchedAction<Action>]) {
      self.count = count
      self.last = last
    }

    /// The number of actions, the last ones with their sources, and the remedy.
    public var description: String {
      if last.isEmpty {
        return """
          Millrace: \(count) chained effects in one turn. An effect probably starts itself again \
          with `send.start`, without a pause; break the cycle, or raise `store.chainLimit` if the \
          chain is intended. No effect is lost: the rest starts in later turns.
          """
      }
      let list = last.map {
        "  \(Diagnostics.line(of: $0.action)) from \($0.source)"
      }.joined(separator: "\n")
      return """
        Millrace: \(count) chained actions in one turn. An action probably leads back to itself \
        through a middleware, an observer or an effect; break the cycle, or raise \
        `store.chainLimit` if the chain is intended. No action is lost: the rest runs in later \
        turns. The last ones were:
        \(list)
        """
    }
  }
}

extension DispatchedAction.Rejection: Sendable where Action: Sendable {}
extension DispatchedAction.Runaway: Sendable where Action: Sendable {}

/// The number of an action, the number of its cause, and the number of its effect; zero means none.
///
/// A tag has two words: 48 bits for each of the two action numbers, and the low 32 bits of the
/// effect's number. 48 bits are enough for eight years at a million actions a second.
@usableFromInline
struct ActionTag: Sendable, Equatable {
  @usableFromInline var low: UInt64
  @usableFromInline var high: UInt64

  @inlinable
  init(number: UInt64 = 0, cause: UInt64 = 0, effect: UInt64 = 0) {
    low = number & Self.numbers | cause << 48
    high = cause >> 16 & Self.effects | effect << 32
  }

  @inlinable static var numbers: UInt64 { 0xFFFF_FFFF_FFFF }
  @inlinable static var effects: UInt64 { 0xFFFF_FFFF }

  @inlinable static var none: ActionTag { ActionTag() }

  /// The number of the action in its store, from 1 on; zero before the action is processed.
  @inlinable var number: UInt64 {
    get { low & Self.numbers }
    set { low = low & ~Self.numbers | newValue & Self.numbers }
  }
  /// The number of the action that led to this one.
  @inlinable var cause: UInt64 { low >> 48 | (high & Self.effects) << 16 }
  /// The number of the effect that sent the action.
  @inlinable var effect: UInt64 { high >> 32 }
}

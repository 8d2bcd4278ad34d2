// SPDX-License-Identifier: Apache-2.0

/// Writes the actions of a store to pages, for a tool that records them.
///
/// The store itself appends each action, its source and the time to a page, which costs less than a
/// call of an observer. The tool is called when a page is full, when an action is rejected, and
/// when the state or an output is replaced; only its clock is called for each action.
///
/// ```swift
/// let writer = ActionWriter<State, Action>(now: { clock.microseconds }) { page, state in
///   history.append(page, state)      // the state after the last action of the page
///   return ActionWriter.Page()
/// } onRefusal: { error in
/// } onReplacement: { state in
/// }
/// let subscription = store.write(to: writer)
/// ```
@MainActor
public final class ActionWriter<State, Action: Sendable> {
  /// The part of a writer that a dispatch uses.
  ///
  /// The engine reaches it by a pointer, so that a dispatch retains nothing.
  @usableFromInline
  struct Storage {
    @usableFromInline var page = Page()
    @usableFromInline let now: () -> UInt64
    let onFullPage: (Page, State) -> Page
    /// The storage of the next writer, or nil.
    @usableFromInline var next: UnsafeMutablePointer<Storage>?
  }

  // Sound: used on the main actor only, and freed in `deinit`. A store holds each writer whose
  // storage it uses, so no store has the pointer when `deinit` runs.
  nonisolated(unsafe) let storage: UnsafeMutablePointer<Storage>
  let onRefusal: (any Error) -> Void
  let onReplacement: (State) -> Void
  // Not weak: a weak reference makes all other reference counting of its object slower.
  // Sound: the engine sets this reference to nil before the engine is deallocated.
  unowned var engine: Engine<State, Action>?
  /// The number of calls of `Store.write(to:)` with this writer.
  ///
  /// It distinguishes an old subscription from the current one.
  var registration = 0
  /// The position of the writer among those of its engine: a later one has a greater place.
  var place = 0

  /// Creates a writer with an empty page.
  ///
  /// - Parameters:
  ///   - now: Returns the time in microseconds since 1970; called for each action. It must not read
  ///     the store.
  ///   - onFullPage: Receives a full page and the state after its last action, and returns another
  ///     page, which must not be full. Actions that it dispatches are queued.
  ///   - onRefusal: Called with the error before a rejected action is written.
  ///   - onReplacement: Called with the current state after ``Store/replaceState(with:)`` or
  ///     ``Store/replaceOutput(of:with:)`` has replaced something.
  public init(
    now: @escaping () -> UInt64,
    onFullPage: @escaping (Page, State) -> Page,
    onRefusal: @escaping (any Error) -> Void, onReplacement: @escaping (State) -> Void
  ) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: Storage(now: now, onFullPage: onFullPage))
    self.onRefusal = onRefusal
    self.onReplacement = onReplacement
  }

  deinit {
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// The page to which actions are currently written; a new page must not be full.
  public var page: Page {
    get { storage.pointee.page }
    set { storage.pointee.page = newValue }
  }
}

extension Engine {
  /// Appends an action to the page of a writer and to the pages of the writers after it.
  @inlinable
  func write(
    _ action: Action, _ source: ActionSource,
    at storage: UnsafeMutablePointer<ActionWriter<State, Action>.Storage>
  ) {
    append(action, source, at: storage)
    if storage.pointee.page.isFull {
      return replacePage(at: storage, andWrite: action, source)
    }
    if let next = storage.pointee.next { write(action, source, at: next) }
  }

  @inlinable
  func append(
    _ action: Action, _ source: ActionSource, isRefused: Bool = false,
    at storage: UnsafeMutablePointer<ActionWriter<State, Action>.Storage>
  ) {
    let time = storage.pointee.now()
    storage.pointee.page.append(
      ActionWriter<State, Action>.Page.Entry(
        action, source: source, time: time, isRefused: isRefused))
  }

  /// Passes a full page to the tool, and appends the action to the pages of the writers after it.
  ///
  /// The tool can remove and add writers. A writer that it removes does not write this action any
  /// more, and a writer that it adds does not write it yet.
  @usableFromInline @inline(never)
  func replacePage(
    at storage: UnsafeMutablePointer<ActionWriter<State, Action>.Storage>,
    andWrite action: Action, _ source: ActionSource
  ) {
    guard storage.pointee.next != nil else { return passPage(at: storage) }
    // From the next storage on: its own writer can have been removed by its clock.
    let others = registrations.drop { $0.writer.storage != storage.pointee.next }
    passPage(at: storage)
    for other in others where isCurrent(other) { append(action, source, to: other.writer) }
  }

  private typealias Registration = (writer: ActionWriter<State, Action>, number: Int)

  /// The present writers, for loops that call tools, which can remove and add writers.
  private var registrations: [Registration] { writers.map { ($0, $0.registration) } }

  /// False if the writer was removed since, also if it was added again.
  private func isCurrent(_ registration: Registration) -> Bool {
    registration.writer.engine === self && registration.writer.registration == registration.number
  }

  /// Appends an action to the page of one writer.
  private func append(
    _ action: Action, _ source: ActionSource, isRefused: Bool = false,
    to writer: ActionWriter<State, Action>
  ) {
    append(action, source, isRefused: isRefused, at: writer.storage)
    if writer.storage.pointee.page.isFull { passPage(at: writer.storage) }
  }

  /// Passes a full page to the tool and continues with the page that the tool returns.
  private func passPage(at storage: UnsafeMutablePointer<ActionWriter<State, Action>.Storage>) {
    let outer = phase
    // The reducer has returned: the tool may read the store.
    phase = .notifying
    let page = storage.pointee.onFullPage(storage.pointee.page, address.pointee)
    phase = outer
    if page.isFull {
      fatalError(
        "Millrace: onFullPage of an ActionWriter returned a full page. Return an empty page.")
    }
    storage.pointee.page = page
  }
}

extension Store {
  /// From now on writes every action with a writer: after its commit or rejection, and before
  /// observers are called.
  ///
  /// The store holds the writer strongly.
  ///
  /// Complexity: O(number of writers); per action one call of the writer's clock, and a copy of the
  /// action with about ninety bytes, without an allocation.
  ///
  /// - Parameter writer: The writer. If it already writes for this or another store, the program
  ///   stops.
  /// - Returns: A subscription that removes the writer when it is cancelled or released.
  public func write(to writer: ActionWriter<State, Action>) -> StoreSubscription {
    engine.add(writer)
    let registration = writer.registration
    return StoreSubscription {
      // The writer may have been added again since, to this store or to another one.
      if writer.registration == registration { writer.engine?.remove(writer) }
    }
  }
}

extension Engine {
  func add(_ writer: ActionWriter<State, Action>) {
    if writer.engine != nil {
      fatalError(
        """
        Millrace: this writer already writes for a store. Create another writer, or cancel the \
        subscription of this one.
        """)
    }
    writer.registration += 1
    guard !isEnded else { return }
    writer.engine = self
    // A writer that comes back within a turn keeps its place, because an action may be on its way
    // along the list.
    if phase == .idle || !removedWriters.contains(where: { $0 === writer }) {
      writer.place = 1 + ((writers + removedWriters).map(\.place).max() ?? 0)
    }
    writers.insert(writer, at: writers.firstIndex { $0.place > writer.place } ?? writers.count)
    removedWriters.removeAll { $0 === writer }
    linkWriters()
  }

  func remove(_ writer: ActionWriter<State, Action>) {
    writers.removeAll { $0 === writer }
    writer.engine = nil
    if phase != .idle {
      // The writer may be writing now: the engine holds it until the turn has ended.
      removedWriters.append(writer)
      Task { self.linkWriters() }
    }
    linkWriters()
  }

  /// Links the storage of all writers to a list, in the order of their places.
  private func linkWriters() {
    if phase == .idle { removedWriters = [] }
    firstWriter = nil
    for writer in writers.reversed() {
      writer.storage.pointee.next = firstWriter
      firstWriter = writer.storage
    }
    // A writer may be removed while the engine visits its storage. Its `next` must then point to
    // the storage of a writer that was not removed.
    for old in removedWriters {
      while let next = old.storage.pointee.next,
        removedWriters.contains(where: { $0.storage == next })
      {
        old.storage.pointee.next = next.pointee.next
      }
    }
    updatePlain()
  }

  /// Calls `onRefusal` of each writer, and appends the rejected action to its page.
  ///
  /// A call can remove and add writers: a removed one is not called, and an added one gets the next
  /// action, also if it was removed before.
  @usableFromInline
  func writeRejection(_ dispatched: DispatchedAction<Action>, _ error: any Error) {
    for registration in registrations where isCurrent(registration) {
      registration.writer.onRefusal(error)
      guard isCurrent(registration) else { continue }
      append(dispatched.action, dispatched.source, isRefused: true, to: registration.writer)
    }
  }

  func writeReplacement() {
    for registration in registrations where isCurrent(registration) {
      registration.writer.onReplacement(state)
    }
  }
}

extension ActionWriter {
  /// A buffer of a fixed capacity, to which actions are appended.
  ///
  /// An entry does not change until ``removeAll()``. Therefore any thread can read complete entries
  /// while others are appended. It must get the number of complete entries from the writing thread.
  public final class Page: @unchecked Sendable {
    // Sound: only the writer uses `written` and the slots from `written` on. The slots before it
    // are not written again, except by `removeAll`, which only the sole owner of the page may call.

    /// An action that reached the reducer, with its time and a flag that is set if it was rejected.
    public struct Entry: Sendable {
      /// The action.
      public let action: Action
      /// The source of the action, with its number, cause and effect.
      public let source: ActionSource
      /// The time, shifted left by one bit; the lowest bit is set if the action was rejected.
      @usableFromInline let stamp: UInt64

      /// Creates an entry.
      ///
      /// - Parameters:
      ///   - action: The action.
      ///   - source: The source of the action.
      ///   - time: The time of the action, in microseconds since 1970.
      ///   - isRefused: True if the reducer rejected the action.
      @inlinable
      public init(_ action: Action, source: ActionSource, time: UInt64, isRefused: Bool = false) {
        self.action = action
        self.source = ActionSource(partsOf: source)
        stamp = time << 1 | (isRefused ? 1 : 0)
      }

      /// The time of the action, in microseconds since 1970.
      @inlinable public var time: UInt64 { stamp >> 1 }
      /// True if the reducer rejected the action.
      @inlinable public var isRefused: Bool { stamp & 1 == 1 }
      /// The action's number in its store; zero if it has no number.
      @inlinable public var number: UInt64 { source.number ?? 0 }
    }

    /// The maximum number of entries of a page.
    @inlinable public static var capacity: Int { 128 }

    @usableFromInline let slots: UnsafeMutablePointer<Entry>
    // Exclusive: only the writer uses this word, and to read or write it calls no code.
    @usableFromInline @exclusivity(unchecked) var written = 0

    /// Creates an empty page.
    @inlinable
    public init() {
      slots = .allocate(capacity: Self.capacity)
    }

    @inlinable
    deinit {
      slots.deinitialize(count: written)
      slots.deallocate()
    }

    /// The number of entries; only the writer may read it.
    @inlinable public var count: Int { written }
    /// True if no further entry fits.
    @inlinable public var isFull: Bool { written == Self.capacity }

    /// The entry at a position, which must be less than ``count``.
    @inlinable
    public subscript(position: Int) -> Entry {
      _read { yield slots[position] }
    }

    /// Appends an entry; stops the program if the page is full.
    ///
    /// Complexity: O(1).
    @inlinable
    public func append(_ entry: consuming Entry) {
      precondition(!isFull, "Millrace: an action was appended to a full page of an ActionWriter.")
      (slots + written).initialize(to: entry)
      written &+= 1
    }

    /// Removes all entries and keeps the buffer; the page must have only one owner.
    ///
    /// Complexity: O(n).
    @inlinable
    public func removeAll() {
      // A loop, which the compiler can specialize; `deinitialize(count: written)` would call the
      // runtime.
      for slot in 0..<written { (slots + slot).deinitialize(count: 1) }
      written = 0
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Where a store writes down its actions, for a tool that records them.
///
/// The store itself writes: an action, its source and the time take a place on a page, which costs
/// less than a call of an observer. The tool is called only when a page is full.
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
  /// What a dispatch uses of a writer; behind a pointer, so that nothing is retained.
  @usableFromInline
  struct Storage {
    @usableFromInline var page = Page()
    @usableFromInline let now: () -> UInt64
    @usableFromInline let onFullPage: (Page, State) -> Page
    /// That of the next writer.
    @usableFromInline var next: UnsafeMutablePointer<Storage>?
  }

  // Sound: the main actor's, and no store has it when its writer goes.
  nonisolated(unsafe) let storage: UnsafeMutablePointer<Storage>
  let onRefusal: (any Error) -> Void
  let onReplacement: (State) -> Void
  // Not weak: a weak reference makes all other reference counting of its object slower.
  // Sound: the engine sets this to nil before it is deallocated.
  unowned var engine: Engine<State, Action>?
  /// The number of calls of `Store.write(to:)`: it tells an old subscription from the present one.
  var registration = 0

  /// Creates a writer with an empty page.
  ///
  /// - Parameters:
  ///   - now: Tells the time in microseconds since 1970; called for each action. It must not read
  ///     the store.
  ///   - onFullPage: Takes a full page and the state after its last action, and gives another page,
  ///     which has room. Actions that it dispatches wait for their turn.
  ///   - onRefusal: Called before an action is written that the reducer refused.
  ///   - onReplacement: Called when the state has been replaced, with the new one.
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

  /// The page that is written to.
  public var page: Page {
    get { storage.pointee.page }
    set { storage.pointee.page = newValue }
  }
}

extension Engine {
  /// Writes an action to the page of a writer and to those of the writers after it.
  @inlinable
  func write(
    _ action: Action, _ source: ActionSource, isRefused: Bool = false,
    at storage: UnsafeMutablePointer<ActionWriter<State, Action>.Storage>
  ) {
    let time = storage.pointee.now()
    storage.pointee.page.append(
      ActionWriter<State, Action>.Page.Entry(
        action, source: source, time: time, isRefused: isRefused))
    if storage.pointee.page.isFull { replacePage(at: storage) }
    if let next = storage.pointee.next { write(action, source, isRefused: isRefused, at: next) }
  }

  @inlinable @inline(never)
  func replacePage(at storage: UnsafeMutablePointer<ActionWriter<State, Action>.Storage>) {
    let outer = phase
    // The reducer has run: what takes the page may read the store.
    phase = .notifying
    let page = storage.pointee.onFullPage(storage.pointee.page, address.pointee)
    phase = outer
    precondition(!page.isFull, "Millrace: a writer gave a full page where an empty one is due.")
    storage.pointee.page = page
  }
}

extension Store {
  /// Lets a writer take down every action from now on, as it is committed or refused, before
  /// observers are called.
  ///
  /// The store holds the writer. To a store that has none it costs nothing.
  ///
  /// Complexity: O(1); per action one call of the writer's clock and about a hundred bytes, without
  /// an allocation.
  ///
  /// - Parameter writer: The writer, which writes for this store alone.
  /// - Returns: A subscription that ends it when it is cancelled or released.
  public func write(to writer: ActionWriter<State, Action>) -> StoreSubscription {
    engine.add(writer)
    let registration = writer.registration
    return StoreSubscription {
      // The writer may write for another store by now.
      if writer.registration == registration { writer.engine?.remove(writer) }
    }
  }
}

extension Engine {
  func add(_ writer: ActionWriter<State, Action>) {
    precondition(
      writer.engine == nil,
      "Millrace: a writer writes for one store; make another one, or cancel its subscription.")
    writer.registration += 1
    guard !isEnded else { return }
    writer.engine = self
    writers.append(writer)
    removedWriters.removeAll { $0 === writer }
    linkWriters()
  }

  func remove(_ writer: ActionWriter<State, Action>) {
    writers.removeAll { $0 === writer }
    writer.engine = nil
    if phase != .idle {
      // It may be writing: it is held to the end of the turn.
      removedWriters.append(writer)
      Task { self.linkWriters() }
    }
    linkWriters()
  }

  func removeWriters() {
    for writer in writers { remove(writer) }
  }

  private func linkWriters() {
    if phase == .idle { removedWriters = [] }
    firstWriter = nil
    for writer in writers.reversed() {
      writer.storage.pointee.next = firstWriter
      firstWriter = writer.storage
    }
    // The storage of a writer that is removed while it writes must lead to one that is still in
    // use.
    for old in removedWriters {
      while let next = old.storage.pointee.next, removedWriters.contains(where: { $0.storage == next }) {
        old.storage.pointee.next = next.pointee.next
      }
    }
    updatePlain()
  }

  /// Takes down an action that was refused.
  @usableFromInline
  func writeRefusal(_ dispatched: DispatchedAction<Action>, _ error: any Error) {
    for writer in writers { writer.onRefusal(error) }
    guard let firstWriter else { return }
    write(dispatched.action, dispatched.source, isRefused: true, at: firstWriter)
  }

  func writeReplacement() {
    for writer in writers { writer.onReplacement(state) }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The required behaviour of a store with random effects, written as simply as possible.
///
/// There is one queue and one list of all that has started and is not over. Nothing is counted:
/// whether something is over is found by looking through both.
final class FuzzModel {
  /// An effect, or a part of one, that has started and is not over.
  final class Part {
    enum Work {
      case none
      /// The code of an effect, and its steps that are left.
      case run(FuzzRun, left: [FuzzRun.Step])
      case timer(due: Int)
      /// It waits for its turn, or for the end of a window.
      case turn(FuzzTree)
    }

    let place: Place
    let parent: Part?
    let id: ID?
    var work = Work.none
    /// What comes after the parts that run.
    var rest: [FuzzTree.Link] = []
    var isCancelled = false
    /// One of its parts is just being started.
    var isStarting = false
    /// The gate where its code waits was opened.
    var isOpen = false
    /// Its code waits for a commit.
    var isSending = false
    /// Its code has ended, but the store has not handled that yet.
    var hasReturned = false
    /// It is the timer of this window.
    var window: ID?

    init(place: Place, parent: Part?, id: ID?) {
      self.place = place
      self.parent = parent
      self.id = id
    }

    /// It and all that it is a part of.
    var path: [Part] { [self] + (parent?.path ?? []) }
    var isTurn: Bool { if case .turn = work { true } else { false } }
  }

  /// Where an effect belongs.
  struct Place {
    /// The dispatch whose receipt waits for it.
    let dispatchID: Int
    let life: Life?
  }

  /// A child from when it appears until it disappears.
  struct Life: Hashable {
    let child: Child
    let number: Int
  }

  enum Child: Hashable {
    case row(Int)
    case page(id: Int)
  }

  struct ID: Hashable {
    let life: Life?
    let name: Int
  }

  struct Window {
    let timer: Part
    let end: Int
    var length: Int
    var kept: Part?
  }

  enum Item {
    case action(FuzzAction, Place, sender: Part?)
    case start(FuzzTree, Place, sender: Part?)
    /// Code has returned, or a timer has gone off.
    case returned(Part)
    /// A part of a row has been started; the next one comes at this place at the earliest.
    case goOn(Part)
    case due(Part)
  }

  /// A job that waits for the main actor.
  private enum Visit {
    /// The executor of the effects.
    case tasks
    /// The drain that the first item of the mail has requested.
    case mail
    /// Code that sends and waits for the commit.
    case send(FuzzAction, Part)
    /// Code that has returned, or a timer that has gone off.
    case end(Part)
  }

  private(set) var state = FuzzState()
  private(set) var now = 0
  private(set) var isEnded = false
  private(set) var lastDispatchID = 0
  /// In the order in which they began.
  var parts: [Part] = []
  var queue: [Item] = []
  /// While an effect starts another one, collects what that sends at once; it goes to the front.
  private var front: [Item]?
  var windows: [ID: Window] = [:]
  private var visits: [Visit] = []
  /// Code and timers that the executor has yet to run.
  private var tasks: [Part] = []
  private var areTasksExpected = false
  private var mail: [Item] = []
  private var isMailExpected = false
  private var lives: [Child: Int] = [:]

  // MARK: What a test does

  func dispatch(_ action: FuzzAction) {
    lastDispatchID += 1
    if isEnded { return }
    turn([.action(action, Place(dispatchID: lastDispatchID, life: nil), sender: nil)])
    settle()
  }

  func add(_ tree: FuzzTree) {
    lastDispatchID += 1
    start(tree, Place(dispatchID: lastDispatchID, life: nil), in: nil)
    turn([])
    settle()
  }

  /// The parts whose code waits at a gate.
  var waiting: [Part] { parts.filter { if case .run = $0.work { true } else { false } } }

  /// Lets the code of an effect go on until it waits again.
  func open(_ part: Part) {
    part.isOpen = true
    wake(part)
    settle()
  }

  /// The next time at which a timer goes off.
  var nextDeadline: Int? { timers.map(\.due).min() }

  /// Moves the clock, and wakes the timers that are due.
  func pass(to time: Int) {
    now = max(now, time)
    for timer in timers where timer.due <= now { wake(timer.part) }
  }

  func end() {
    isEnded = true
    (parts, queue, visits, tasks, mail, windows) = ([], [], [], [], [], [:])
  }

  /// Runs all jobs that wait.
  func settle() {
    while !visits.isEmpty {
      switch visits.removeFirst() {
      case .tasks:
        while !tasks.isEmpty { goOn(tasks.removeFirst()) }
        areTasksExpected = false
      case .mail:
        isMailExpected = false
        turn(take(&mail))
      case .send(let action, let part):
        if !part.isCancelled { turn(take(&mail) + [item(.post(action), part.place, part)]) }
        part.isSending = false
        wake(part)
      case .end(let part): turn(take(&mail) + [.returned(part)])
      }
    }
  }

  /// Schedules the code or the timer of a part.
  func wake(_ part: Part) {
    // A cancellation does not wake code that waits for a commit.
    if isEnded || part.isSending { return }
    tasks.append(part)
    if !areTasksExpected { visits.append(.tasks) }
    areTasksExpected = true
  }

  /// Runs code until it waits, or ends a timer that is due.
  private func goOn(_ part: Part) {
    if part.hasReturned || part.isSending { return }
    switch part.work {
    case .timer(let due) where part.isCancelled || due <= now: tell(part)
    case .run(let run, var left):
      if isAtWait(left) {
        guard part.isOpen || part.isCancelled && run.heeds else { return }
        part.isOpen = false
        left.removeFirst()
        if part.isCancelled && run.heeds { left = [] }
      }
      while let step = left.first, !isAtWait(left) {
        left.removeFirst()
        if case .send(let action) = step {
          part.work = .run(run, left: left)
          part.isSending = true
          return visits.append(.send(action, part))
        }
        mail.append(item(step, part.place, part))
        if !isMailExpected { visits.append(.mail) }
        isMailExpected = true
      }
      part.work = .run(run, left: left)
      if left.isEmpty || part.isCancelled && run.heeds { tell(part) }
    default: break
    }
  }

  private func tell(_ part: Part) {
    part.hasReturned = true
    visits.append(.end(part))
  }

  private var timers: [(part: Part, due: Int)] {
    parts.compactMap { part in
      if case .timer(let due) = part.work { (part, due) } else { nil }
    }
  }

  private func isAtWait(_ steps: [FuzzRun.Step]) -> Bool {
    if case .wait? = steps.first { true } else { false }
  }

  private func take(_ items: inout [Item]) -> [Item] {
    defer { items = [] }
    return items
  }

  // MARK: The loop

  private func turn(_ items: [Item]) {
    if isEnded { return }
    queue += items
    while !queue.isEmpty { perform(queue.removeFirst()) }
  }

  private func perform(_ item: Item) {
    switch item {
    case .action(let action, let place, let sender):
      if sender?.isCancelled != true, isAlive(place) { commit(action, place.dispatchID) }
      if let sender { look(at: sender) }
    case .start(let tree, let place, let sender):
      front = []
      if isAlive(place) { start(tree, place, in: sender) }
      queue = (front ?? []) + queue
      front = nil
      if let sender { look(at: sender) }
    case .returned(let part):
      part.work = .none
      look(at: part)
    case .goOn(let part): look(at: part)
    case .due(let part): beginTurn(of: part)
    }
  }

  /// Whether the child to which an effect belongs still exists.
  private func isAlive(_ place: Place) -> Bool {
    place.life.map { $0 == life(of: $0.child) } ?? true
  }

  private func commit(_ action: FuzzAction, _ dispatchID: Int) {
    let before = children
    let meant = child(of: action)
    state.apply(action)
    if state.isOver { return end() }
    let gone = before.subtracting(children)
    if let reaction = action.word.reaction {
      switch action {
      case .own: react(reaction, Place(dispatchID: dispatchID, life: nil))
      case .row, .page:
        if let meant, before.contains(meant), !gone.contains(meant) {
          react(reaction, Place(dispatchID: dispatchID, life: life(of: meant)))
        }
      }
    }
    for child in gone {
      let life = life(of: child)
      for part in parts where part.place.life == life { cancel(part) }
      lives[child, default: 0] += 1
    }
  }

  private func react(_ reaction: FuzzReaction, _ place: Place) {
    switch reaction {
    case .effect(let tree): start(tree, place, in: nil)
    case .closure(let steps): queue += steps.map { item($0, place, nil) }
    }
  }

  private func item(_ step: FuzzRun.Step, _ place: Place, _ sender: Part?) -> Item {
    switch step {
    case .start(let tree): .start(tree, place, sender: sender)
    case .post(let action), .send(let action):
      .action(address(action, place), place, sender: sender)
    case .wait: preconditionFailure("A wait is no item.")
    }
  }

  private var children: Set<Child> {
    Set(state.rows.keys.map { .row($0) } + [state.page.map { .page(id: $0.id) }].compactMap(\.self))
  }

  private func child(of action: FuzzAction) -> Child? {
    switch action {
    case .own: nil
    case .row(let key, _): .row(key)
    case .page: state.page.map { .page(id: $0.id) }
    }
  }

  private func life(of child: Child) -> Life { Life(child: child, number: lives[child] ?? 0) }

  private func address(_ action: FuzzAction, _ place: Place) -> FuzzAction {
    switch place.life?.child {
    case nil: action
    case .row(let key): .row(key, action.word)
    case .page: .page(action.word)
    }
  }

  /// Puts an action that an effect sends while it starts into the queue; no cancellation drops it.
  func send(_ action: FuzzAction, _ place: Place) {
    let item = Item.action(address(action, place), place, sender: nil)
    if front == nil { queue.append(item) } else { front?.append(item) }
  }

  /// Whether an action or the next part of an effect is still in the queue.
  func isQueued(_ part: Part) -> Bool {
    (queue + (front ?? [])).contains { item in
      switch item {
      case .action(_, _, let sender): sender === part
      case .start(_, _, let sender): sender === part
      case .goOn(let row): row === part
      case .returned, .due: false
      }
    }
  }
}

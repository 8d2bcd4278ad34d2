// SPDX-License-Identifier: Apache-2.0

import Millrace

extension FuzzModel {
  /// Starts an effect: what it sends at once is queued, all else becomes a part.
  func start(_ tree: FuzzTree, _ place: Place, in parent: Part?) {
    if isEnded || parent?.isCancelled == true { return }
    switch tree {
    case .just(let action): send(action, place)
    case .sequence(let actions): for action in actions { send(action, place) }
    case .merge(let trees): for tree in trees { start(tree, place, in: parent) }
    case .wrapped(let tree, _): start(tree, place, in: parent)
    case .run, .delay: begin(tree, in: part(place, parent))
    case .concatenate:
      let row = tree.row
      if row.count == 1, case .tree(let only) = row[0] { return start(only, place, in: parent) }
      begin(tree, in: part(place, parent))
    case .cancel(let name): cancel(ID(life: place.life, name: name))
    case .cancellable(let tree, let name, let policy):
      start(tree, ID(life: place.life, name: name), policy, place, in: parent)
    case .debounce(let tree, let name, let pause):
      start(.delay(tree, pause), ID(life: place.life, name: name), .latest, place, in: parent)
    case .throttle(let tree, let name, let length, let latest):
      let id = ID(life: place.life, name: name)
      throttle(tree, id, length, latest: latest, place, in: parent)
    }
  }

  private func part(_ place: Place, _ parent: Part?, id: ID? = nil) -> Part {
    let part = Part(place: place, parent: parent, id: id)
    parts.append(part)
    return part
  }

  /// Runs an effect in a part.
  private func begin(_ tree: FuzzTree, in part: Part) {
    part.isStarting = true
    switch tree {
    case .run(let run): sleep(.run(run, left: run.steps), in: part)
    case .concatenate, .delay: part.rest = tree.row
    default: start(tree, part.place, in: part)
    }
    part.isStarting = false
    look(at: part)
  }

  /// Begins the effect of a part that has waited; does nothing if the part was cancelled.
  ///
  /// The row that it is a part of goes on when what it sends at once is committed.
  func beginTurn(of part: Part) {
    guard case .turn(let tree) = part.work else { return }
    part.work = .none
    let row = part.path.dropFirst().first { !$0.rest.isEmpty }
    row?.isStarting = true
    begin(tree, in: part)
    row?.isStarting = false
    if let row, !isEnded { queue.append(.goOn(row)) }
  }

  private func sleep(_ work: Part.Work, in part: Part) {
    part.work = work
    wake(part)
  }

  /// Continues a part that waits for nothing, or ends it.
  func look(at part: Part) {
    guard isOver(part), parts.contains(where: { $0 === part }) else { return }
    if part.rest.isEmpty { return end(part) }
    part.isStarting = true
    switch part.rest.removeFirst() {
    case .tree(let tree): start(tree, part.place, in: part)
    case .sleep(let time): sleep(.timer(due: now + time), in: self.part(part.place, part))
    }
    part.isStarting = false
    if !isEnded { queue.append(.goOn(part)) }
  }

  /// Whether nothing is left of a part but the rest of its row.
  private func isOver(_ part: Part) -> Bool {
    guard case .none = part.work else { return false }
    return !part.isStarting && !isQueued(part) && !parts.contains { $0.parent === part }
  }

  private func end(_ part: Part) {
    parts.removeAll { $0 === part }
    if let id = part.id {
      if windows[id]?.kept === part { windows[id]?.kept = nil }
      if !part.isCancelled { offerTurn(id) }
    }
    if let window = part.window { close(window) }
    if let parent = part.parent { look(at: parent) }
  }

  // MARK: Ids

  private func isBefore(_ part: Part, _ other: Part) -> Bool {
    parts.first { $0 === part || $0 === other } === part
  }

  /// The parts with an id that are not cancelled, in the order in which they began.
  private func parts(_ id: ID) -> [Part] { parts.filter { $0.id == id && !$0.isCancelled } }

  private func start(
    _ tree: FuzzTree, _ id: ID, _ policy: EffectPolicy, _ place: Place, in parent: Part?
  ) {
    let path = parent?.path ?? []
    // An effect does not wait for the whole of which it is a part.
    let isBusy = parts(id).contains { other in
      guard other.isTurn, other !== windows[id]?.kept else {
        return !path.contains { $0 === other }
      }
      // Nor does it wait for effects that wait for the end of that whole.
      return path.allSatisfy { whole in
        whole.id != id || isBefore(other, whole) || other.path.contains { $0 === whole }
      }
    }
    switch policy {
    case .dropIfRunning where isBusy: return
    case .serial where isBusy:
      part(place, parent, id: id).work = .turn(tree)
      return
    case .latest where isBusy: cancelOthers(id, for: parent)
    default: break
    }
    if parent?.isCancelled == true { return }
    begin(tree, in: part(place, parent, id: id))
  }

  /// Queues the first part that waits for its turn, if of the parts that were there before it only
  /// its wholes run, and no window keeps one of them.
  private func offerTurn(_ id: ID) {
    let all = parts(id)
    let kept = windows[id]?.kept
    let next = all.indices.first { index in
      all[index].isTurn && all[index] !== kept
        && all[..<index].allSatisfy { other in
          other.isTurn ? other !== kept : all[index].path.contains { $0 === other }
        }
    }
    if let next { queue.append(.due(all[next])) }
  }

  /// Cancels the parts with an id, and closes its window.
  private func cancel(_ id: ID) {
    let timer = windows.removeValue(forKey: id)?.timer
    let meant = parts.filter { $0.id == id || $0 === timer }
    for part in meant { cancel(part) }
  }

  /// Cancels the parts with an id for a new effect: neither the effect that contains it, nor what
  /// the window of that effect keeps.
  private func cancelOthers(_ id: ID, for part: Part?) {
    let path = part?.path ?? []
    let kept = path.contains { $0.id == id } ? windows[id]?.kept : nil
    let meant = parts.filter { one in
      one.id == id && one !== kept && !path.contains { $0 === one }
    }
    for part in meant { cancel(part) }
  }

  /// Cancels a part with all its parts; code and timers are there until they have ended.
  func cancel(_ part: Part) {
    if part.isCancelled || !parts.contains(where: { $0 === part }) { return }
    part.isCancelled = true
    let wasStarting = part.isStarting
    part.isStarting = true
    part.rest = []
    part.window = nil
    if part.isTurn { part.work = .none }
    wake(part)
    for child in parts where child.parent === part { cancel(child) }
    part.isStarting = wasStarting
    if let id = part.id {
      if windows[id]?.kept === part { windows[id]?.kept = nil }
      offerTurn(id)
    }
    // What follows it in a row begins after the effect that cancels it.
    if isOver(part) { queue.append(.goOn(part)) }
  }

  // MARK: Windows

  private func throttle(
    _ tree: FuzzTree, _ id: ID, _ length: Int, latest: Bool, _ place: Place, in parent: Part?
  ) {
    if let window = windows[id], window.end <= now {
      window.timer.window = nil
      close(id)
      if isEnded || parent?.isCancelled == true { return }
    }
    guard let window = windows[id] else {
      open(id, length)
      return start(tree, id, .concurrent, place, in: parent)
    }
    guard latest else { return }
    let new = part(place, parent, id: id)
    new.work = .turn(tree)
    windows[id]?.kept = new
    // The next window has the length of the effect that opens it.
    windows[id]?.length = length
    if let old = window.kept { cancel(old) }
  }

  private func open(_ id: ID, _ length: Int) {
    // A window belongs to no dispatch.
    let timer = part(Place(dispatchID: 0, life: id.life), nil)
    timer.window = id
    windows[id] = Window(timer: timer, end: now + length, length: length)
    sleep(.timer(due: now + length), in: timer)
  }

  /// Closes a window; the effect that it has kept starts and opens the next window.
  private func close(_ id: ID) {
    guard let window = windows.removeValue(forKey: id), let kept = window.kept else { return }
    open(id, window.length)
    beginTurn(of: kept)
  }
}

extension FuzzTree {
  /// One step of a row.
  enum Link: Sendable {
    case tree(FuzzTree)
    case sleep(Int)
  }

  /// The steps of this effect; the steps of nested rows are among them.
  var row: [Link] {
    switch self {
    case .concatenate(let trees): trees.flatMap(\.row)
    case .delay(let tree, let time): [.sleep(time)] + tree.row
    default: [.tree(self)]
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Millrace
import TextData

extension Feature where State == DeskState, Action == DeskAction {
  /// How actions change a desk, how a person logs in, and how changes are saved.
  ///
  /// A change is shown at once and saved later.
  ///
  /// - Changes of the same card are saved one after the other, in their order. After a failure the
  ///   later changes of the card wait until the failed one is retried or discarded. So a late
  ///   answer cannot overwrite a later change.
  /// - Changes of different cards are saved at the same time.
  ///
  /// The state determines which changes are being saved. So a desk that is loaded from a file
  /// continues to save them.
  ///
  /// - Parameters:
  ///   - service: The server.
  ///   - newID: Makes an id for a card or a change.
  /// - Returns: The feature of a desk.
  public static func desk(
    _ service: BoardService, newID: @escaping @Sendable () -> String = String.newID
  ) -> Feature {
    .combine {
      Feature { state, action in
        switch action {
        case .edit(let edit):
          if edit.apply(to: &state), case .failed = state.logIn.status {
            state.logIn.status = .editing
          }
        case .logIn:
          guard state.logIn.canLogIn else { return .none }
          state.logIn.status = .waiting
          return .logIn(state, service)
        case .loggedIn(let person):
          state.logIn = LogInForm()
          state.person = person
        case .logInFailed(let problem):
          state.logIn.status = .failed(problem)
          state.logIn.password = ""
        case .logOut:
          state = DeskState()
          return .merge(.cancel(id: LogInID()), .fireAndForget { await service.logOut() })

        case .add(let spot, let board): state.add(at: spot, on: board, newID)
        case .write(let edit, let card):
          edit.apply(to: &state.drafts[card.id, default: CardDraft(card)])
        case .keep(let card, let board): state.keep(card, on: board, newID)
        case .forget(let card): state.drafts[card] = nil
        case .move(let card, let spot, let board):
          if card.spot != spot { state.change(card, .move(to: spot), on: board, newID) }
        case .delete(let card, let board): state.delete(card, on: board, newID)
        case .undoDelete(let card, let board): state.undoDelete(card, on: board, newID)
        case .forgetDeleted(let board): state.deleted.removeAll { $0.board == board }

        case .saved(let id): state.changes.removeAll { $0.change.id == id }
        case .notSaved(let id, let problem):
          if let index = state.changes.firstIndex(where: { $0.change.id == id }) {
            state.changes[index].problem = problem
          }
        case .retry(let card): state.retry(card)
        case .discard(let card): state.discard(card)
        }
        return .none
      }
      StateEffects(on: selectSaves) { saves in
        saves.changes.map { change in
          .effect(id: change.id, .save(change, over: saves.connection, service))
        }
      }
    }
  }
}

/// The changes to save, and the connection for the requests that start now.
private struct Saves: Equatable, Sendable {
  let changes: [CardChange]
  let connection: Connection
}

private let selectSaves = createSelector(\DeskState.saving, \.connection) {
  Saves(changes: $0, connection: $1)
}

private struct LogInID: Hashable {}

extension Effect where Action == DeskAction {
  fileprivate static func logIn(_ state: DeskState, _ service: BoardService) -> Effect {
    .run { [form = state.logIn, connection = state.connection] send in
      do throws(LogInProblem) {
        await send(.loggedIn(try await service.logIn(form.name, form.password, connection)))
      } catch {
        await send(.logInFailed(error))
      }
    }
    .cancellable(id: LogInID(), policy: .latest)
  }

  fileprivate static func save(
    _ change: CardChange, over connection: Connection, _ service: BoardService
  ) -> Effect {
    .run { send in
      do throws(SaveProblem) {
        try await service.save(change, connection)
        await send(.saved(change.id))
      } catch {
        await send(.notSaved(change.id, error))
      }
    }
  }
}

extension DeskState {
  /// Adds a change.
  ///
  /// If an earlier change of the same card has failed, it is retried first.
  ///
  /// If a deletion of the card has failed and the new change is not a deletion, the failed deletion
  /// is discarded.
  fileprivate mutating func change(
    _ card: Card, _ kind: CardChange.Kind, on board: BoardState.ID, _ newID: () -> String
  ) {
    guard let person, hasRoomForChange else { return }
    if let index = firstIndex(of: card.id), changes[index].problem != nil,
      changes[index].change.kind == .delete, kind != .delete
    {
      changes.remove(at: index)
      deleted.removeAll { $0.card.id == card.id }
    }
    retry(card.id)
    let change = CardChange(id: newID(), board: board, card: card, kind: kind, by: person)
    changes.append(UnsavedChange(change))
  }

  fileprivate mutating func add(at spot: Spot, on board: BoardState.ID, _ newID: () -> String) {
    guard let person, canAdd else { return }
    let title = Card.titleLimit.beginning(of: newTitle.tidied)
    let card = Card(id: newID(), title: title, spot: spot, changedBy: person)
    newTitle = ""
    change(card, .add(card), on: board, newID)
  }

  fileprivate mutating func keep(_ card: Card.ID, on board: BoardState.ID, _ newID: () -> String) {
    guard let draft = drafts[card], draft.problem == nil, hasRoomForChange else { return }
    drafts[card] = nil
    change(draft.card, draft.kind, on: board, newID)
  }

  /// Deletes a card.
  ///
  /// If the last unsaved change of the card is already a deletion, no second one is added, and a
  /// failed deletion is retried.
  fileprivate mutating func delete(
    _ card: Card, on board: BoardState.ID, _ newID: () -> String
  ) {
    guard hasRoomForChange else { return }
    drafts[card.id] = nil
    deleted.removeAll { $0.card.id == card.id }
    deleted.append(DeletedCard(board: board, card: card))
    if deleted.count > Self.limit { deleted.removeFirst() }
    if changes.last(where: { $0.change.card == card.id })?.change.kind == .delete {
      retry(card.id)
    } else {
      change(card, .delete, on: board, newID)
    }
  }

  /// Restores a deleted card.
  ///
  /// If the deletion is unsaved and not being saved, it is removed. Otherwise a new change adds the
  /// card again, if there is room for a change.
  fileprivate mutating func undoDelete(
    _ card: Card.ID?, on board: BoardState.ID, _ newID: () -> String
  ) {
    let index = deleted.lastIndex { $0.board == board && $0.card.id == card ?? $0.card.id }
    guard let index else { return }
    let gone = deleted[index].card
    if let last = changes.lastIndex(where: { $0.change.card == gone.id }),
      changes[last].change.kind == .delete, !saving.contains(changes[last].change)
    {
      deleted.remove(at: index)
      changes.remove(at: last)
    } else if hasRoomForChange {
      deleted.remove(at: index)
      change(gone, .add(gone), on: board, newID)
    }
  }

  fileprivate mutating func retry(_ card: Card.ID) {
    guard let index = firstIndex(of: card) else { return }
    changes[index].problem = nil
  }

  /// Discards the failed change of a card.
  ///
  /// If that change adds the card, the later changes and the draft of the card are discarded too.
  fileprivate mutating func discard(_ card: Card.ID) {
    guard let index = firstIndex(of: card), changes[index].problem != nil else { return }
    let kind = changes[index].change.kind
    if case .add = kind {
      changes.removeAll { $0.change.card == card }
      drafts[card] = nil
    } else {
      changes.remove(at: index)
    }
    if kind == .delete { deleted.removeAll { $0.card.id == card } }
  }

  private func firstIndex(of card: Card.ID) -> Int? {
    changes.firstIndex { $0.change.card == card }
  }
}

extension String {
  /// Returns a random id of ten letters and digits, for a card or a change.
  @Sendable public static func newID() -> String {
    String((0..<10).compactMap { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement() })
  }
}

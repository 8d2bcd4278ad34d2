// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The store of drafts: `AnimalDraftsStore(initialState: AnimalDrafts(), reducer: .drafts)`.
public typealias AnimalDraftsStore = Store<AnimalDrafts, AnimalDraftsAction>

/// What a person has typed and neither saved nor given up, on all pages that the person has open.
///
/// It is no part of the animals, which all people share. It can be kept while the program does not
/// run.
public struct AnimalDrafts: Equatable, Codable, Sendable {
  /// The most drafts; the oldest go first.
  public static let limit = 20

  /// The drafts, by the ids of their animals.
  public internal(set) var all = EntityTable<AnimalDraft>()

  /// Creates drafts of nothing.
  public init() {}
}

/// What can happen to drafts.
public enum AnimalDraftsAction: Equatable, Codable, Sendable {
  /// A field was typed into; the draft is what it begins with if there is none yet.
  case write(Edit<AnimalDraft>, in: AnimalDraft)
  /// A draft was saved or given up.
  case forget(AnimalDraft.ID)
}

extension Reducer where State == AnimalDrafts, Action == AnimalDraftsAction {
  /// How actions change drafts.
  public static var drafts: Reducer {
    Reducer { state, action in
      switch action {
      case .write(let edit, let draft):
        if state.all.addOne(draft), state.all.count > State.limit {
          state.all.removeOne(state.all[0].id)
        }
        state.all.updateOne(draft.id) { _ = edit.apply(to: &$0) }
      case .forget(let id): state.all.removeOne(id)
      }
    }
  }
}

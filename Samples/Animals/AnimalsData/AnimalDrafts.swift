// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace

/// The store of drafts: `AnimalDraftsStore(initialState: AnimalDrafts(), reducer: .drafts)`.
public typealias AnimalDraftsStore = Store<AnimalDrafts, AnimalDraftsAction>

/// The drafts of one person: input that is neither saved nor discarded.
///
/// All pages of the person share one store of drafts. The drafts are separate from the animals,
/// which all people share. They are `Codable`, so a program can save them and load them again.
public struct AnimalDrafts: Equatable, Codable, Sendable {
  /// The maximum number of drafts.
  ///
  /// If a draft is added beyond this number, the oldest one is removed.
  public static let limit = 20

  /// The drafts, by the ids of their animals.
  public internal(set) var all = EntityTable<AnimalDraft>()
  /// The identifier of the person, or the empty string in an app for one person.
  ///
  /// The undo history uses it to find the steps of the person.
  public internal(set) var owner: String

  /// Creates an empty collection of drafts.
  ///
  /// - Parameter owner: The identifier of the person, which must be unique.
  public init(of owner: String = "") {
    self.owner = owner
  }

  /// Returns the drafts without those whose changes are already saved.
  ///
  /// A draft is removed only after its change is written. A program that is killed between these
  /// two steps leaves both the change and the draft. Therefore call this after loading drafts.
  ///
  /// - Parameter animals: The state that contains the keys of the saved drafts.
  /// - Returns: The drafts that are not saved.
  public func unsaved(in animals: AnimalsState) -> AnimalDrafts {
    var drafts = self
    drafts.all.removeAll { animals.saved.contains($0.key) }
    return drafts
  }
}

/// The actions on drafts.
public enum AnimalDraftsAction: Equatable, Codable, Sendable {
  /// Sets the identifier of the person, unless it is already set.
  case begin(owner: String)
  /// Changes a field of the draft with the id of `in`. If there is no such draft, `in` is added
  /// first and gets the key.
  ///
  /// Each action has a new random key. So a key is never reused, even if the program loads an older
  /// version of the drafts. This matters because a change with the key of a saved draft is ignored.
  case write(Edit<AnimalDraft>, in: AnimalDraft, key: String = UUID().uuidString)
  /// Removes a draft that was saved or discarded, if the draft with this id still has this key.
  ///
  /// Another key means that the person has begun a new draft of the same animal since then.
  case forget(AnimalDraft.ID, key: String)
}

extension Reducer where State == AnimalDrafts, Action == AnimalDraftsAction {
  /// How actions change drafts.
  public static var drafts: Reducer {
    Reducer { state, action in
      switch action {
      case .begin(let owner): if state.owner.isEmpty { state.owner = owner }
      case .write(let edit, let draft, let key):
        if state.all.addOne(draft) {
          state.all.updateOne(draft.id) { $0.key = key }
          if state.all.count > State.limit { state.all.removeOne(state.all[0].id) }
        }
        state.all.updateOne(draft.id) { _ = edit.apply(to: &$0) }
      case .forget(let id, let key):
        if state.all[id: id]?.key == key { state.all.removeOne(id) }
      }
    }
  }
}

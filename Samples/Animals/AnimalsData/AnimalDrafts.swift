// SPDX-License-Identifier: Apache-2.0

import Foundation
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
  /// Names the person; empty in an app for one person.
  ///
  /// What the person may take back is known by it.
  public internal(set) var owner: String

  /// Creates drafts of nothing.
  ///
  /// - Parameter owner: Names the person; no other drafts have the name.
  public init(of owner: String = "") {
    self.owner = owner
  }

  /// These, without those that are saved.
  ///
  /// A draft is forgotten after what it changes is written, so that a program that ends in between
  /// leaves both. Take this when the drafts come back.
  public func unsaved(in animals: AnimalsState) -> AnimalDrafts {
    var drafts = self
    drafts.all.removeAll { animals.saved.contains($0.key) }
    return drafts
  }
}

/// What can happen to drafts.
public enum AnimalDraftsAction: Equatable, Codable, Sendable {
  /// The person got a name, once and for good.
  case begin(owner: String)
  /// A field was typed into; the draft is what it begins with if there is none yet, and then the
  /// key is its own.
  ///
  /// A key is never given twice, also where drafts come back as they were some time before: what
  /// has the key of a draft that was saved is not saved again.
  case write(Edit<AnimalDraft>, in: AnimalDraft, key: String = UUID().uuidString)
  /// A draft was saved or given up.
  case forget(AnimalDraft.ID)
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
      case .forget(let id): state.all.removeOne(id)
      }
    }
  }
}

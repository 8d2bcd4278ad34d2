// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

/// Paths themselves, and the middleware that needs them: children of children, in many places.
@MainActor
@Suite struct ChildPathTests {
  private struct Tree: Sendable {
    var folders: [Int: [Int: Ledger]] = [:]
    var others: [Int: [Int: Ledger]] = [:]
  }

  private enum TreeAction: Sendable {
    case file(Int, Int, LedgerAction)
    case other(Int, Int, LedgerAction)
    case set(Tree)
  }

  private let gate = Gate()

  private var folder: some Middleware<FolderAction, FolderAction, [Int: Ledger]> {
    ChildSupport.loading(gate).forEach(
      inputAction: { (action: FolderAction) in (action.file, action.action) },
      outputAction: { FolderAction(file: $0, action: $1) }, state: \[Int: Ledger].self)
  }

  private struct FolderAction: Sendable {
    var file: Int
    var action: LedgerAction
  }

  /// The same middleware value in two places of the state.
  private func middleware() -> ComposedMiddleware<TreeAction, TreeAction, Tree> {
    let folder = folder
    return folder.forEach(
      inputAction: {
        if case .file(let folder, let file, let action) = $0 {
          (folder, FolderAction(file: file, action: action))
        } else {
          nil
        }
      },
      outputAction: { .file($0, $1.file, $1.action) }, state: \Tree.folders)
      <> folder.forEach(
        inputAction: {
          if case .other(let folder, let file, let action) = $0 {
            (folder, FolderAction(file: file, action: action))
          } else {
            nil
          }
        },
        outputAction: { .other($0, $1.file, $1.action) }, state: \Tree.others)
  }

  private func tree() -> Tree {
    let files = [1: Ledger(), 2: Ledger()]
    return Tree(folders: [1: files, 2: files], others: [1: files, 2: files])
  }

  private func store(
    _ middleware: ComposedMiddleware<TreeAction, TreeAction, Tree>
  ) -> Store<Tree, TreeAction> {
    Store(
      initialState: tree(),
      reducer: Reducer { state, action in
        switch action {
        case .file(let folder, let file, .note(let text)):
          state.folders[folder]?[file]?.notes.append(text)
        case .other(let folder, let file, .note(let text)):
          state.others[folder]?[file]?.notes.append(text)
        case .set(let tree): state = tree
        default: break
        }
      },
      middleware: middleware)
  }

  private func startAll(_ store: Store<Tree, TreeAction>) -> [DispatchReceipt] {
    [1, 2].flatMap { folder in
      [1, 2].flatMap { file in
        [
          store.dispatch(.file(folder, file, .add(1))),
          store.dispatch(.other(folder, file, .add(1))),
        ]
      }
    }
  }

  private func notes(_ folders: [Int: [Int: Ledger]]) -> [String] {
    folders.flatMap { folder, files in
      files.flatMap { file, ledger in ledger.notes.map { "\(folder).\(file) \($0)" } }
    }.sorted()
  }

  @Test func childrenOfChildrenHaveTheirEffectsToThemselves() async {
    let store = store(middleware())
    let receipts = startAll(store)
    store.dispatch(.file(1, 1, .setOther(0)))
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(notes(store.state.folders) == ["1.2 1", "2.1 1", "2.2 1"])
    #expect(notes(store.state.others) == ["1.1 1", "1.2 1", "2.1 1", "2.2 1"])
  }

  @Test func aGrandchildThatAnybodyRemovesLosesItsEffects() async {
    let store = store(middleware())
    let receipts = startAll(store)
    // The action is none of the child's or grandchild's own.
    var without = tree()
    without.folders[1]?[1] = nil
    without.others[2] = nil
    store.dispatch(.set(without))
    store.dispatch(.set(tree()))
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(notes(store.state.folders) == ["1.2 1", "2.1 1", "2.2 1"])
    #expect(notes(store.state.others) == ["1.1 1", "1.2 1"])
  }

  @Test func oneMiddlewareServesManyStores() async {
    let middleware = middleware()
    let (first, second) = (store(middleware), store(middleware))
    let receipts = startAll(first) + startAll(second)
    first.dispatch(.set(Tree()))
    first.dispatch(.set(tree()))
    second.dispatch(.file(1, 1, .setOther(0)))
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(notes(first.state.folders).isEmpty && notes(first.state.others).isEmpty)
    #expect(notes(second.state.folders) == ["1.2 1", "2.1 1", "2.2 1"])
    #expect(notes(second.state.others) == ["1.1 1", "1.2 1", "2.1 1", "2.2 1"])
  }

  @Test func pathsAreEqualIfAllTheirStepsAre() {
    let (root, other) = (ChildPath(), ChildPath())
    #expect(root == root && root != other)
    #expect(ChildPath(root, 1) == ChildPath(root, 1))
    #expect(ChildPath(root, 1) != ChildPath(other, 1))
    #expect(ChildPath(root, 1) != ChildPath(root, 2))
    #expect(ChildPath(root, 1) != root && root != ChildPath(root, 1))
    #expect(ChildPath(ChildPath(root, 1), "a") == ChildPath(ChildPath(root, 1), "a"))
    #expect(Set([ChildPath(root, 1), ChildPath(root, 1), ChildPath(root, 2), root]).count == 3)
    #expect(ChildPath(nil, 1) == ChildPath(nil, 1))
  }
}

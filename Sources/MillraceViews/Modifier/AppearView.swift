// SPDX-License-Identifier: Apache-2.0

/// A view that runs an action when it appears or disappears.
struct AppearView<Content: View> {
  let content: Content
  let appear: (@MainActor () -> Void)?
  let disappear: (@MainActor () -> Void)?
}

extension AppearView: View, HookView {
  func makeHook(parent: Node, scope: Scope) -> AppearNode {
    let node = AppearNode(parent: parent, scope: scope)
    updateHook(node)
    return node
  }

  func updateHook(_ node: AppearNode) {
    node.appear = appear
    node.disappear = disappear
  }
}

/// The node that runs the actions.
///
/// Inner views appear and disappear before the views around them.
final class AppearNode: HookNode {
  var appear: (@MainActor () -> Void)?
  var disappear: (@MainActor () -> Void)?
  private var hasAppeared = false

  override func didMount() {
    whenShown { [weak self] in
      guard let self, !hasAppeared else { return }
      hasAppeared = true
      appear?()
    }
  }

  override func didUnmount() {
    guard hasAppeared else { return }
    hasAppeared = false
    if let disappear { scope.host?.queue.add(appearance: disappear) }
  }

  override func didLeavePage() { didUnmount() }

  override func didReturnToPage() { didMount() }

  override func coverChanged(_ isCovered: Bool) {
    if isCovered { didUnmount() } else { didMount() }
  }
}

extension View {
  /// Runs an action after this view was sent to the page, and again each time it returns to the
  /// page, as a row of a list does, or its level, tab or column is no longer covered.
  ///
  /// The changes that the action makes are part of the same flush. An action that runs in
  /// ``ViewHost/html()`` is the exception: its changes are part of the next flush.
  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    AppearView(content: self, appear: action.map { onMain($0) }, disappear: nil)
  }

  /// Runs an action after this view has left the page, or when its level, tab or column is covered.
  nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    AppearView(content: self, appear: nil, disappear: action.map { onMain($0) })
  }
}

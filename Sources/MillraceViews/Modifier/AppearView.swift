// SPDX-License-Identifier: Apache-2.0

/// A view that runs an action when it comes or goes.
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

/// Runs the actions.
///
/// Inner views appear, and disappear, before those around them.
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
  /// Runs an action when the page has been told of this view, and again when a level, tab or
  /// column that was covered is seen again.
  ///
  /// What the action changes is told to the page with the same flush, or after the first page.
  nonisolated public func onAppear(perform action: (@MainActor () -> Void)? = nil) -> some View {
    AppearView(content: self, appear: action, disappear: nil)
  }

  /// Runs an action when this view has left the page, or is covered by another level or tab.
  nonisolated public func onDisappear(perform action: (@MainActor () -> Void)? = nil) -> some View {
    AppearView(content: self, appear: nil, disappear: action)
  }
}

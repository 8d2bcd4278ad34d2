// SPDX-License-Identifier: Apache-2.0

/// A list of values that stand for the levels of a navigation stack.
public struct NavigationPath: Equatable {
  fileprivate var values: [AnyHashable] = []

  /// Creates a path without a level.
  public init() {}

  /// Creates a path of values of one type.
  public init<S: Sequence>(_ elements: S) where S.Element: Hashable {
    values = elements.map { AnyHashable($0) }
  }

  /// The number of levels on top of the root.
  public var count: Int { values.count }
  /// Whether the root alone is there.
  public var isEmpty: Bool { values.isEmpty }

  /// Adds a level.
  public mutating func append<V: Hashable>(_ value: V) { values.append(AnyHashable(value)) }

  /// Removes the last levels.
  public mutating func removeLast(_ k: Int = 1) { values.removeLast(min(k, values.count)) }
}

/// A view on top of which others are put, each with a way back.
///
/// A level that is covered keeps its state, and what was typed into it. It has disappeared: its
/// tasks are cancelled, and start anew when it is seen again.
public struct NavigationStack<Data, Root: View> {
  let route: (any NavigationRoute)?
  let root: Root
}

extension NavigationStack where Data == NavigationPath {
  /// Creates a stack that keeps its path itself.
  nonisolated public init(@ViewBuilder root: () -> Root) {
    route = nil
    self.root = root()
  }

  /// Creates a stack with a path of values of any types.
  nonisolated public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) {
    route = PathRoute(path: path)
    self.root = root()
  }
}

extension NavigationStack {
  /// Creates a stack with a path of values of one type.
  nonisolated public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where
    Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection,
    Data.Element: Hashable
  {
    route = CollectionRoute(path: path)
    self.root = root()
  }
}

extension NavigationStack: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    NavigationNode(route, root: root, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    Tree.cast(node, to: NavigationNode<Root>.self).update(with: route, root: root)
  }
}

/// Where a stack reads and writes its path.
@MainActor protocol NavigationRoute {
  var values: [AnyHashable] { get }
  /// Adds a value; false if the path cannot hold it.
  func append(_ value: AnyHashable) -> Bool
  func removeLast(_ count: Int)
}

private struct PathRoute {
  let path: Binding<NavigationPath>
}

extension PathRoute: NavigationRoute {
  var values: [AnyHashable] { path.wrappedValue.values }

  func append(_ value: AnyHashable) -> Bool {
    path.wrappedValue.append(value)
    return true
  }

  func removeLast(_ count: Int) { path.wrappedValue.removeLast(count) }
}

private struct CollectionRoute<Data: RangeReplaceableCollection & BidirectionalCollection>
where Data.Element: Hashable {
  let path: Binding<Data>
}

extension CollectionRoute: NavigationRoute {
  var values: [AnyHashable] { path.wrappedValue.map { AnyHashable($0) } }

  func append(_ value: AnyHashable) -> Bool {
    guard let value = value.base as? Data.Element else { return false }
    path.wrappedValue.append(value)
    return true
  }

  func removeLast(_ count: Int) {
    path.wrappedValue.removeLast(min(count, path.wrappedValue.count))
  }
}

/// What the views in a stack know of it.
@MainActor final class NavigationContext {
  /// A level that no value stands for: a link or a binding shows it.
  struct Extra {
    let owner: ObjectIdentifier
    let content: @MainActor () -> AnyView
    /// Called when the person goes back.
    let onBack: @MainActor () -> Void
  }

  /// What a view says of the values of a type.
  private struct Destination {
    // Sound: a node takes back what it says when it leaves the tree.
    unowned let owner: Node
    let content: @MainActor (AnyHashable) -> AnyView?
  }

  fileprivate(set) var extras: [Extra] = []
  private var destinations: [ObjectIdentifier: [Destination]] = [:]
  fileprivate var changed: @MainActor () -> Void = {}
  fileprivate var push: @MainActor (AnyHashable) -> Bool = { _ in false }

  /// Says what is shown for the values of a type, as long as the owner is there.
  func register<D: Hashable>(
    _ type: D.Type, of owner: Node, _ destination: @escaping @MainActor (D) -> AnyView
  ) {
    let new = Destination(owner: owner) { ($0.base as? D).map(destination) }
    var all = destinations[ObjectIdentifier(type)] ?? []
    if let index = all.firstIndex(where: { $0.owner === owner }) {
      all[index] = new
    } else {
      all.append(new)
    }
    destinations[ObjectIdentifier(type)] = all
    changed()
  }

  /// Forgets what an owner has said.
  func unregister(_ owner: Node) {
    for type in destinations.keys { destinations[type]?.removeAll { $0.owner === owner } }
    changed()
  }

  /// What is shown for a value, as the view says it that is nearest to the root; an error if none
  /// says so.
  func destination(of value: AnyHashable) -> AnyView {
    let all = destinations[ObjectIdentifier(type(of: value.base))] ?? []
    let nearest = all.min { $0.owner.placeInStack < $1.owner.placeInStack }
    return nearest.flatMap { $0.content(value) }
      ?? AnyView(
        UnavailableView(
          message: "No navigationDestination for \(type(of: value.base)) is in the stack. Add one "
            + "to a view of the stack that is there before the value is pushed."))
  }

  /// Puts a value on top of the path.
  func open(_ value: AnyHashable) -> Bool { push(value) }

  /// Shows a level, or shows it anew.
  func show(_ extra: Extra) {
    if let index = extras.firstIndex(where: { $0.owner == extra.owner }) {
      extras[index] = extra
    } else {
      extras.append(extra)
    }
    changed()
  }

  /// Replaces what a level shows, if its owner has one.
  func renew(_ owner: ObjectIdentifier, _ content: @escaping @MainActor () -> AnyView) {
    guard let shown = extras.first(where: { $0.owner == owner }) else { return }
    show(Extra(owner: owner, content: content, onBack: shown.onBack))
  }

  /// Takes a level away.
  func hide(_ owner: ObjectIdentifier) {
    guard extras.contains(where: { $0.owner == owner }) else { return }
    extras.removeAll { $0.owner == owner }
    changed()
  }
}

/// What a level on top of the root stands for.
private enum LevelKey: Hashable {
  /// A value of the path.
  case value(AnyHashable)
  /// A link or a binding.
  case extra(ObjectIdentifier)
}

/// The node of a stack, with an element for each level.
private final class NavigationNode<Root: View>: ControlNode {
  private var route: (any NavigationRoute)?
  private var own = NavigationPath()
  private let context = NavigationContext()
  private let base: NavigationLevel
  /// The levels on top of the root, in the order in which they were pushed.
  private var levels: [(key: LevelKey, level: NavigationLevel)] = []
  private var isRefreshing = true

  override var childNodes: [Node] { element.map { [$0] } ?? [] }

  init(_ route: (any NavigationRoute)?, root: Root, parent: Node, scope: Scope) {
    self.route = route
    let context = context
    let titles = TitlePlace(in: scope.values.titlePlace)
    let inner = Scope(in: scope) {
      $0.navigation = context
      $0.titlePlace = titles
    }
    let element = LevelsNode(tag: .div, class: "mv-nav mv-x mv-y", parent: parent, scope: scope)
    base = NavigationLevel(parent: element, scope: inner, titles: titles)
    super.init(parent: parent, scope: scope)
    self.element = element
    element.levels = [base]
    base.content = Tree.mount(root, parent: base, scope: inner)
    context.push = { [weak self] in self?.push($0) ?? false }
    context.changed = { [weak self] in
      if self?.isRefreshing == false { self?.invalidate() }
    }
    refresh()
  }

  func update(with route: (any NavigationRoute)?, root: Root) {
    self.route = route
    isRefreshing = true
    if let content = base.content { Tree.update(content, with: root) }
    refresh()
  }

  /// Brings all levels up to date; what a level shows or hides by that comes in a second run.
  override func refresh() {
    isRefreshing = true
    defer { isRefreshing = false }
    let values = track { route?.values ?? own.values }
    let owners = context.extras.map(\.owner)
    let keys = keys(of: values)
    var kept = 0
    while kept < min(keys.count, levels.count), keys[kept] == levels[kept].key { kept += 1 }
    for (_, level) in levels[kept...] { level.unmount() }
    levels.removeLast(levels.count - kept)
    for (index, key) in keys.enumerated() {
      guard let content = content(of: key) else { continue }
      if index < kept {
        let level = levels[index].level
        if let shown = level.content { Tree.update(shown, with: view(of: level, content)) }
      } else if let element {
        let level = NavigationLevel(
          parent: element, scope: base.scope,
          titles: TitlePlace(in: scope.values.titlePlace))
        level.place = levels.count + 1
        level.content = Tree.mount(
          view(of: level, content), parent: level, scope: level.scope)
        levels.append((key, level))
      }
    }
    let all = [base] + levels.map(\.level)
    for level in all {
      level.set(.hidden, level === all.last ? nil : "")
      level.titles.isCovered = level !== all.last
    }
    (element as? LevelsNode)?.levels = all
    if context.extras.map(\.owner) != owners { invalidate() }
  }

  /// What the levels stand for, in the order in which they were pushed.
  ///
  /// Another value at a place of the path stays between the same links and bindings; what is new is
  /// on top.
  private func keys(of values: [AnyHashable]) -> [LevelKey] {
    var values = values[...]
    var owners = context.extras.map(\.owner)
    var keys: [LevelKey] = []
    for (key, _) in levels {
      switch key {
      case .value:
        if let value = values.popFirst() { keys.append(.value(value)) }
      case .extra(let owner):
        guard let index = owners.firstIndex(of: owner) else { continue }
        owners.remove(at: index)
        keys.append(key)
      }
    }
    return keys + values.map { .value($0) } + owners.map { .extra($0) }
  }

  /// What a level shows; nil if its owner shows it no longer.
  private func content(of key: LevelKey) -> (@MainActor () -> AnyView)? {
    switch key {
    case .value(let value):
      let context = context
      return { context.destination(of: value) }
    case .extra(let owner): return context.extras.first { $0.owner == owner }?.content
    }
  }

  private func view(
    of level: NavigationLevel, _ content: @escaping @MainActor () -> AnyView
  ) -> LevelView {
    let goBack = ActionBox { [weak self, weak level] in
      if let self, let level { self.goBack(from: level) }
    }
    return LevelView(content: content, goBack: goBack)
  }

  private func push(_ value: AnyHashable) -> Bool {
    defer { invalidate() }
    if let route { return route.append(value) }
    own.append(value)
    return true
  }

  /// Removes a level with all on top of it.
  private func goBack(from level: NavigationLevel) {
    guard let index = levels.firstIndex(where: { $0.level === level }) else { return }
    let below = Set(levels[..<index].map(\.key))
    for extra in context.extras where !below.contains(.extra(extra.owner)) {
      context.hide(extra.owner)
      extra.onBack()
    }
    let kept = levels[..<index].count { if case .value = $0.key { true } else { false } }
    let count = route?.values.count ?? own.count
    if kept < count {
      if let route { route.removeLast(count - kept) } else { own.removeLast(count - kept) }
    }
    invalidate()
  }
}

/// The element around all levels.
private final class LevelsNode: ElementNode {
  var levels: [NavigationLevel] = [] {
    didSet { if !oldValue.elementsEqual(levels, by: ===) { childrenChanged() } }
  }

  override var childNodes: [Node] { levels }
  override var elementsInside: [ElementNode] { levels }
}

/// The element of one level.
private final class NavigationLevel: ElementNode {
  let titles: TitlePlace
  /// How many levels are below it.
  var place = 0

  init(parent: Node, scope: Scope, titles: TitlePlace) {
    self.titles = titles
    super.init(
      tag: .div, class: "mv-level", parent: parent,
      scope: Scope(in: scope, slot: .plain) { $0.titlePlace = titles })
    // A page gives it the focus where the control that had it is covered.
    set(.tabindex, "-1")
  }
}

extension Node {
  /// How far from the root of its stack a node is: the level, and how deep it is there.
  fileprivate var placeInStack: (level: Int, depth: Int32) {
    var node = parent
    while let current = node {
      if let level = current as? NavigationLevel { return (level.place, depth) }
      node = current.parent
    }
    return (0, depth)
  }
}

/// A way back, and what the level shows.
///
/// What the closure of the level reads is observed for this level alone.
private struct LevelView: View {
  let content: @MainActor () -> AnyView
  let goBack: ActionBox
  @Environment(\.isEnabled) private var isEnabled

  var body: some View {
    ElementView(.nav, Box(name: "mv-toolbar", label: "Levels")) {
      ElementView(.button, back) { Label("Back", systemImage: "chevron.left") }
    }
    content().environment(\.dismiss, DismissAction(box: goBack))
  }

  private var back: Box {
    var box = Box(name: "mv-back mv-borderless").with(.type, "button")
      .with(.disabled, isEnabled ? nil : "")
    box.events = .tap
    box.handler = { _ in
      goBack.run()
      return true
    }
    return box
  }
}

extension EnvironmentValues {
  /// The innermost navigation stack.
  var navigation: NavigationContext? {
    get { self[NavigationKey.self] }
    set { self[NavigationKey.self] = newValue }
  }
}

private struct NavigationKey: EnvironmentKey {
  static var defaultValue: NavigationContext? { nil }
}

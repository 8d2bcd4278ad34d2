// SPDX-License-Identifier: Apache-2.0

/// The values of the levels of a navigation stack.
///
/// The values can have different types.
public struct NavigationPath: Equatable {
  /// The values, with the types for which destinations are looked up.
  var values: [NavigationValue] = []

  /// Creates an empty path.
  public init() {}

  /// Creates a path of values of one type.
  public init<S: Sequence>(_ elements: S) where S.Element: Hashable {
    values = elements.map { NavigationValue($0) }
  }

  /// The number of levels on top of the root.
  public var count: Int { values.count }
  /// True if there is no level on top of the root.
  public var isEmpty: Bool { values.isEmpty }

  /// Adds a level.
  public mutating func append<V: Hashable>(_ value: V) { append(NavigationValue(value)) }

  fileprivate mutating func append(_ value: NavigationValue) { values.append(value) }

  /// Removes a number of levels from the end, or all levels if there are fewer.
  ///
  /// The number must not be negative.
  public mutating func removeLast(_ k: Int = 1) { values.removeLast(min(k, values.count)) }
}

/// A value of a path.
struct NavigationValue {
  let value: AnyHashable
  /// The type for which a destination is looked up.
  ///
  /// It is the static type, which can be a superclass of the type of the object. For an
  /// `AnyHashable` it is the type of the value in it.
  let type: Any.Type

  init<V: Hashable>(_ value: V) {
    self.value = AnyHashable(value)
    type = V.self == AnyHashable.self ? Swift.type(of: self.value.base) : V.self
  }
}

extension NavigationValue: Hashable {
  static func == (one: NavigationValue, other: NavigationValue) -> Bool {
    one.type == other.type && one.value == other.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// A view with further levels on top of it.
///
/// Each of these levels has a back button.
///
/// A covered level keeps its state and the texts that were typed into it. It has disappeared: its
/// tasks are cancelled, and start again when the level is shown again.
public struct NavigationStack<Data, Root: View> {
  let route: (any NavigationRoute)?
  let root: Root
}

extension NavigationStack where Data == NavigationPath {
  /// Creates a stack that stores its path itself.
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

/// The path of a stack, with the type of its binding erased.
@MainActor protocol NavigationRoute {
  var values: [NavigationValue] { get }
  /// Appends a value. Returns false if the value does not have the type of the path's elements.
  func append(_ value: NavigationValue) -> Bool
  func removeLast(_ count: Int)
}

private struct PathRoute {
  let path: Binding<NavigationPath>
}

extension PathRoute: NavigationRoute {
  var values: [NavigationValue] { path.wrappedValue.values }

  func append(_ value: NavigationValue) -> Bool {
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
  var values: [NavigationValue] { path.wrappedValue.map { NavigationValue($0) } }

  func append(_ value: NavigationValue) -> Bool {
    guard let value = value.value.base as? Data.Element else { return false }
    path.wrappedValue.append(value)
    return true
  }

  func removeLast(_ count: Int) {
    path.wrappedValue.removeLast(min(count, path.wrappedValue.count))
  }
}

/// The interface of a stack for the views in it.
@MainActor final class NavigationContext {
  /// A level without a value in the path.
  ///
  /// A link or a binding shows it.
  struct Extra {
    // Sound: a node hides its level when it leaves the tree, before it is released.
    unowned let owner: TrackedNode
    let content: @MainActor () -> AnyView
    /// Called when the user goes back from the level.
    let onBack: @MainActor () -> Void
  }

  /// The destination that a view has set for the values of a type.
  private struct Destination {
    // Sound: a node removes its destinations when it leaves the tree, before it is released.
    unowned let owner: Node
    let content: @MainActor (AnyHashable) -> AnyView?
  }

  fileprivate(set) var extras: [Extra] = []
  private var destinations: [ObjectIdentifier: [Destination]] = [:]
  fileprivate var changed: @MainActor () -> Void = {}
  /// Appends a value to the path.
  ///
  /// Returns false if the value does not have the type of the path's elements.
  fileprivate(set) var push: @MainActor (NavigationValue) -> Bool = { _ in false }

  /// Adds or replaces the destination of an owner for the values of a type.
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

  /// Removes the destinations of an owner.
  func unregister(_ owner: Node) {
    for type in destinations.keys { destinations[type]?.removeAll { $0.owner === owner } }
    changed()
  }

  /// Returns the view for a value: the destination of the view nearest to the root, or an error,
  /// which is also reported, if no view has a destination for the value's type.
  func destination(of value: NavigationValue) -> AnyView {
    let all = destinations[ObjectIdentifier(value.type)] ?? []
    let nearest = all.min { $0.owner.placeInStack < $1.owner.placeInStack }
    return nearest.flatMap { $0.content(value.value) }
      ?? AnyView(MissingDestination(type: value.type))
  }

  /// The serial numbers of the owners of the levels without a value.
  ///
  /// The address of an owner is no identity: a new owner can have the address of a released one.
  fileprivate var owners: [Int] { extras.map { $0.owner.serial } }

  /// The level of an owner, or nil.
  fileprivate func extra(of owner: Int) -> Extra? { extras.first { $0.owner.serial == owner } }

  /// Shows a level, or replaces the level of the same owner.
  func show(_ extra: Extra) {
    if let index = extras.firstIndex(where: { $0.owner === extra.owner }) {
      extras[index] = extra
    } else {
      extras.append(extra)
      extra.owner.countOpenings(1)
    }
    changed()
  }

  /// Replaces the content of an owner's level, if there is one.
  func replaceContent(of owner: TrackedNode, _ content: @escaping @MainActor () -> AnyView) {
    guard let shown = extras.first(where: { $0.owner === owner }) else { return }
    show(Extra(owner: owner, content: content, onBack: shown.onBack))
  }

  /// Removes the level of an owner.
  func hide(_ owner: Node) {
    guard extras.contains(where: { $0.owner === owner }) else { return }
    extras.removeAll { $0.owner === owner }
    owner.countOpenings(-1)
    changed()
  }
}

/// The key of a level on top of the root.
private enum LevelKey: Hashable {
  /// A value of the path.
  case value(NavigationValue)
  /// The serial number of the link or binding that shows the level.
  case extra(Int)
}

/// The node of a stack, with an element for each level.
private final class NavigationNode<Root: View>: ControlNode {
  private var route: (any NavigationRoute)?
  /// The path, if there is no other one.
  private var own = NavigationPath()
  private let context = NavigationContext()
  private let base: NavigationLevel
  /// The levels on top of the root, in the order in which they were pushed.
  private var levels: [(key: LevelKey, level: NavigationLevel)] = []
  private var isRefreshing = true

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

  override var hasOwnState: Bool { !own.isEmpty }

  func update(with route: (any NavigationRoute)?, root: Root) {
    self.route = route
    isRefreshing = true
    if let content = base.content { Tree.update(content, with: root) }
    refresh()
  }

  /// Updates all levels.
  ///
  /// If the update of a level shows or hides levels of links or bindings, the node is marked for
  /// another run.
  override func refresh() {
    isRefreshing = true
    defer { isRefreshing = false }
    let values = track { route?.values ?? own.values }
    let owners = context.owners
    let keys = keys(of: values)
    var kept = 0
    while kept < min(keys.count, levels.count), keys[kept] == levels[kept].key { kept += 1 }
    for (_, level) in levels[kept...] { level.unmount() }
    levels.removeLast(levels.count - kept)
    for (index, key) in keys.enumerated() {
      guard let content = content(of: key) else { continue }
      if index < kept {
        let level = levels[index].level
        if let shown = level.content {
          Tree.update(shown, with: LevelView(content: content, goBack: level.goBack))
        }
      } else if let element {
        let level = NavigationLevel(
          parent: element, scope: base.scope,
          titles: TitlePlace(in: scope.values.titlePlace))
        level.place = levels.count + 1
        level.goBack.action = { [weak self, weak level] in
          if let self, let level { goBack(from: level) }
        }
        level.content = Tree.mount(
          LevelView(content: content, goBack: level.goBack), parent: level, scope: level.scope)
        levels.append((key, level))
      }
    }
    let all = [base] + levels.map(\.level)
    for level in all {
      level.set(.hidden, level === all.last ? nil : "")
      level.titles.isCovered = level !== all.last
    }
    (element as? LevelsNode)?.levels = all
    if context.owners != owners { invalidate() }
  }

  /// The keys of the levels, in the order in which they were pushed.
  ///
  /// The level of a replaced value of the path keeps its position among the levels that links and
  /// bindings show. New levels are on top.
  private func keys(of values: [NavigationValue]) -> [LevelKey] {
    var values = values[...]
    var owners = context.owners
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

  /// The content of a level, or nil if its owner no longer shows it.
  private func content(of key: LevelKey) -> (@MainActor () -> AnyView)? {
    switch key {
    case .value(let value):
      let context = context
      return { context.destination(of: value) }
    case .extra(let owner): return context.extra(of: owner)?.content
    }
  }

  private func push(_ value: NavigationValue) -> Bool {
    defer { invalidate() }
    if let route { return route.append(value) }
    own.append(value)
    return true
  }

  /// Removes a level and all levels on top of it.
  private func goBack(from level: NavigationLevel) {
    guard let index = levels.firstIndex(where: { $0.level === level }) else { return }
    let below = Set(levels[..<index].map(\.key))
    for extra in context.extras where !below.contains(.extra(extra.owner.serial)) {
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
  /// The action that goes back from the level.
  ///
  /// The box stays the same, so the bodies that read `dismiss` do not run again when another level
  /// is shown.
  let goBack = ActionBox {}
  /// The number of levels below this one.
  var place = 0
  /// The number of views in the level that hide its back button.
  var backHiders = 0 {
    didSet {
      guard (backHiders > 0) != (oldValue > 0) else { return }
      scope.setChange { [titles, hides = backHiders > 0] in
        $0.titlePlace = titles
        $0.hidesBack = hides
      }
    }
  }

  init(parent: Node, scope: Scope, titles: TitlePlace) {
    self.titles = titles
    super.init(
      tag: .div, class: "mv-level", parent: parent,
      scope: Scope(in: scope, slot: .plain) {
        $0.titlePlace = titles
        $0.hidesBack = false  // A level around the stack can hide its own button.
      })
    // The page moves the focus here if the control with the focus has been covered.
    set(.tabindex, "-1")
  }
}

extension Node {
  /// Changes the number of views that hide the back button of the level around this node.
  func countBackHiders(_ change: Int) {
    var node = parent
    while let current = node {
      if let level = current as? NavigationLevel { return level.backHiders += change }
      // A dialog or a popover is not a part of the level.
      if current is ClosableNode { return }
      if let element = current as? ElementNode, element.tag == .dialog { return }
      node = current.parent
    }
  }

  /// The level around this node, or nil.
  fileprivate var levelAround: NavigationLevel? {
    var node = parent
    while let current = node {
      if let level = current as? NavigationLevel { return level }
      node = current.parent
    }
    return nil
  }

  /// The distance of a node from the root of its stack: the position of its level, then its depth
  /// in the tree.
  fileprivate var placeInStack: (level: Int, depth: Int32) { (levelAround?.place ?? 0, depth) }
}

/// The content of a level if no view has a destination for its value.
private struct MissingDestination {
  let type: Any.Type
}

extension MissingDestination: View, HookView {
  var content: UnavailableView { UnavailableView(message: message) }

  private var message: String {
    "No navigationDestination for \(type) is in the stack. Add this modifier to a view that is in "
      + "the stack before the value is pushed."
  }

  func makeHook(parent: Node, scope: Scope) -> HookNode {
    let node = HookNode(parent: parent, scope: scope)
    // Until the changes are sent, a view that is updated after the stack can set the destination.
    scope.host?.queue.add(appearance: { [weak node, message, type] in
      guard let node, node.isMounted, let host = node.scope.host,
        host.missingDestinations.insert(ObjectIdentifier(type)).inserted
      else { return }
      let view =
        node.levelAround.map { "NavigationStack in \($0.viewAround)" } ?? "NavigationStack"
      host.faults.append(.unavailable(message: message, view: view))
    })
    return node
  }

  func updateHook(_ node: HookNode) {}
}

/// The back button and the content of a level.
///
/// The values that the closure of the level reads are tracked for this level only.
private struct LevelView: View {
  let content: @MainActor () -> AnyView
  let goBack: ActionBox
  @Environment(\.isEnabled) private var isEnabled
  @Environment(\.hidesBack) private var hidesBack

  var body: some View {
    if !hidesBack {
      ElementView(.nav, Box(name: "mv-toolbar", label: "Levels")) {
        ElementView(.button, back) { Label("Back", systemImage: "chevron.backward") }
      }
    }
    content().environment(\.dismiss, DismissAction(box: goBack))
  }

  private var back: Box {
    .button("mv-back mv-borderless", isEnabled: isEnabled) { goBack.run() }
  }
}

extension EnvironmentValues {
  /// The innermost navigation stack.
  var navigation: NavigationContext? {
    get { self[own: NavigationContext.self] }
    set { self[own: NavigationContext.self] = newValue }
  }
}

extension EnvironmentValues {
  /// Whether the back button of the level is hidden.
  fileprivate var hidesBack: Bool {
    get { self[HidesBackKey.self] }
    set { self[HidesBackKey.self] = newValue }
  }
}

private struct HidesBackKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}

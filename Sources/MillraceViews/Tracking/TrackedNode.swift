// SPDX-License-Identifier: Apache-2.0

/// Stores the node whose code is running at this moment.
@MainActor enum Tracker {
  static var current: TrackedNode?
}

/// A node that is refreshed on its own when a value that it has read changes.
///
/// Observable properties, `State` and environment values are tracked.
class TrackedNode: Node {
  /// The number of the node in its host, in the order of creation.
  let serial: Int
  private(set) var isDirty = false
  /// The cause for which a `BodyTally` counts the next run.
  private var cause: UInt64 = 0
  /// The number of runs.
  ///
  /// A `StateStorage` ignores readers that have run again since they read its value.
  private(set) var run = 0
  private(set) var token: ObservationToken?
  private var pulse: ObservationPulse?
  private var reads: [NotedRead] = []
  /// Whether the node is registered as a reader of its own scope.
  final var isReader = false

  override init(parent: Node?, scope: Scope) {
    serial = scope.host?.makeSerial() ?? 0
    super.init(parent: parent, scope: scope)
  }

  /// Runs the code of the node again.
  ///
  /// Subclasses run it inside `track`.
  func refresh() {}

  /// The types of nodes of which at least one node has read an observable object.
  private static var observing: Set<ObjectIdentifier> = []

  /// Marks the node as dirty.
  ///
  /// The next flush refreshes it.
  final func invalidate(because cause: UInt64 = BodyTally.current) {
    guard isMounted, !isDirty else { return }
    isDirty = true
    self.cause = cause
    if !isAway { scope.host?.enqueue(self) }
  }

  override func didReturnToPage() {
    if isDirty { scope.host?.enqueue(self) }
  }

  /// Removes the mark without a refresh.
  final func dropMark() {
    isDirty = false
  }

  /// The name of the node in messages.
  var name: String { String(describing: Self.self) }

  /// Whether the node is marked and on the page.
  final var needsRefresh: Bool { isMounted && isDirty && !isAway }

  /// Refreshes the node if it is marked.
  final func refreshIfDirty() {
    guard needsRefresh else { return }
    scope.host?.visits += 1
    let outer = BodyTally.enter(cause)
    refresh()
    BodyTally.leave(to: outer)
  }

  /// Runs code and tracks everything that it reads.
  final func track<Value>(_ code: () -> Value) -> Value {
    isDirty = false
    run += 1
    token?.cancel()
    forgetReads()
    let outer = Tracker.current
    Tracker.current = self
    defer { Tracker.current = outer }
    let kind = ObjectIdentifier(Self.self)
    if pulse == nil, TrackedNode.observing.contains(kind) { pulse = ObservationPulse() }
    var token = ObservationToken(node: self, pulse: pulse)
    let value = observe(with: token, code)
    if isKnownUniquelyReferenced(&token) {
      self.token = nil
    } else {
      self.token = token
      TrackedNode.observing.insert(kind)
    }
    return value
  }

  /// Records that the running code has read an environment value of a scope.
  final func noteRead(_ read: some EnvironmentRead, in scope: Scope) {
    let place = read.place
    let other = scope === self.scope ? nil : scope
    guard !reads.contains(where: { $0.other === other && $0.read.place == place }) else { return }
    reads.append(NotedRead(read: read, other: other))
  }

  /// Called with new environment values of a scope.
  ///
  /// Marks the node if a value that it has read there differs.
  final func environmentChanged(_ values: EnvironmentValues, of scope: Scope) {
    let other = scope === self.scope ? nil : scope
    if reads.contains(where: { $0.other === other && $0.read.differs(in: values) }) { invalidate() }
  }

  private func forgetReads() {
    for read in reads { read.other?.forget(self) }
    reads.removeAll()
  }

  override func didUnmount() {
    token?.cancel()
    token = nil
    forgetReads()
    scope.forget(self)
  }
}

/// A value that a node has read from the environment, and where.
private struct NotedRead {
  let read: any EnvironmentRead
  /// The scope of the value if it is not the node's own scope: code of a view around the node, for
  /// example the closure of a `ForEach`, reads the values of that view.
  let other: Scope?
}

/// A value that a node has read from its environment.
@MainActor protocol EnvironmentRead {
  /// The key of the value.
  var place: EnvironmentPlace { get }
  func differs(in values: EnvironmentValues) -> Bool
}

/// The key of a value or object of the environment.
enum EnvironmentPlace: Equatable {
  case value(AnyKeyPath)
  case object(ObjectIdentifier)
}

struct EnvironmentReadOf<Value>: EnvironmentRead {
  let path: KeyPath<EnvironmentValues, Value>
  let value: Value

  var place: EnvironmentPlace { .value(path) }

  func differs(in values: EnvironmentValues) -> Bool {
    !Comparison.areEqual(value, values[keyPath: path])
  }
}

struct EnvironmentReadOfObject: EnvironmentRead {
  let type: ObjectIdentifier
  let object: ObjectIdentifier?

  var place: EnvironmentPlace { .object(type) }

  func differs(in values: EnvironmentValues) -> Bool {
    object != values.objects[type].map(ObjectIdentifier.init)
  }
}

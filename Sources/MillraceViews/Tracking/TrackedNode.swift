// SPDX-License-Identifier: Apache-2.0

/// Knows which node is reading at this moment.
@MainActor enum Tracker {
  static var current: TrackedNode?
}

/// A node that is brought up to date by itself when something that it has read changes.
///
/// It hears of `Observation`, of `State` and of environment values.
class TrackedNode: Node {
  /// Numbers the nodes of a host in the order of their making.
  let serial: Int
  private(set) var isDirty = false
  /// What a `BodyTally` counts its next run for.
  private var cause: UInt64 = 0
  /// Counts the runs; a registration made in an earlier run is void.
  private(set) var run = 0
  private(set) var token: ObservationToken?
  private var pulse: ObservationPulse?
  private var reads: [any EnvironmentRead] = []
  /// Whether its own scope knows it as a reader.
  final var isReader = false

  override init(parent: Node?, scope: Scope) {
    serial = scope.host?.makeSerial() ?? 0
    super.init(parent: parent, scope: scope)
  }

  /// Runs what the node consists of again.
  ///
  /// Subclasses do so inside `track`.
  func refresh() {}

  /// The kinds of nodes that have been seen to read observable objects.
  private static var observing: Set<ObjectIdentifier> = []

  /// Marks the node; the next flush refreshes it.
  final func invalidate(because cause: UInt64 = BodyTally.current) {
    guard isMounted, !isDirty else { return }
    isDirty = true
    self.cause = cause
    if !isAway { scope.host?.enqueue(self) }
  }

  override func didReturnToPage() {
    if isDirty { scope.host?.enqueue(self) }
  }

  /// Takes the mark away without a refresh.
  final func dropMark() {
    isDirty = false
  }

  /// How the node is called in messages.
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

  /// Runs code and notes everything that it reads.
  final func track<Value>(_ code: () -> Value) -> Value {
    isDirty = false
    run += 1
    token?.cancel()
    reads.removeAll()
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

  /// Remembers that the running code has read an environment value.
  final func noteRead(_ read: some EnvironmentRead) {
    let place = read.place
    guard !reads.contains(where: { $0.place == place }) else { return }
    reads.append(read)
  }

  /// Hears of new environment values, and marks itself if one that it read is another now.
  final func environmentChanged(_ values: EnvironmentValues) {
    if reads.contains(where: { $0.differs(in: values) }) { invalidate() }
  }

  override func didUnmount() {
    token?.cancel()
    token = nil
    scope.forget(self)
  }
}

/// A value that a node has read from its environment.
@MainActor protocol EnvironmentRead {
  /// Where it is found.
  var place: EnvironmentPlace { get }
  func differs(in values: EnvironmentValues) -> Bool
}

/// Where a value of the environment is found.
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

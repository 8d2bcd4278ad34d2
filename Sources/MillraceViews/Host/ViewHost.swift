// SPDX-License-Identifier: Apache-2.0

/// Shows a view as a page: keeps its state, renders it and tells what changes.
///
/// A host does no I/O. Call ``html()`` for the first page, then ``flush()`` each time that
/// ``onInvalidate`` asks for it, and hand what people do to ``handle(_:)``.
///
/// ```swift
/// let host = ViewHost(Counter())
/// var page = host.html()
/// try host.handle(ViewEvent(node: button, kind: .tap))
/// let patches = host.flush()   // one setText
/// ```
///
/// A flush costs what has changed: it runs the bodies that have read a changed value and looks at
/// nothing else.
@MainActor public final class ViewHost {
  /// Called once when the first component becomes dirty after a flush.
  ///
  /// It may be called in the middle of a change of a `State`. Do not flush in it; schedule a flush.
  /// An observable object may change on any thread: its change is reported in a later task of the
  /// main actor. A flush that comes before that task shows the change already.
  public var onInvalidate: (@MainActor () -> Void)?
  /// Called at the end of a flush for each mistake that the host has worked around.
  ///
  /// Prints it if `nil`.
  public var onFault: (@MainActor (ViewFault) -> Void)?
  // Exclusive: an access, here and of `addressBar`, runs no code of the application.
  /// Why the host has ended by itself; nil as long as it has not.
  ///
  /// A host that is made with `endsOnFailure` ends with a view that reports a programmer's error: a
  /// missing provider or object of the environment, a gesture with a `Value` that its body does not
  /// have, a view that contains itself without an end. The body of that view does not run, and no
  /// other one after it; ``html()`` returns an empty text and ``flush()`` nothing. Other hosts, and
  /// all else in the process, go on.
  @exclusivity(unchecked) public internal(set) var failure: ViewFailure?
  /// Called once, at the end of the call in which the host has ended by itself.
  ///
  /// A host may do so in its initializer, before there is anything to be called: look at
  /// ``failure`` after it and after ``html()``.
  public var onFailure: (@MainActor (ViewFailure) -> Void)?
  /// The number of component bodies run so far.
  public internal(set) var bodyCount = 0

  /// The number of nodes made, updated or walked so far.
  var visits = 0
  var bodyCounts: [ObjectIdentifier: Int] = [:]
  var lastID = 0
  var lastSerial = 0
  var listening: [NodeID: Listener] = [:]
  var queue = UpdateQueue()
  /// Changes of observable objects that no flush has seen yet.
  private(set) lazy var inbox = ChangeInbox(of: self)
  var faults: [ViewFault] = []
  #if DEBUG
    var idleBodies = IdleBodies()
    /// Whether the page lacks something that bodies have made: whether they make anything else the
    /// next time is not known then.
    private(set) var isBehind = false
  #endif
  var titles = TitleList()
  var root: RootNode?
  let endsOnFailure: Bool
  let basePath: String
  @exclusivity(unchecked) var addressBar: AddressBar
  private(set) var isFlushing = false
  /// Whether views have made each other run without an end since the page was told last.
  var hasLooped = false
  /// Those that faults have named since then.
  var loopedViews: Set<String> = []
  private var sentTitle = ""
  private var isAnnounced = false

  // Sound: an element takes itself out of `listening` when it is unmounted.
  struct Listener { unowned let element: ElementNode }

  /// Creates a host and runs the bodies of its view for the first time.
  ///
  /// - Parameters:
  ///   - root: the view to show.
  ///   - environment: the values that the view inherits.
  ///   - address: the address that the page shows. The first call of ``html()`` or ``flush()``
  ///     opens it, as ``open(_:)`` does.
  ///   - endsOnFailure: whether a view that reports a programmer's error ends the host, as a server
  ///     needs it. Else an error is shown in the place of the view, or the program stops.
  ///   - basePath: the path below which a server has its pages and files, as in `/app`. Links and
  ///     pictures whose address begins with `/` are below it.
  public init(
    _ root: some View, environment: EnvironmentValues = EnvironmentValues(),
    address: PageAddress? = nil, endsOnFailure: Bool = false, basePath: String = ""
  ) {
    self.endsOnFailure = endsOnFailure
    self.basePath = basePath
    addressBar = AddressBar(address)
    isFlushing = true
    let node = RootNode(scope: Scope(host: self, values: environment))
    self.root = node
    node.main = Tree.mount(root, parent: node, scope: node.scope)
    isFlushing = false
    endIfFailed()
  }

  isolated deinit {
    close()
  }

  /// The title of the document, from `navigationTitle`; empty if no view sets one.
  public var title: String { titles.current }

  /// Brings the view up to date and renders all of it.
  ///
  /// - Returns: one root element, complete and escaped; empty if the host is closed or has failed.
  /// - Complexity: O(n) in the number of nodes.
  public func html() -> String {
    guard let root, !isFlushing else { return "" }
    isFlushing = true
    settle()
    guard !hasFailed else {
      finishFlush()
      return ""
    }
    var ignored: [Patch] = []
    send(to: &ignored)
    var writer = HTMLWriter()
    root.willSend()
    writer.write(root)
    if addressBar.nodes.first?.address == addressBar.shown { addressBar.isOpening = false }
    for action in queue.takeAppearances() { action() }
    finishFlush()
    return writer.html
  }

  /// Brings the view up to date and tells how.
  ///
  /// - Returns: what turns the page of the last call of `html` or `flush` into the present one.
  /// - Complexity: O(d log d) in the number of dirty components, and what their bodies cost.
  public func flush() -> [Patch] {
    guard root != nil, !isFlushing else { return [] }
    isFlushing = true
    var patches: [Patch] = []
    var rounds = 0
    repeat {
      settle()
      guard !hasFailed else {
        finishFlush()
        return []
      }
      send(to: &patches)
      for action in queue.takeAppearances() { action() }
      rounds += 1
    } while hasWork && rounds < Self.roundLimit
    if hasWork { endLoop(rounds: rounds) }
    sendAddress(to: &patches)
    finishFlush()
    return patches
  }

  /// Does what a person asks for.
  ///
  /// The view is brought up to date before that, so that the event counts for what earlier events,
  /// other pages and tasks have left: a button that they have taken away or disabled does nothing
  /// any more, and neither does one on a level or tab that another one covers: the second press of
  /// a double click on a link opens nothing. The next flush tells all changes together.
  ///
  /// - Throws: `ViewEventError` if there is no such element, or if it does not take the event.
  ///   The event has changed nothing then.
  /// - Complexity: O(d log d) in the number of components that are dirty from earlier changes, and
  ///   what their bodies and the action cost.
  public func handle(_ event: ViewEvent) throws(ViewEventError) {
    catchUp()
    guard let root else { throw .closed }
    if case .address(let address) = event.kind {
      guard event.node == root.id, !addressBar.nodes.isEmpty else {
        throw .unsupported(event.node, event.kind)
      }
      return open(address)
    }
    var heard = listening[event.node]?.element
    // The first gap in a list hears of rows; a test names the list, since it does not know the gap.
    if case .rows = event.kind, heard == nil {
      heard = root.element(event.node)?.sent.first { $0 is GapNode }
    }
    guard let element = heard, !element.isAway, element.events.take(event.kind) else {
      throw root.element(event.node) == nil
        ? .unknownNode(event.node) : .unsupported(event.node, event.kind)
    }
    if !event.kind.countsWhenCovered, element.isCovered {
      refuse(event, of: element)
      throw .covered(event.node)
    }
    if case .focus(let hasFocus) = event.kind, let focus = element.focusTarget {
      return focus.focusChanged(hasFocus)
    }
    guard let target = element.target else { throw .unsupported(event.node, event.kind) }
    guard target.isEnabled else {
      refuse(event, of: element)
      throw .disabled(event.node)
    }
    let outer = ViewActivity.enter(element.viewAround)
    defer { ViewActivity.leave(to: outer) }
    guard target.handle(event.kind) else {
      element.correct(after: event.kind)
      throw .unsupported(event.node, event.kind)
    }
  }

  /// Makes the page show again what the control of a refused event holds.
  private func refuse(_ event: ViewEvent, of element: ElementNode) {
    element.correct(after: event.kind)
    if case .drag = event.kind { (element as? BoxNode)?.endDrag() }
  }

  /// Ends the page: views disappear, their tasks are cancelled, their actions are dropped.
  ///
  /// Calling it again does nothing.
  public func close() {
    guard let root else { return }
    self.root = nil
    root.unmount()
    for action in queue.takeAppearances() { action() }
    queue = UpdateQueue()
    faults = []
    listening = [:]
    onInvalidate = nil
  }

  /// Brings the view up to date; the page is told by the next flush.
  private func catchUp() {
    guard hasWork, !isFlushing, root != nil else { return }
    isFlushing = true
    settle()
    isFlushing = false
    #if DEBUG
      faults += idleBodies.take()
      isBehind = true
    #endif
    endIfFailed()
    announce()
  }

  /// Tells the embedder that there is work, once until the next flush.
  func announce() {
    guard !isAnnounced, !isFlushing, root != nil else { return }
    isAnnounced = true
    onInvalidate?()
  }

  private func send(to patches: inout [Patch]) {
    for element in queue.takeElements() { element.send(to: &patches) }
    sendGreed(to: &patches)
    if title != sentTitle {
      sentTitle = title
      patches.append(.setTitle(title))
    }
  }

  /// The address is the last patch: what it belongs to is on the page then.
  private func sendAddress(to patches: inout [Patch]) {
    if !addressBar.nodes.isEmpty, let news = addressBar.news() { patches.append(news) }
  }

  private func finishFlush() {
    isFlushing = false
    isAnnounced = false
    hasLooped = false
    loopedViews = []
    #if DEBUG
      faults += idleBodies.take()
      isBehind = false
    #endif
    let faults = faults
    self.faults = []
    for fault in faults {
      if let onFault { onFault(fault) } else { print("MillraceViews: \(fault)") }
    }
    endIfFailed()
    if hasWork { announce() }
  }
}
